import { expect, test } from 'vitest'
import { Refusal } from '../http/refusal.ts'
import { fairQueue } from './fair-queue.ts'

/** A queue whose work ends when told to; `log` names what was begun and what was refused, in that order. */
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

test('a key has so many places, and another one does not wait for its line', async () => {
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

test('free places go to the lines in turn', async () => {
  const { enter, end, log, settle } = queueOf({ ...WIDE, concurrency: 1, concurrencyPerKey: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter('a', name)
  for (const name of ['b1', 'b2']) void enter('b', name)
  void enter('c', 'c1')
  await settle()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('a line that is too long takes nobody else in', async () => {
  const { enter, end, log, settle } = queueOf({ ...WIDE, concurrencyPerKey: 1, maxWaitingPerKey: 1 })
  for (const name of ['a1', 'a2', 'a3']) void enter('a', name)
  await settle()
  expect(log).toEqual(['a1', 'a3: too_many_requests'])
  await end('a1')
  void enter('a', 'a4')
  await end('a2')
  expect(log).toEqual(['a1', 'a3: too_many_requests', 'a2', 'a4'])
})

test('where too many wait in all, the last of the longest line gives way', async () => {
  const { enter, end, log, settle } = queueOf({ ...WIDE, concurrency: 1, maxWaiting: 3 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter('a', name)
  void enter('b', 'b1')
  await settle()
  expect(log).toEqual(['a1', 'a4: not_ready'])
  for (const name of ['a1', 'b1', 'a2']) await end(name)
  expect(log).toEqual(['a1', 'a4: not_ready', 'b1', 'a2', 'a3'])
})

test('work that fails frees its place', async () => {
  const inLine = fairQueue({ ...WIDE, concurrency: 1 })
  const failed = inLine('a', () => Promise.reject(new Error('broken')))
  const next = inLine('a', () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
