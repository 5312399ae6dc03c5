import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type AllowedRole,
  acceptsIdempotencyKey,
  type Call,
  type FileCall,
  type ListCall,
  MAX_BODY_BYTES,
  type Nothing,
  PASSIVE_HEADER,
  type PageRequest,
  type ParamsOf,
  type Role,
  type Schema,
} from '#contract/call.ts'
import type { Database } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'
import { authorize, requireRecentLogin } from './authorize.ts'
import { check } from './check.ts'
import { type Actor, type Origin, originOf } from './context.ts'
import { encodeReply, serializeReply } from './encoder.ts'
import { clientHasVersion, type FileReply, replyWithFile, setWeakETag } from './files.ts'
import { runOnce, serializedReply } from './idempotency.ts'
import { type EncodedList, type List, replyWithList, type SerializedList } from './lists.ts'
import { networkOf } from './network.ts'
import { refuse } from './refusal.ts'
import { SerializedReply } from './serialized-reply.ts'

type ActorFor<W> = [W] extends [Role] ? Actor<W> : Actor | undefined

/**
 * What an endpoint's handler receives: the actor, the validated input, the request's time and the database: the pool
 * where the handler runs outside a transaction.
 */
export type HandlerInput<
  Path extends string,
  W extends AllowedRole,
  Body extends Schema,
  Query extends Schema,
  Db extends Database = Database,
> = {
  db: Db
  now: Date
  actor: ActorFor<W>
  token: string | undefined
  /** The `User-Agent` header; '' if there is none. */
  userAgent: string
  /** The network that the request came from: an IPv4 address, or the /64 of an IPv6 address. */
  network: string
  /** For the security log. */
  origin: Origin
  params: ParamsOf<Path>
  body: z.output<Body>
  query: z.output<Query>
}

/**
 * Registers the endpoint that a call describes: checks the role, validates the input, and runs the handler at most once
 * per idempotency key.
 */
export function serve<P extends string, W extends AllowedRole, B extends Schema, Q extends Schema, R extends Schema>(
  app: FastifyInstance,
  call: Call<P, W, B, Q, R>,
  handle: (input: HandlerInput<P, W, B, Q>) => Promise<z.output<R>>,
  /** Reads the created record by its id: the reply to a repetition after the stored reply has expired. */
  readCreated?: (input: HandlerInput<P, W, B, Q>, id: string) => Promise<z.output<R>>,
) {
  if (call.keepsKeyForever && !readCreated)
    throw new Error(`${call.path}: late repetitions need a readCreated function`)
  registerEndpoint(app, call, async (request, reply) => {
    const input = readInput(call, request)
    return replyOnce(app, call, request, reply, {
      payload: input.body,
      prepare: async () => db => handle({ ...input, db }),
      isSlow: false,
      readCreated: readCreated && ((db, id) => readCreated({ ...input, db }, id)),
    })
  })
}

