import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shareNextRun } from './share-next-run.ts'

test('callers during a run share the next one, and runs never overlap', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const run = shareNextRun(async () => {
    runs++
    most = Math.max(most, ++running)
    await setImmediate()
    running--
  })
  const first = run()
  const second = run()
  const third = run()
  const fourth = first.then(run)
  await Promise.all([first, second, third, fourth])
  expect([most, runs]).toEqual([1, 2])
})

test('a failed run rejects for its callers only, and the next one runs all the same', async () => {
  let runs = 0
  const run = shareNextRun(async () => {
    await setImmediate()
    if (++runs === 1) throw new Error('the first one fails')
  })
  const first = run()
  const second = run()
  await expect(first).rejects.toThrow('the first one fails')
  await expect(second).resolves.toBeUndefined()
})
