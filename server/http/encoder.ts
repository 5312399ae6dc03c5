import { z } from 'zod'
import type { Schema } from '#contract/call.ts'

/** Encodes a value in the form of its schema, without checking it. */
type Encode = (value: unknown) => unknown

const encoders = new WeakMap<Schema, Encode>()

/**
 * A reply in the form of its schema for JSON: fields that the schema does not name are left out, codecs (such as kuruş
 * to lira) are applied. With `isStrict` the reply is also checked against the schema.
 */
export function encodeReply<S extends Schema>(schema: S, reply: z.output<S>, { isStrict }: Strictness): unknown {
  const encoded = encoderOf(schema)(reply)
  // The check takes longer than all the rest of many requests, so it is made in tests and in development only.
  if (isStrict && JSON.stringify(encoded) !== JSON.stringify(z.encode(schema, reply)))
    throw new Error(`a reply is not encoded as its schema demands: ${JSON.stringify(encoded)}`)
  return encoded
}

/** The JSON text of a reply, see `encodeReply`. */
export const serializeReply = <S extends Schema>(schema: S, reply: z.output<S>, strictness: Strictness) =>
  JSON.stringify(encodeReply(schema, reply, strictness))

type Strictness = { isStrict: boolean }

/** The function that encodes values of this schema for JSON, compiled once. */
function encoderOf(schema: Schema): Encode {
  let encoder = encoders.get(schema)
  if (!encoder) {
    encoder = compile(schema) ?? asItIs
    encoders.set(schema, encoder)
  }
  return encoder
}

const asItIs: Encode = value => value

/** Undefined if values of the schema are sent as they are. */
function compile(schema: Schema): Encode | undefined {
  // The definitions of all kinds of schemas that the contract uses; any other kind is encoded by the library.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'unknown':
    case 'custom':
      return undefined
    case 'nullable':
    case 'optional': {
      const inner = compile(def.innerType)
      return inner && (value => (value === null || value === undefined ? value : inner(value)))
    }
    case 'array': {
      const element = compile(def.element)
      return element && (values => (values as unknown[]).map(element))
    }
    case 'object':
      return compileObject(def.shape)
    case 'union':
      return compileUnion(def.options) ?? (value => z.encode(schema, value))
    case 'pipe':
      return compileCodec(def) ?? (value => z.encode(schema, value))
    default:
      return value => z.encode(schema, value)
  }
}

/** Undefined for a pipe that is no codec, and for one whose sides need encoding themselves. */
function compileCodec({ in: encoded, out: decoded, reverseTransform }: z.core.$ZodPipeDef): Encode | undefined {
  if (!reverseTransform || compile(encoded) || compile(decoded)) return undefined
  return value => reverseTransform(value, { value, issues: [] })
}

/** Undefined for a union other than of one kind of object and values that are sent as they are. */
function compileUnion(options: readonly Schema[]): Encode | undefined {
  const [encode, ...others] = options.flatMap(option => compile(option) ?? [])
  if (!encode || others.length > 0) return undefined
  return value => (typeof value === 'object' && value !== null ? encode(value) : value)
}

function compileObject(shape: Readonly<Record<string, Schema>>): Encode {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, encode: compile(schema) }))
  return value => {
    const given = value as Record<string, unknown>
    const encoded: Record<string, unknown> = {}
    for (const { name, encode } of fields) {
      const field = given[name]
      if (field !== undefined) encoded[name] = encode ? encode(field) : field
    }
    return encoded
  }
}
