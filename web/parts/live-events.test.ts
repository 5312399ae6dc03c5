import { expect, test } from 'vitest'
import { eventReader } from './live-events.ts'

const ORDERS = 'event: orders\ndata: orders\n\n'
const QUOTES = 'event: quotes\ndata: quotes\n\n'

test.each<[string, string[], string[]]>([
  ['comes whole', [ORDERS], ['orders']],
  ['comes letter by letter', Array.from(ORDERS), ['orders']],
  ['comes with others', [`${ORDERS}${QUOTES}${ORDERS}`], ['orders', 'quotes', 'orders']],
  ['comes between signs of life', [': \n\n', ORDERS, ': \n\n: \n\n', QUOTES], ['orders', 'quotes']],
  ['has lines that end in CR LF', ['event: orders\r', '\ndata: orders\r\n\r', '\n'], ['orders']],
  ['has lines that end in CR', ['event:orders\rdata: x\r\r', QUOTES], ['orders', 'quotes']],
  ['is not whole yet', ['event: orders\ndata: orders\n'], []],
  ['has no name', ['data: orders\n\n', QUOTES], ['quotes']],
  ['has fields that are not known', ['id: 7\nevent: orders\nretry: 100\n\n'], ['orders']],
])('an event that %s', (_, pieces, names) => {
  const read = eventReader()
  expect(pieces.flatMap(read)).toEqual(names)
})