/** Registers a query whose reply is already in memory as UTF-8, or is read from the database. */
export function serveFromMemory<P extends string, W extends AllowedRole, Q extends Schema, R extends Schema>(
  app: FastifyInstance,
  call: Call<P, W, Nothing, Q, R>,
  handle: (input: HandlerInput<P, W, Nothing, Q, Pool>) => Promise<z.output<R> | Uint8Array>,
) {
  registerEndpoint(app, call, async (request, reply) => {
    const result = await handle({ ...readInput(call, request), db: app.context.db })
    const text = result instanceof Uint8Array ? result : serializeReply(call.reply, result, app.context)
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/**
 * Registers an endpoint whose slow part (hashing a password, scaling a picture) runs before the transaction. The
 * function that `prepare` resolves to runs in the transaction of the idempotency key.
 */
export function servePrepared<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(
  app: FastifyInstance,
  call: Call<P, W, B, Q, R>,
  prepare: (input: HandlerInput<P, W, B, Q, Pool>) => Promise<(db: Database) => Promise<z.output<R>>>,
) {
  registerEndpoint(app, call, async (request, reply) => {
    const input = readInput(call, request)
    const prepared = () => prepare({ ...input, db: poolOf(app, call) })
    return replyOnce(app, call, request, reply, { payload: input.body, prepare: prepared, isSlow: true })
  })
}

/**
 * Registers an endpoint that browsers poll every few seconds: the reply carries an ETag, and is a 304 without a body
 * while the client's version is current, so that the browser reuses its cached reply. The version is a hash of the reply,
 * or, so that an unchanged reply need not be read, what `versionOf` resolves to: another one after each change.
 */
export function servePolled<P extends string, W extends AllowedRole, Q extends Schema, R extends Schema>(
  app: FastifyInstance,
  call: Call<P, W, Nothing, Q, R>,
  handle: (input: HandlerInput<P, W, Nothing, Q, Pool>) => Promise<z.output<R>>,
  versionOf?: (input: HandlerInput<P, W, Nothing, Q, Pool>) => Promise<string | undefined>,
) {
  // Of a release with other fields, so that no browser reuses a reply without them.
  const fields =
    versionOf && hashOf(JSON.stringify(z.toJSONSchema(call.reply, { io: 'input', unrepresentable: 'any' })))
  registerEndpoint(app, call, async (request, reply) => {
    const input = { ...readInput(call, request), db: app.context.db }
    // Before the rest, which may then be newer than its version, but never older.
    const known = await versionOf?.(input)
    const read = async () => serializeReply(call.reply, await handle(input), app.context)
    const text = known === undefined ? await read() : undefined
    const version = text === undefined ? `${known}-${fields}` : hashOf(text)
    setWeakETag(reply, version)
    if (clientHasVersion(request, version)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text ?? (await read()))
  })
}

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64url')

type ListOf<I extends Schema> = List<z.output<I>> | SerializedList | EncodedList

/** Registers a list endpoint: replies with one page and a link to the next, or, without `limit`, streams all rows. */
export function serveList<P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  app: FastifyInstance,
  call: ListCall<P, W, Q, I>,
  handle: (input: HandlerInput<P, W, Nothing, Q, Pool>) => ListOf<I> | Promise<ListOf<I>>,
) {
  registerEndpoint(app, call, async (request, reply) => {
    const input = { ...readInput(call, request), db: app.context.db }
    // Every list's query has these parameters, which are checked with it.
    const page = input.query as PageRequest
    if (isExport(call, request) && page.limit === undefined) await app.context.security.exported(request, call)
    return replyWithList(request, reply, call.item, page, await handle(input))
  })
}

/**
 * Registers a file endpoint, which streams the file. `hasVersion` returns whether the client holds that version
 * already; then the handler returns the version alone and the reply is a 304.
 */
export function serveFile<P extends string, W extends AllowedRole, Q extends Schema>(
  app: FastifyInstance,
  call: FileCall<P, W, Q>,
  handle: (
    input: HandlerInput<P, W, Nothing, Q, Pool> & { hasVersion: (version: string) => boolean },
  ) => Promise<FileReply>,
) {
  registerEndpoint(app, call, async (request, reply) => {
    const hasVersion = (version: string) => clientHasVersion(request, version)
    const input = { ...readInput(call, request), db: app.context.db, hasVersion }
    if (isExport(call, request)) await app.context.security.exported(request, call)
    return replyWithFile(reply, call.media, await handle(input))
  })
}

const isExport = ({ personalData }: Call, { actor }: FastifyRequest) =>
  personalData === true || (personalData !== undefined && personalData === actor?.role)

/** The largest request body in bytes of calls that need no session. */
export const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Registers the route and checks the actor's role and the path's parameters; the handler validates the rest. */
export function registerEndpoint(
  app: FastifyInstance,
  call: Call,
  handler: Handler,
  config: { isStream?: boolean } = {},
) {
  app.context.endpoints.push(call)
  addRoute(app, call, handler, config)
}

/** Adds the route of an endpoint that `app.context.endpoints` already has. */
export function addRoute(app: FastifyInstance, call: Call, handler: Handler, config: { isStream?: boolean } = {}) {
  const params = Object.entries(call.params)
  app.route({
    method: call.method,
    url: call.path,
    config: { ...config, call },
    bodyLimit: call.roles.includes('anyone') ? MAX_ANONYMOUS_BODY_BYTES : (call.maxBodyBytes ?? MAX_BODY_BYTES),
    // Checked before the body is read, so that a refused client's megabytes are not even received.
    onRequest: (request, reply, done) => {
      authorize(request, call)
      // The parser of forms reads the bytes as they are sent, and of a large compressed one would wait forever.
      if (call.takesFile && (request.headers['content-encoding'] ?? 'identity') !== 'identity')
        refuse('wrong_media_type')
      // Also when it is 0: a 304 that omits it would leave the value that the browser has stored with the reply.
      if (request.actor?.role === 'customer') reply.header(PASSIVE_HEADER, request.actor.is_active ? '0' : '1')
      if (params.length > 0) request.params = checkParams(call, params, request)
      if (call.hourlyLimit && request.actor)
        app.context.hourlyLimits.count(call.hourlyLimit, request.actor.id, request.now)
      done()
    },
    ...(call.needsRecentLogin && { preHandler: requireRecentLogin }),
    handler,
  })
}

/** The decoded parameters of the path. Refuses one that does not match its schema as an unknown id. */
function checkParams(call: Call, params: readonly [string, Schema][], request: FastifyRequest) {
  const given = request.params as Record<string, string>
  const checked: Record<string, unknown> = {}
  for (const [name, schema] of params) {
    const { data = refuse(call.notFoundCode) } = z.safeParse(schema, given[name])
    checked[name] = data
  }
  return checked
}

/** The validated input of a request. */
export function readInput<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(call: Call<P, W, B, Q, R>, request: FastifyRequest): Omit<HandlerInput<P, W, B, Q>, 'db'> {
  return {
    now: request.now,
    actor: request.actor as ActorFor<W>,
    token: request.token,
    userAgent: request.headers['user-agent'] ?? '',
    network: networkOf(request.ip),
    origin: originOf(request, call),
    // Checked before the body was read.
    params: request.params as ParamsOf<P>,
    query: check(call.query, request.query),
    body: check(call.body, request.body),
  }
}

/** The pool for the work of a call: its transactions know what the call invalidates. */
export const poolOf = (app: FastifyInstance, { invalidates }: Call) => app.context.db.invalidating(invalidates)

type ReplyOnce<Reply> = {
  payload: unknown
  prepare: () => Promise<((db: Database) => Promise<Reply>) | SerializedReply>
  isSlow: boolean
  readCreated?: ((db: Database, id: string) => Promise<Reply>) | undefined
}

/** Runs prepared work at most once per idempotency key, and sends its reply. */
export async function replyOnce<R extends Schema>(
  app: FastifyInstance,
  call: Call<string, AllowedRole, Schema, Schema, R>,
  request: FastifyRequest,
  reply: FastifyReply,
  { prepare, readCreated, ...rest }: ReplyOnce<z.output<R>>,
) {
  const status = call.creates ? 201 : 200
  const encoded = (value: z.output<R>) => encodeReply(call.reply, value, app.context)
  const prepared = async () => {
    const work = await prepare()
    return work instanceof SerializedReply ? work : async (db: Database) => encoded(await work(db))
  }
  const readEncoded = readCreated && (async (db: Database, id: string) => encoded(await readCreated(db, id)))
  const context = { db: poolOf(app, call), secret: app.context.secret }
  const text = acceptsIdempotencyKey(call)
    ? await runOnce(context, request, call, { ...rest, status, prepare: prepared, readCreated: readEncoded })
    : await serializedReply(await prepared(), context.db)
  return reply.code(status).type('application/json; charset=utf-8').send(text)
}
