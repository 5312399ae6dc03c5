import { z } from 'zod'
import { Nothing, type Schema } from '#contract/call.ts'
import { Refusal } from './refusal.ts'

// The message of every schema that has none of its own.
z.config({ customError: () => 'Gönderilen bilgiler hatalı' })

/** The decoded input; refuses one that does not match its schema with `invalid_input`. */
export function check<S extends Schema>(schema: S, input: unknown): z.output<S> {
  // Most calls have no body or no query to check.
  if (Object.is(schema, Nothing)) return input as z.output<S>
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const { issues } = result.error
  const errors = issues
    .flatMap(issue => withinUnion(issue, input))
    .map(({ path, message }) => ({ field: path.join('.'), message }))
  const atFields = errors.filter(error => error.field !== '')
  throw new Refusal('invalid_input', issues[0]?.message ?? '', atFields.length ? atFields : undefined)
}

type Issue = z.core.$ZodIssue

/** If an input matches no form of a union: the issues of the form whose fields it has. */
function withinUnion(issue: Issue, input: unknown): Issue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue]
  const fields = Object.keys(Object(input))
  return issue.errors.find(issues => issues.every(({ path }) => fields.includes(String(path[0])))) ?? [issue]
}
