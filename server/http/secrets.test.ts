import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '#contract/call.ts'
import { isSecret } from '#contract/secret.ts'
import { makeWorld } from '../testing/world.ts'

test('every password and token of a call is declared secret', async () => {
  const world = await makeWorld()
  const fields = world.app.context.endpoints.flatMap(({ path, body, query, reply }) =>
    [body, query, reply].flatMap(schema => fieldsIn(schema).map(field => ({ ...field, path }))),
  )
  const sensitive = fields.filter(({ name }) => /password|token/i.test(name))
  expect(sensitive.length).toBeGreaterThan(10)
  expect(sensitive.filter(({ schema }) => !isSecret(schema)).map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

/** Every field below a schema. */
function fieldsIn(schema: Schema): { name: string; schema: Schema }[] {
  if (schema instanceof z.core.$ZodArray) return fieldsIn(schema._zod.def.element)
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  )
    return fieldsIn(schema._zod.def.innerType)
  if (!(schema instanceof z.core.$ZodObject)) return []
  return Object.entries(schema._zod.def.shape).flatMap(([name, field]) => [{ name, schema: field }, ...fieldsIn(field)])
}
