import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { STORED_CALLS } from './stored-replies.ts'

const FOLDER = join(import.meta.dirname, '../../contract')
const Stored = z.object({ method: z.string(), path: z.string(), isStoredOffline: z.literal(true) })

test('the calls whose stored replies are checked are exactly those with `isStoredOffline`', async () => {
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((name): Promise<object> => import(join(FOLDER, name))))
  const stored = modules.flatMap(Object.values).flatMap((value: unknown) => Stored.safeParse(value).data ?? [])
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  expect(STORED_CALLS.map(nameOf).sort()).toEqual(stored.map(nameOf).sort())
})
