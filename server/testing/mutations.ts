import fc from 'fast-check'
import type { z } from 'zod'

// Random requests that are partly wrong: values of a schema, changes of valid values, of texts and of bytes.

/** Draws values of arbitraries; the same seed draws the same ones. */
export type Draw = fc.GeneratorValue

/** One of these values, drawn by its index: for an arbitrary of values, fast-check would search all earlier draws. */
export const pick = <Value>(draw: Draw, ...values: readonly Value[]): Value =>
  values[draw(fc.nat, { max: values.length - 1 })]!

/** Values that have broken servers. */
const ODD_NUMBERS = [0, -1, 1, 0.1, -0.005, 1e21, -1e308, 2 ** 31, 2 ** 53 + 2, 5e-324]
const ODD_SIGNS = ['', ' ', '0', 'null', '1e3', '١٢', 'İIıi', 'ﬁ', 'a\0b', '\r\n', '\u202e', '\ufeff', '\ud800', '😀']
const ODD_CODES = ["' or 1=1 --", '<img src=x onerror=alert(1)>', '../../etc/passwd', '{{7*7}}', '%00', '%s%n', '=1+1']
const ODD_DATES = ['0000-01-01', '2026-02-30', '2026-11-23', '9999-12-31T23:59:60Z']
const ODD_FIELDS = [
  ...ODD_DATES,
  '00000000-0000-4000-8000-000000000000',
  'data:image/png;base64,AAAA',
  'https://ornek.com.tr/a.png',
  'ı@İ.tr',
  'Ana Depo',
  'iptal',
  'ş'.repeat(3000),
]
const ODD_LISTS: readonly object[] = [
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  { toString: 1 },
  Array.from({ length: 600 }, (_, i) => i),
]
const ODD_TEXTS = [...ODD_SIGNS, ...ODD_CODES, ...ODD_FIELDS]
const ODD_VALUES: readonly unknown[] = [null, true, false, ...ODD_NUMBERS, ...ODD_TEXTS, ...ODD_LISTS]
const ODD_KEYS = ['id', 'role', 'constructor', '__proto__', 'toString', 'status', 'price', '', 'a\0b', '$where']

/** Made once: making one takes longer than drawing from it. */
const BINARY = fc.string({ unit: 'binary', maxLength: 40 })
const binary = () => BINARY
const EMAIL_ADDRESS = fc.emailAddress()
const emailAddress = () => EMAIL_ADDRESS
const graphemesOf = new Map<string, () => fc.Arbitrary<string>>()
function graphemes(minLength: number, maxLength: number): () => fc.Arbitrary<string> {
  const key = `${minLength} to ${maxLength}`
  const known = graphemesOf.get(key)
  if (known) return known
  const arbitrary = fc.string({ unit: 'grapheme', minLength, maxLength })
  const made = () => arbitrary
  graphemesOf.set(key, made)
  return made
}

export const oddValue = (draw: Draw): unknown => pick(draw, ...ODD_VALUES)
export const oddText = (draw: Draw): string => (draw(fc.boolean) ? pick(draw, ...ODD_TEXTS) : draw(binary))

/** A JSON value with one to three changes: parts replaced, removed, repeated or added. */
export function changed(draw: Draw, value: unknown): unknown {
  let result = value
  for (let left = draw(fc.integer, { min: 1, max: 3 }); left > 0; left--) {
    const paths = pathsIn(result)
    result = changedAt(draw, result, pick(draw, ...paths))
  }
  return result
}

type Path = readonly string[]

/** The paths of a value and of all that it contains, the root first. */
function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([key, part]) => pathsIn(part).map(path => [key, ...path]))]
}

function changedAt(draw: Draw, value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return changedPart(draw, value)
  const isRemoved = rest.length === 0 && draw(fc.integer, { min: 0, max: 4 }) === 0
  if (Array.isArray(value)) {
    const index = Number(key)
    return value.flatMap((item, i) => (i !== index ? [item] : isRemoved ? [] : [changedAt(draw, item, rest)]))
  }
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).flatMap(([name, part]) =>
    name !== key ? [[name, part]] : isRemoved ? [] : [[name, changedAt(draw, part, rest)]],
  )
  return Object.fromEntries(parts)
}

function changedPart(draw: Draw, value: unknown): unknown {
  const choice = draw(fc.integer, { min: 0, max: 3 })
  if (choice === 0 && Array.isArray(value)) return [...value, ...value]
  if (choice <= 1 && typeof value === 'object' && value !== null && !Array.isArray(value))
    // Assigned as JSON does it: `__proto__` becomes a property like any other.
    return Object.fromEntries([...Object.entries(value), [pick(draw, ...ODD_KEYS), oddValue(draw)]])
  if (choice === 2 && typeof value === 'string') return changedText(draw, value)
  if (choice === 2 && typeof value === 'number') return value * pick(draw, -1, 0.5, 1e6, 1e15)
  return oddValue(draw)
}

/** A text with a piece removed, repeated, or replaced by an odd one. */
export function changedText(draw: Draw, value: string): string {
  const from = draw(fc.nat, { max: value.length })
  const to = draw(fc.integer, { min: from, max: value.length })
  const piece = pick(draw, '', value.slice(from, to).repeat(2), oddText(draw))
  return value.slice(0, from) + piece + value.slice(to)
}

/** Bytes with up to five of them changed, or cut off. */
export function changedBytes(draw: Draw, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let left = draw(fc.integer, { min: 1, max: 5 }); left > 0; left--)
    copy[draw(fc.nat, { max: copy.length - 1 })] = draw(fc.nat, { max: 255 })
  return draw(fc.integer, { min: 0, max: 3 }) === 0 ? copy.subarray(0, draw(fc.nat, { max: copy.length })) : copy
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** A value that mostly matches a JSON schema. */
export function valueOf(draw: Draw, schema: JsonSchema | boolean | undefined): unknown {
  if (typeof schema !== 'object') return oddValue(draw)
  if (schema.enum) return pick(draw, ...schema.enum)
  if ('const' in schema) return schema.const
  if (schema.anyOf) return valueOf(draw, pick(draw, ...schema.anyOf))
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const given = Object.entries(properties).filter(
        ([name]) => draw(fc.integer, { min: 0, max: 9 }) < (required.includes(name) ? 9 : 5),
      )
      return Object.fromEntries(given.map(([name, part]) => [name, valueOf(draw, part)]))
    }
    case 'array': {
      const { items } = schema
      const length = draw(fc.nat, { max: 3 })
      return Array.from({ length }, () => valueOf(draw, Array.isArray(items) ? items[0] : items))
    }
    case 'string':
      return textOf(draw, schema)
    case 'integer':
      return draw(fc.integer, boundsOf(schema))
    case 'number':
      return draw(fc.double, { ...boundsOf(schema), noNaN: true })
    case 'boolean':
      return draw(fc.boolean)
    default:
      return oddValue(draw)
  }
}

function textOf(draw: Draw, { format, minLength = 0, maxLength = 300 }: JsonSchema): string {
  if (format === 'uuid') return draw(fc.uuid)
  if (format === 'date') return pick(draw, '2026-03-10', '1900-01-01', '2199-12-31')
  if (format === 'email') return draw(emailAddress)
  const max = Math.min(maxLength, minLength + 30)
  return draw(graphemes(minLength, Math.max(minLength, max)))
}

const boundsOf = ({ minimum = -10, maximum = 1e6 }: JsonSchema) => ({
  min: Math.max(minimum, -1e9),
  max: Math.max(Math.min(maximum, 1e9), minimum),
})
