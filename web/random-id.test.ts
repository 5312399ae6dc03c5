import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { randomId } from './random-id.ts'

test('a random id is a version 4 UUID, and unique', () => {
  const ids = Array.from({ length: 1_000 }, randomId)
  expect(z.array(z.uuidv4()).safeParse(ids).error).toBeUndefined()
  expect(new Set(ids).size).toBe(ids.length)
  expect([...new Set(ids.map(id => id[19]))].sort()).toEqual(['8', '9', 'a', 'b'])
})
