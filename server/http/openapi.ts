import { z } from 'zod'
import { acceptsIdempotencyKey, type Call, Nothing, type Schema } from '#contract/call.ts'
import { errorCodes, UNEXPECTED } from '#contract/call-errors.ts'
import { IdempotencyKey } from '#contract/fields.ts'
import { REFUSALS, type RefusalCode } from '#contract/refusals.ts'
import { KEY_RETENTION } from '#contract/times.ts'
import { GUIDE } from './openapi-guide.ts'
import { operationIdOf } from './operation-id.ts'

const HOUR = 60 * 60 * 1000

export type Operation = ReturnType<typeof operation>
export type Document = ReturnType<typeof documentOf>

/** An OpenAPI 3.1 document of the calls, generated from the schemas that validate requests. */
export function documentOf(calls: readonly Call[]) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toptan API',
      version: '1.0.0',
      description: GUIDE.join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR },
    },
  }
}

const ERROR = {
  type: 'object',
  required: ['detail', 'code'],
  properties: {
    detail: { type: 'string', description: 'A Turkish sentence that can be shown as it is.' },
    code: { enum: [...Object.keys(REFUSALS), UNEXPECTED] },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

function operation(call: Call) {
  const isPublic = call.roles.includes('anyone')
  return {
    operationId: operationIdOf(call),
    tags: [call.path.split('/')[1]!],
    summary: call.summary,
    ...(!isPublic && { description: `For: ${call.roles.join(', ')}.${recordedIn(call)}` }),
    security: isPublic ? [] : [{ session: [] }],
    parameters: [...pathParameters(call), ...queryParameters(call), ...keyParameter(call), ...versionParameter(call)],
    ...requestBody(call),
    responses: {
      [call.creates ? '201' : '200']: successOf(call),
      ...(call.hasETag && { 304: NOT_MODIFIED }),
      ...errorResponses(call),
    },
  }
}

type Header = { description: string; schema: { type: string } }
type Response = { description: string; headers?: Record<string, Header>; content?: Record<string, { schema: unknown }> }

function successOf(call: Call): Response {
  const headers = { ...(call.isPaged && PAGE_HEADERS), ...(call.hasETag && VERSION_HEADERS) }
  return {
    description: call.isPaged ? 'A page of the list, or without `limit` all of it.' : 'Done.',
    ...(Object.keys(headers).length && { headers }),
    content: replyOf(call),
  }
}

const header = (description: string, type = 'string'): Header => ({ description, schema: { type } })

const PAGE_HEADERS = {
  Link: header('The address of the next page, with `rel="next"`; absent from the last one.'),
  'X-Total-Count': header(
    'How many entries all pages have together; only with `limit`, and only of some lists.',
    'integer',
  ),
}

const VERSION_HEADERS = {
  ETag: header('The version of the reply, for `If-None-Match`; of a list only if it is whole.'),
}

const NOT_MODIFIED: Response = {
  description: 'The reply is still that of the `ETag` in `If-None-Match`; without a body.',
  headers: VERSION_HEADERS,
}

const RETRY_HEADERS = { 'Retry-After': header('After how many seconds the request may be repeated.', 'integer') }

/** Says that requests of a call are recorded as exports of personal data, for all roles or for one. */
function recordedIn({ personalData }: Call) {
  if (!personalData) return ''
  const whose = personalData === true ? '' : ` for the role ${personalData}`
  return ` Recorded in the security log${whose}, a list only if it is read without \`limit\`.`
}

/** A response for each status of the call's errors. */
function errorResponses(call: Call): Record<string, Response> {
  const refusals = errorCodes(call)
  const statuses = [...new Set(refusals.map(code => REFUSALS[code].status))]
  const responses = statuses.map((status): [number, Response] => {
    const codes = refusals.filter(code => REFUSALS[code].status === status)
    const response = errorResponse(codes, codes.map(descriptionOf).join('\n'))
    return [status, status === 429 || status === 503 ? { ...response, headers: RETRY_HEADERS } : response]
  })
  const unexpected = errorResponse([UNEXPECTED], `- \`${UNEXPECTED}\`: ${call.failure}`)
  return { ...Object.fromEntries(responses), 500: unexpected }
}

function errorResponse(codes: (RefusalCode | typeof UNEXPECTED)[], description: string): Response {
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] }
  return { description, content: json(schema) }
}

/** The code, with its message if that is always the same. */
function descriptionOf(code: RefusalCode): string {
  const { detail }: { detail: (...facts: never[]) => string } = REFUSALS[code]
  return detail.length === 0 ? `- \`${code}\`: ${detail()}` : `- \`${code}\``
}

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: unknown
  description?: string
}

function pathParameters(call: Call): Parameter[] {
  return Object.entries(call.params).map(([name, schema]) => {
    const { type, format } = schemaOf(schema)
    return { name, in: 'path', required: true, schema: { type, ...(format && { format }) } }
  })
}

function queryParameters(call: Call): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(call.query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function keyParameter(call: Call): Parameter[] {
  if (!acceptsIdempotencyKey(call)) return []
  const later = call.keepsKeyForever ? ', and later what it created' : ''
  const description = `The same key with the same request gives the first reply again for ${KEY_RETENTION / HOUR} hours${later}; with another request 409.`
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema: schemaOf(IdempotencyKey), description }]
}

function versionParameter({ hasETag }: Call): Parameter[] {
  if (!hasETag) return []
  const description = 'The `ETag` of an earlier reply: 304 if there is no other version by now.'
  return [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' }, description }]
}

function requestBody(call: Call) {
  if (call.takesFile) {
    const fields = call.body === Nothing ? {} : schemaOf(call.body).properties
    const properties = { ...fields, file: { type: 'string', format: 'binary' } }
    const file = { type: 'object', required: ['file'], properties }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  }
  if (call.body === Nothing) return {}
  return { requestBody: { required: true, content: json(schemaOf(call.body)) } }
}

/** The content of a successful reply: a file, a stream or JSON. */
const replyOf = ({ download, media, reply }: Call): Record<string, { schema: unknown }> => ({
  [media]: { schema: download ? { type: 'string', format: 'binary' } : schemaOf(reply) },
})

const json = (schema: unknown) => ({ 'application/json': { schema } })

/** The wire format: a codec's input side, without what JSON Schema cannot express. */
function schemaOf(schema: Schema) {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return described
}
