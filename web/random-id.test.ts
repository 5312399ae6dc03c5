import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { randomId } from './random-id.ts'

test('a random id is a UUID of version 4, and none comes twice', () => {
  const made = Array.from({ length: 1_000 }, randomId)
  expect(z.array(z.uuidv4()).safeParse(made).error).toBeUndefined()
  expect(new Set(made).size).toBe(made.length)
  expect([...new Set(made.map(id => id[19]))].sort()).toEqual(['8', '9', 'a', 'b'])
})
