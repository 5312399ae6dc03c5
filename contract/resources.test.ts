import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RESOURCES } from './resources.ts'

const Terms = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string(),
  roles: z.array(z.string()),
  resources: z.array(z.enum(RESOURCES)),
  invalidates: z.array(z.enum(RESOURCES)),
  isStoredOffline: z.optional(z.boolean()),
  download: z.optional(z.unknown()),
})

const modules = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name): Promise<object> => import(/* @vite-ignore */ `./${name}`)),
)
const calls = modules.flatMap(Object.values).flatMap((value: unknown) => Terms.safeParse(value).data ?? [])
const nameOf = ({ method, path }: z.infer<typeof Terms>) => `${method} ${path}`

/** Mutations that change nothing that a query shows. */
const CHANGE_NOTHING_SHOWN = [
  'POST /admin/login',
  'POST /admin/products/price-changes/preview',
  'POST /auth/change-password',
  'POST /auth/forgot-password',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/reauthenticate',
  'POST /auth/resend-verification',
  'POST /auth/reset-password',
  'POST /auth/second-factor',
  'POST /lists/file',
  'POST /marketer/login',
]

test('every call of the contract is read', () => {
  expect(calls.length).toBeGreaterThan(90)
})

test('every mutation names what it changes, and no query does', () => {
  const silent = calls.filter(({ method, invalidates }) => method !== 'GET' && invalidates.length === 0)
  expect(silent.map(nameOf).sort()).toEqual(CHANGE_NOTHING_SHOWN)
  expect(calls.filter(({ method, invalidates }) => method === 'GET' && invalidates.length > 0)).toEqual([])
})

test('every query names what it shows, and no mutation does', () => {
  const isCached = ({ method, download }: z.infer<typeof Terms>) => method === 'GET' && download === undefined
  const silent = calls.filter(call => isCached(call) && call.resources.length === 0)
  // One is polled, the other a stream.
  expect(silent.map(nameOf).sort()).toEqual(['GET /admin/customers/import', 'GET /events'])
  expect(calls.filter(call => !isCached(call) && call.resources.length > 0)).toEqual([])
})

test('every resource is shown by a query', () => {
  const shown = new Set(calls.flatMap(({ resources }) => resources))
  expect([...shown].sort()).toEqual([...RESOURCES].sort())
})

test('every resource that a mutation changes is shown to the roles that may make it', () => {
  for (const call of calls) {
    if (call.roles.includes('anyone')) continue
    const shown = calls.filter(({ roles }) => roles.some(role => call.roles.includes(role)))
    for (const resource of call.invalidates)
      expect(
        shown.some(({ resources }) => resources.includes(resource)),
        `${nameOf(call)}: ${resource}`,
      ).toBe(true)
  }
})

test('every query that browsers store for offline use is made by customers or marketers', () => {
  const stored = calls.filter(call => call.isStoredOffline)
  expect(stored.length).toBeGreaterThan(0)
  for (const { method, roles } of stored) expect([method, roles.join() === 'admin']).toEqual(['GET', false])
})
