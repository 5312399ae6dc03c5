import { z } from 'zod'
import type { Schema } from '#contract/call.ts'
import { Refusal } from './refusal.ts'

// The message of every schema that has none of its own.
z.config({ customError: () => 'Gönderilen bilgiler hatalı' })

/** The decoded input; refuses one that does not match its schema with `invalid_input`. */
export function check<S extends Schema>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const { issues } = result.error
  const errors = issues.map(issue => ({ field: issue.path.join('.'), message: issue.message }))
  const atFields = errors.filter(error => error.field !== '')
  throw new Refusal('invalid_input', issues[0]?.message ?? '', atFields.length ? atFields : undefined)
}
