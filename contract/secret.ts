import * as z from 'zod/mini'
import type { Schema } from './call.ts'

const SECRETS = new WeakSet<Schema>()

/** Declares a field secret: its value is never logged, recorded or stored readably. Returns the same schema. */
export function secret<S extends Schema>(schema: S): S {
  SECRETS.add(schema)
  return schema
}

/** Whether a schema is declared secret, or wraps one that is (optional, nullable, default). */
export const isSecret = (schema: Schema): boolean =>
  SECRETS.has(schema) || (isWrapper(schema) && isSecret(schema._zod.def.innerType))

/** The value of a schema with `replacement` in place of each secret; anything else is unchanged. */
export function withoutSecrets(schema: Schema, value: unknown, replacement: null | undefined): unknown {
  if (isSecret(schema)) return replacement
  if (!containsSecret(schema)) return value
  if (isWrapper(schema)) return withoutSecrets(schema._zod.def.innerType, value, replacement)
  if (schema instanceof z.core.$ZodArray && Array.isArray(value))
    return value.map(item => withoutSecrets(schema._zod.def.element, item, replacement))
  if (schema instanceof z.core.$ZodObject && typeof value === 'object' && value !== null) {
    const { shape } = schema._zod.def
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      shape[name] ? withoutSecrets(shape[name], field, replacement) : field,
    ])
    return Object.fromEntries(fields)
  }
  return value
}

/** The names of the secret fields of an object schema. */
export function secretFields(schema: Schema): string[] {
  if (!(schema instanceof z.core.$ZodObject)) return []
  return Object.entries(schema._zod.def.shape).flatMap(([name, field]) => (isSecret(field) ? [name] : []))
}

/** Whether a schema contains a secret: in a field, in an element or in the schema that it wraps. */
function containsSecret(schema: Schema): boolean {
  if (isSecret(schema)) return true
  if (isWrapper(schema)) return containsSecret(schema._zod.def.innerType)
  if (schema instanceof z.core.$ZodArray) return containsSecret(schema._zod.def.element)
  if (schema instanceof z.core.$ZodObject) return Object.values(schema._zod.def.shape).some(containsSecret)
  return false
}

const isWrapper = (schema: Schema) =>
  schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable || schema instanceof z.core.$ZodDefault
