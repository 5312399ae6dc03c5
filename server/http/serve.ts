import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type AllowedRole,
  acceptsIdempotencyKey,
  type Call,
  type FileCall,
  type ListCall,
  Nothing,
  PageRequest,
  type ParamsOf,
  type Role,
  type Schema,
} from '#contract/call.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from './context.ts'
import { type FileReply, holdsVersion, nameVersion, replyWithFile } from './files.ts'
import { onceOnly, textOf } from './idempotency.ts'
import { type List, replyWithList } from './lists.ts'
import { networkOf } from './network.ts'
import { Refusal, refuse } from './refusal.ts'
import { SerializedReply } from './serialized-reply.ts'

export type { Actor } from './context.ts'

type ActorFor<W> = [W] extends [Role] ? Actor<W> : Actor | undefined

/** What a door hands in: who asks, what they brought (checked), and what to work with. */
export type Ask<Path extends string, W extends AllowedRole, Body extends Schema, Query extends Schema> = {
  db: Database
  now: Date
  actor: ActorFor<W>
  token: string | undefined
  /** The network that the request came from: an address of IPv4, or the /64 of one of IPv6. */
  address: string
  params: ParamsOf<Path>
  body: z.output<Body>
  query: z.output<Query>
}

export type Upload = { name: string; bytes: Buffer }
/** The text fields of a form that stand before its file. */
type FormFields = Record<string, string>

/** Opens the door that the contract describes: checks who knocks and what they bring, then hands it in. */
export function serve<P extends string, W extends AllowedRole, B extends Schema, Q extends Schema, R extends Schema>(
  app: FastifyInstance,
  terms: Call<P, W, B, Q, R>,
  handle: (ask: Ask<P, W, B, Q>) => Promise<z.output<R>>,
  /** Reads what was made by its id: the answer to a late repetition, where the call keeps its keys for ever. */
  recall?: (ask: Ask<P, W, B, Q>, id: string) => Promise<z.output<R>>,
) {
  if (terms.keepsKeyForever && !recall) throw new Error(`${terms.path}: nothing answers a late repetition`)
  registerEndpoint(app, terms, async (request, reply) => {
    const ask = asked(terms, request)
    return answerOnce(app, terms, request, reply, {
      brought: ask.body,
      prepare: async () => db => handle({ ...ask, db }),
      isSlow: false,
      recall: recall && ((db, id) => recall({ ...ask, db }, id)),
    })
  })
}

/**
 * Opens a door behind which something slow is done first (a password hashed, a picture scaled); the work that it
 * answers with is done in the transaction of the request's key.
 */
export function servePrepared<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(
  app: FastifyInstance,
  terms: Call<P, W, B, Q, R>,
  prepare: (ask: Ask<P, W, B, Q>) => Promise<(db: Database) => Promise<z.output<R>>>,
) {
  registerEndpoint(app, terms, async (request, reply) => {
    const ask = asked(terms, request)
    const prepared = () => prepare({ ...ask, db: app.context.db })
    return answerOnce(app, terms, request, reply, { brought: ask.body, prepare: prepared, isSlow: true })
  })
}

/**
 * Opens a door at which the same is asked every few seconds, to see whether it has changed: who has what would be
 * answered is told just that. A browser keeps the last answer, and gives it to the page again.
 */
