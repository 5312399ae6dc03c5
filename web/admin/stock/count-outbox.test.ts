import { afterEach, expect, test, vi } from 'vitest'
import { type CountLine, CountOutbox, type CountResult } from './count-outbox.ts'

afterEach(() => vi.useRealTimers())

const LOST: CountResult = { kind: 'unanswered', message: 'Ürün sayıma eklenemedi' }
const REFUSED: CountResult = { kind: 'refused', message: 'Ürün bulunamadı' }
const ADDED: CountResult = { kind: 'added' }

let keys = 0
const line = (id: string, quantity: number): CountLine => ({
  key: `key-${++keys}`,
  product: {
    id,
    name: id,
    brand: 'Yayla',
    category: 'Peynir',
    unit: 'ADET',
    warehouse: 'Ana Depo',
    image_url: null,
  },
  quantity,
  notes: '',
  image_url: null,
})

/** An outbox with a fake server that counts each key once and replies with the given outcomes. */
function outboxOn({ outcomes = [] as CountResult[], entry = '' } = {}) {
  const sent: string[] = []
  const counted = new Map<string, number>()
  const screen = { entry }
  const expired: string[] = []
  const outbox = new CountOutbox({
    send: async ({ key, product, quantity = 0 }) => {
      const outcome = outcomes.shift() ?? ADDED
      if (!sent.includes(key) && outcome.kind !== 'refused')
        counted.set(product.id, (counted.get(product.id) ?? 0) + quantity)
      sent.push(key)
      return outcome
    },
    onChange: () => undefined,
    isBeingEdited: key => key === screen.entry,
    onExpired: ({ key }) => expired.push(key),
  })
  return { outbox, sent, counted: () => Object.fromEntries(counted), screen, expired }
}

test('a line without a response is retried with its own key before more of its product is added', async () => {
  const { outbox, sent, counted } = outboxOn({ outcomes: [LOST] })
  const [first, other, more] = [line('A', 6), line('B', 1), line('A', 1)]
  expect(await outbox.add(first)).toEqual(LOST)
  expect(await outbox.add(other)).toEqual(ADDED)
  const adding = outbox.add(more)
  outbox.retryAll()
  expect(await adding).toEqual(ADDED)
  expect(sent).toEqual([first.key, other.key, first.key, more.key])
  expect(counted()).toEqual({ A: 7, B: 1 })
  outbox.close()
})

test('a line queued behind a failing one is not sent, and both are retried automatically', async () => {
  vi.useFakeTimers()
  const { outbox, sent, counted } = outboxOn({ outcomes: [LOST, LOST] })
  const [first, more] = [line('A', 2), line('A', 3)]
  const outcomes = await Promise.all([outbox.add(first), outbox.add(more)])
  expect(outcomes).toEqual([LOST, LOST])
  expect(sent).toEqual([first.key])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent).toEqual([first.key, first.key])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(sent).toEqual([first.key, first.key, first.key, more.key])
  expect(counted()).toEqual({ A: 5 })
  outbox.close()
})

test('the line being edited is retried only by the user', async () => {
  vi.useFakeTimers()
  const { outbox, sent, screen } = outboxOn({ outcomes: [LOST] })
  const edited = line('A', 2)
  screen.entry = edited.key
  await outbox.add(edited)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([edited.key])
  expect(await outbox.retry(edited.key)).toEqual(ADDED)
  expect(sent).toEqual([edited.key, edited.key])
  outbox.close()
})

test('a line that was first sent more than a day ago is dropped and reported, as it may have been added', async () => {
  vi.useFakeTimers()
  const { outbox, sent, screen, expired } = outboxOn({ outcomes: [LOST, LOST] })
  const [lost, edited] = [line('A', 2), line('B', 3)]
  screen.entry = edited.key
  await Promise.all([outbox.add(lost), outbox.add(edited)])
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent, expired, outbox.lines]).toEqual([[lost.key, edited.key], [lost.key, edited.key], []])
  outbox.close()
})

test('a refused line blocks no other, and a removed line is not sent again', async () => {
  const { outbox, sent, counted } = outboxOn({ outcomes: [REFUSED, ADDED, LOST] })
  const [refused, next, lost] = [line('A', 1), line('A', 2), line('B', 1)]
  expect(await outbox.add(refused)).toEqual(REFUSED)
  expect(await outbox.add(next)).toEqual(ADDED)
  expect(await outbox.add(lost)).toEqual(LOST)
  outbox.remove(lost.key)
  outbox.retryAll()
  expect(sent).toEqual([refused.key, next.key, lost.key])
  expect(counted()).toEqual({ A: 2, B: 1 })
  outbox.close()
})

test('a line that is in flight when the screen is left is not sent again', async () => {
  vi.useFakeTimers()
  const sent: string[] = []
  let reply = (_: CountResult) => {}
  const outbox = new CountOutbox({
    send: ({ key }) => {
      sent.push(key)
      return new Promise(resolve => (reply = resolve))
    },
    onChange: () => undefined,
    isBeingEdited: () => false,
    onExpired: () => undefined,
  })
  const left = line('A', 2)
  const adding = outbox.add(left)
  outbox.close()
  reply(LOST)
  expect(await adding).toEqual(LOST)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([left.key])
})
