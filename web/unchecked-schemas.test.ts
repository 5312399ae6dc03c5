import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { FOR_THE_SERVER, withoutChecks, withPureCalls } from './vite-contract.ts'

const FOLDER = join(import.meta.dirname, '../contract')
const FILES = readdirSync(FOLDER).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const Coded = z.custom<z.core.$ZodType>(value => value !== undefined)
const Endpoint = z.looseObject({ method: z.string(), path: z.string(), body: Coded, reply: Coded })

/** The calls of the contract by name, and the functions that decode and encode by their schemas. */
async function loadContract() {
  const modules = await Promise.all(FILES.map((name): Promise<object> => import(join(FOLDER, name))))
  const calls = modules.flatMap(Object.values).flatMap((value: unknown) => Endpoint.safeParse(value).data ?? [])
  const { decode, encode } = await import('#contract/call.ts')
  return { decode, encode, calls: new Map(calls.map(call => [`${call.method} ${call.path}`, call])) }
}

const checked = await loadContract()
vi.resetModules()
vi.doMock('zod/mini', () => import('./unchecked-schemas.ts'))
const unchecked = await loadContract()
// The tests of other files run in the same thread.
vi.doUnmock('zod/mini')
vi.resetModules()

/** A value in JSON that a schema accepts; amounts are 12.34 lira. */
function sampleOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field)]))
    case 'array':
      return [sampleOf(def.element), sampleOf(def.element)]
    case 'optional':
    case 'nullable':
    case 'default':
      return sampleOf(def.innerType)
    case 'pipe':
      return sampleOf(def.in)
    case 'union':
      return sampleOf(def.options[0] ?? schema)
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'number':
      return def.checks?.length || 'format' in def ? 12 : 12.34
    case 'boolean':
      return true
    case 'record':
      return { key: 1 }
    case 'null':
      return null
    default:
      return textFor(schema)
  }
}

const TEXTS = ['metin', '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55', '2026-11-24', 'a@b.co', '2026-11-24T10:00:00Z', '12']
const textFor = (schema: z.core.$ZodType) => TEXTS.find(text => z.safeParse(schema, text).success)

const replies = [...checked.calls].flatMap(([name, { reply }]) => {
  const json = sampleOf(reply)
  return z.safeParse(reply, json).success ? [[name, json] as const] : []
})

test('every reply of the contract that is not a file has a sample', () => {
  const sampled = new Set(replies.map(([name]) => name))
  const others = [...checked.calls].filter(
    ([name, { reply }]) => !sampled.has(name) && !(reply instanceof z.ZodMiniNever),
  )
  expect(others.map(([name]) => name)).toEqual([])
})

test.each(replies)('the reply of %s is decoded and encoded as by the library', (name, json) => {
  const { reply } = checked.calls.get(name) ?? { reply: z.never() }
  const light = unchecked.calls.get(name)?.reply ?? z.never()
  const value = checked.decode(reply, json)
  expect(unchecked.decode(light, json)).toEqual(value)
  expect(unchecked.encode(light, value)).toEqual(json)
})

test('a body is encoded as by the library, without fields that it does not name', () => {
  const id = '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55'
  const order = { items: [{ product_id: id, quantity: 2, price: 5.5 }], notes: null, expected_total: 1_234 }
  const encoded = [checked, unchecked].map(({ calls, encode }) =>
    encode(calls.get('POST /orders')?.body ?? z.never(), { ...order, unknown: true }),
  )
  expect(encoded).toEqual([
    { ...order, expected_total: 12.34 },
    { ...order, expected_total: 12.34 },
  ])
})

test('a reply that is not a list, where one is expected, is an error', () => {
  const list = unchecked.calls.get('GET /orders')?.reply ?? z.never()
  expect(() => unchecked.decode(list, { detail: 'no' })).toThrow()
  expect(() => unchecked.decode(list, [null])).toThrow()
})

test('the build omits checks, messages and options that only the server uses', () => {
  const source = `import { required } from './fields.ts'
const Name = required('Ad', 200).check(z.minLength(1, 'Ad zorunludur'))
const Row = z.object({ errors: z.array(z.string()), amount: Money, name: z.nullable(Name) })
export const rename = call('PUT /rows/:id', {
  params: { id: Id },
  roles: ['admin'],
  body: Row.check(z.refine(row => row.name !== '', 'Ad zorunludur')),
  summary: 'Renames \`it\`.',
  failure: 'Olmadı',
  errors: ['taken'],
})`
  expect(withoutChecks(source).replaceAll(/\s+/g, ' ')).toBe(
    `import { required } from './fields.ts' const Name = required() const Row = z.object({ errors: z.array(z.string()), amount: Money, name: z.nullable(Name) }) export const rename = call('PUT /rows/:id', { roles: ['admin'], body: Row, failure: 'Olmadı', })`,
  )
})

test('the build omits options that only the server uses also where calls share them, and where calls are made', () => {
  const source = `export const BY_ID = { params: { id: Id }, reply: Row }
export const OTHER = { params: { id: Id } }
export const read = call('GET /rows/:id', { ...BY_ID, failure: 'Olmadı' })
function define(endpoint, options) {
  const defaults = { resources: [], errors: [] }
  return { ...defaults, notFoundCode: 'not_found', ...options }
}`
  expect(withoutChecks(source).replaceAll(/\s+/g, ' ')).toBe(
    `export const BY_ID = { reply: Row } export const OTHER = { params: { id: Id } } export const read = call('GET /rows/:id', { ...BY_ID, failure: 'Olmadı' }) function define(endpoint, options) { const defaults = { resources: [], } return { ...defaults, ...options } }`,
  )
})

test('no module of the contract that the app loads reads an option of a call that the build omits', () => {
  // `call-errors.ts` is for the server and the compiler; in `call.ts`, `query` is an argument.
  const others = FILES.filter(file => !['call.ts', 'call-errors.ts'].includes(file))
  for (const file of others)
    expect(readFileSync(join(FOLDER, file), 'utf8'), file).not.toMatch(
      new RegExp(`\\w\\.(${[...FOR_THE_SERVER].join('|')})\\b(?!\\()`),
    )
})

test('the build omits values that a module of the contract computes when it is loaded, if nothing uses them', () => {
  const source = `export const Name = z.string().check(z.minLength(1))
const names = new Map(rows.map(({ name }) => [name, keyOf(name)]))
export function forget(name) {
  names.delete(name)
}`
  expect(
    withPureCalls(source),
  ).toBe(`export const Name = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.minLength(1))
const names = new Map(/* @__PURE__ */ rows.map(({ name }) => [name, keyOf(name)]))
export function forget(name) {
  names.delete(name)
}`)
  // A call for its effect would also be omitted.
  for (const file of FILES) expect(readFileSync(join(FOLDER, file), 'utf8'), file).not.toMatch(/^[\w.]+\(/m)
})
