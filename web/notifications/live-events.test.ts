import { expect, test } from 'vitest'
import { eventReader } from './live-events.ts'

const ORDERS = 'event: orders\ndata: orders\n\n'
const QUOTES = 'event: quotes\ndata: quotes\n\n'

test.each<[string, string[], string[]]>([
  ['arrives whole', [ORDERS], ['orders']],
  ['arrives letter by letter', Array.from(ORDERS), ['orders']],
  ['arrives with others', [`${ORDERS}${QUOTES}${ORDERS}`], ['orders', 'quotes', 'orders']],
  ['arrives between heartbeats', [': \n\n', ORDERS, ': \n\n: \n\n', QUOTES], ['orders', 'quotes']],
  ['has lines that end in CR LF', ['event: orders\r', '\ndata: orders\r\n\r', '\n'], ['orders']],
  ['has lines that end in CR', ['event:orders\rdata: x\r\r', QUOTES], ['orders', 'quotes']],
  ['is not complete yet', ['event: orders\ndata: orders\n'], []],
  ['has no name', ['data: orders\n\n', QUOTES], ['quotes']],
  ['has unknown fields', ['id: 7\nevent: orders\nretry: 100\n\n'], ['orders']],
])('an event that %s', (_, pieces, names) => {
  const read = eventReader()
  expect(pieces.flatMap(read)).toEqual(names)
})
