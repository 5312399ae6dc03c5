import { expect, test } from 'vitest'
import { Refusal } from '../http/refusal.ts'
import { fairQueue } from './fair-queue.ts'

/** A queue whose tasks end on request; `log` lists the started and the refused tasks, in order. */
function queueOf(limits: Parameters<typeof fairQueue>[0]) {
  const inLine = fairQueue(limits)
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (key: string, name: string) =>
    inLine(key, () => {
      log.push(name)
      return new Promise<void>(resolve => ends.set(name, resolve))
    }).catch((error: unknown) => void log.push(`${name}: ${error instanceof Refusal ? error.code : String(error)}`))
  const settle = () => new Promise<void>(resolve => void setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { enter, end, log, settle }
}

const WIDE = { concurrency: 3, concurrencyPerKey: 2, maxWaitingPerKey: 100, maxWaiting: 100 }

test('the concurrency of a key is limited, and other keys do not wait for its queue', async () => {
  const { enter, end, log, settle } = queueOf(WIDE)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter('a', name)
  void enter('b', 'b1')
  await settle()
  expect(log).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(log).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(log).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('free slots go to the queues in turn', async () => {
  const { enter, end, log, settle } = queueOf({ ...WIDE, concurrency: 1, concurrencyPerKey: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter('a', name)
  for (const name of ['b1', 'b2']) void enter('b', name)
  void enter('c', 'c1')
  await settle()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('a full queue refuses further tasks', async () => {
  const { enter, end, log, settle } = queueOf({ ...WIDE, concurrencyPerKey: 1, maxWaitingPerKey: 1 })
  for (const name of ['a1', 'a2', 'a3']) void enter('a', name)
  await settle()
  expect(log).toEqual(['a1', 'a3: too_many_requests'])
  await end('a1')
  void enter('a', 'a4')
  await end('a2')
  expect(log).toEqual(['a1', 'a3: too_many_requests', 'a2', 'a4'])
})

test('of many keys with one task each the last one is refused and loses its place in the order', async () => {
  const { enter, end, log, settle } = queueOf({ ...WIDE, concurrency: 1, maxWaiting: 2 })
  for (const name of ['a', 'b', 'c', 'd']) void enter(name, name)
  await settle()
  expect(log).toEqual(['a', 'd: not_ready'])
  await end('a')
  await end('b')
  // The refused key is served after the one that came in the meantime.
  for (const name of ['e', 'd']) void enter(name, name)
  for (const name of ['c', 'e']) await end(name)
  expect(log.slice(2)).toEqual(['b', 'c', 'e', 'd'])
})

test('when too many tasks wait overall, the last of the longest queue is refused', async () => {
  const { enter, end, log, settle } = queueOf({ ...WIDE, concurrency: 1, maxWaiting: 3 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter('a', name)
  void enter('b', 'b1')
  await settle()
  expect(log).toEqual(['a1', 'a4: not_ready'])
  for (const name of ['a1', 'b1', 'a2']) await end(name)
  expect(log).toEqual(['a1', 'a4: not_ready', 'b1', 'a2', 'a3'])
})

test('a failed task frees its slot', async () => {
  const inLine = fairQueue({ ...WIDE, concurrency: 1 })
  const failed = inLine('a', () => Promise.reject(new Error('broken')))
  const next = inLine('a', () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
