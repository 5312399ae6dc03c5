import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** An uploaded file with the name that the client gave it. */
export type Upload = { name: string; bytes: Buffer }
/** The text fields that precede the file in a multipart form. */
type FormFields = Record<string, string>

/** The file of a multipart form and the text fields before it. Refuses with `file_missing` or `malformed_body`. */
export async function readForm(request: FastifyRequest): Promise<{ file: Upload; fields: FormFields }> {
  if (!request.isMultipart()) refuse('file_missing')
  const part = await request.file().catch(refuseBrokenForm)
  if (!part) refuse('file_missing')
  // Read to the end even if the file is refused, or the connection would wait for it forever.
  const bytes = await part.toBuffer().catch(refuseBrokenForm)
  if (part.fieldname !== 'file' || bytes.length === 0) refuse('file_missing')
  // A form may omit the file's name, whatever the types say.
  const name: string | undefined = part.filename
  return { file: { name: name ?? '', bytes }, fields: fieldsOf(part) }
}

function fieldsOf({ fields }: MultipartFile): FormFields {
  const texts = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    if (!field || Array.isArray(field) || field.type !== 'field' || typeof field.value !== 'string') return []
    if (field.valueTruncated) refuse('malformed_body')
    return [[name, field.value]]
  })
  return Object.fromEntries(texts)
}

/** A broken form is the client's error; errors to which the multipart parser gave a status pass unchanged. */
function refuseBrokenForm(error: Error): never {
  if ('statusCode' in error) throw error
  refuse('malformed_body')
}