export function serveWatched<P extends string, W extends AllowedRole, Q extends Schema, R extends Schema>(
  app: FastifyInstance,
  terms: Call<P, W, Nothing, Q, R>,
  handle: (ask: Ask<P, W, Nothing, Q>) => Promise<z.output<R>>,
) {
  registerEndpoint(app, terms, async (request, reply) => {
    const answer = await handle({ ...asked(terms, request), db: app.context.db })
    const text = JSON.stringify(z.encode(terms.reply, answer))
    const version = createHash('sha256').update(text).digest('base64url')
    nameVersion(reply, version)
    if (holdsVersion(request, version)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** Opens the door to a list: a page of it with its successor's address, or all of it in a stream. */
export function serveList<P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  app: FastifyInstance,
  terms: ListCall<P, W, Q, I>,
  handle: (ask: Ask<P, W, Nothing, Q>) => List<z.output<I>> | Promise<List<z.output<I>>>,
) {
  registerEndpoint(app, terms, async (request, reply) => {
    const ask = { ...asked(terms, request), db: app.context.db }
    return replyWithList(request, reply, terms.item, PageRequest.parse(request.query), await handle(ask))
  })
}

/**
 * Opens the door to a file, which leaves in a stream. `holds` says whether who asks has a version of it already: then
 * that version is all the answer needs.
 */
export function serveFile<P extends string, W extends AllowedRole, Q extends Schema>(
  app: FastifyInstance,
  terms: FileCall<P, W, Q>,
  handle: (ask: Ask<P, W, Nothing, Q> & { holds: (version: string) => boolean }) => Promise<FileReply>,
) {
  registerEndpoint(app, terms, async (request, reply) => {
    const holds = (version: string) => holdsVersion(request, version)
    const ask = { ...asked(terms, request), db: app.context.db, holds }
    return replyWithFile(reply, terms.download.media, await handle(ask))
  })
}

/**
 * Opens a door through which a file is brought, in the multipart field `file`, after the text fields that make up the
 * call's body. What is slow (reading the file) is done first; the work that it answers with is done in the transaction
 * of the request's key. Where nothing is to be done, the answer is given at once and no key is kept.
 */
export function serveUpload<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(
  app: FastifyInstance,
  terms: Call<P, W, B, Q, R>,
  prepare: (
    ask: Ask<P, W, B, Q> & { file: Upload },
  ) => Promise<((db: Database) => Promise<z.output<R>>) | SerializedReply>,
) {
  registerEndpoint(app, terms, async (request, reply) => {
    const ask = asked({ ...terms, body: Nothing }, request)
    const { file, fields } = await formOf(request)
    const body = check(terms.body, fields)
    const hasFields = Object.keys(fields).length > 0
    const brought = hasFields ? Buffer.concat([file.bytes, Buffer.from(JSON.stringify(fields))]) : file.bytes
    const prepared = () => prepare({ ...ask, body, db: app.context.db, file })
    return answerOnce(app, terms, request, reply, { brought, prepare: prepared, isSlow: true })
  })
}

/** What a stranger may send at most, and somebody with a session (a product's picture is sent as text). */
const LARGEST_BODY = { stranger: 64 * 1024, known: 8 * 1024 * 1024 }

/** The door itself: who may come in is looked at here, what they bring by whoever answers. */
export function registerEndpoint(
  app: FastifyInstance,
  terms: Call,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.context.endpoints.push(terms)
  app.route({
    method: terms.method,
    url: terms.path,
    config: { failure: terms.failure },
    bodyLimit: terms.roles.includes('anyone') ? LARGEST_BODY.stranger : LARGEST_BODY.known,
    // Before the body is read: a stranger's megabytes are not even received.
    onRequest: async request => admit(request, terms),
    handler: answer,
  })
}

function admit(request: FastifyRequest, terms: Call) {
  if (!terms.roles.includes('anyone')) {
    if (!request.actor) refuse('session_ended')
    if (!terms.roles.includes(request.actor.role)) refuse('forbidden')
  }
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    if (isId(name) && !z.uuid().safeParse(value).success) refuse(terms.notFoundCode)
  }
}

function asked<P extends string, W extends AllowedRole, B extends Schema, Q extends Schema, R extends Schema>(
  terms: Call<P, W, B, Q, R>,
  request: FastifyRequest,
): Omit<Ask<P, W, B, Q>, 'db'> {
  return {
    now: request.now,
    actor: request.actor as ActorFor<W>,
    token: request.token,
    address: networkOf(request.ip),
    params: idsAsWritten(request.params as ParamsOf<P>),
    query: check(terms.query, request.query),
    body: check(terms.body, request.body),
  }
}

/** Ids as they are written down, however they were typed: ledger and trail keep them as text. */
function idsAsWritten<Params extends Record<string, string>>(params: Params): Params {
  const entries = Object.entries(params).map(([name, value]) => [name, isId(name) ? value.toLowerCase() : value])
  return Object.fromEntries(entries)
}

const isId = (name: string) => /id$/i.test(name)

type Answering<Reply> = {
  brought: unknown
  prepare: () => Promise<((db: Database) => Promise<Reply>) | SerializedReply>
  isSlow: boolean
  recall?: ((db: Database, id: string) => Promise<Reply>) | undefined
}

async function answerOnce<R extends Schema>(
  app: FastifyInstance,
  terms: Call<string, AllowedRole, Schema, Schema, R>,
  request: FastifyRequest,
  reply: FastifyReply,
  { prepare, recall, ...rest }: Answering<z.output<R>>,
) {
  const status = terms.creates ? 201 : 200
  const prepared = async () => {
    const work = await prepare()
    return work instanceof SerializedReply ? work : async (db: Database) => z.encode(terms.reply, await work(db))
  }
  const recalled = recall && (async (db: Database, id: string) => z.encode(terms.reply, await recall(db, id)))
  const text = acceptsIdempotencyKey(terms)
    ? await onceOnly(app.context, request, terms, { ...rest, status, prepare: prepared, recall: recalled })
    : await textOf(await prepared(), app.context.db)
  return reply.code(status).type('application/json; charset=utf-8').send(text)
}

// Where a schema has no sentence of its own, this one is said.
z.config({ customError: () => 'Gönderilen bilgiler hatalı' })

function check<S extends Schema>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const { issues } = result.error
  const errors = issues.map(issue => ({ field: issue.path.join('.'), message: issue.message }))
  const atFields = errors.filter(error => error.field !== '')
  throw new Refusal('invalid_input', issues[0]?.message ?? '', atFields.length ? atFields : undefined)
}

async function formOf(request: FastifyRequest): Promise<{ file: Upload; fields: FormFields }> {
  if (!request.isMultipart()) refuse('file_missing')
  const part = await request.file().catch(refuseBrokenForm)
  if (!part) refuse('file_missing')
  // Also of a file that is not wanted all is read, or the connection would wait for it for ever.
  const bytes = await part.toBuffer().catch(refuseBrokenForm)
  if (part.fieldname !== 'file' || bytes.length === 0) refuse('file_missing')
  // A form may bring bytes that it does not name, whatever the types say.
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

/** A form that is broken is the sender's fault; what the form's reader refuses in its own words stays as it is. */
function refuseBrokenForm(error: Error): never {
  if ('statusCode' in error) throw error
  refuse('malformed_body')
}
