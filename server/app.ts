import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { MAX_WORKBOOK_BYTES } from '#contract/inventory.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { auditRoutes } from './audit/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { identify } from './auth/sessions.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import type { Database } from './db/tables.ts'
import { DatabaseUnavailable } from './db/unavailable.ts'
import { healthRoutes, isAboutHealth } from './http/health.ts'
import { portalSecret } from './http/idempotency.ts'
import { documentationRoutes } from './http/openapi.ts'
import { pageRoutes } from './http/pages.ts'
import { Refusal, refuse, sentence } from './http/refusal.ts'
import { settingsRoutes } from './http/settings-routes.ts'
import { imageRoutes } from './images/routes.ts'
import { inventoryRoutes } from './inventory/routes.ts'
import { marketerRoutes } from './marketers/routes.ts'
import type { Live } from './notifications/live.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import type { Settings } from './settings.ts'
import { stockRoutes } from './stock/routes.ts'

export type AppOptions = {
  live: Live
  clock?: () => Date
  log?: boolean
  webRoot?: string | undefined
  /** Whether everything that a start has to do is done; until then it is not ready. */
  isStarted?: () => boolean
}

/** The whole server on a database that is up to date; `listen` is the caller's. */
export async function buildApp(
  db: Database,
  settings: Settings,
  { live, clock = () => new Date(), log = false, webRoot, isStarted = () => true }: AppOptions,
) {
  const app = Fastify({
    logger: log && { level: settings.logLevel, redact: ['req.headers.authorization'], serializers: { req: logged } },
    genReqId: () => randomUUID(),
    trustProxy: trusted(settings.trustProxy),
    requestTimeout: SLOWEST_REQUEST,
    return503OnClosing: false,
    clientErrorHandler: answerNoHttp,
    // A page's address that cannot be read is one that the app does not find.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api') || isReadable(url) ? url : '/'),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      void answerError(error, request, reply)
    },
  })
  const secret = await portalSecret(db)
  app.decorate('context', {
    db,
    clock,
    secret,
    endpoints: [],
    identify: (token, now, how) => identify(db, token, now, how),
  })
  app.decorateRequest('actor', undefined)
  app.decorateRequest('token', undefined)
  app.decorateRequest('now')
  app.setErrorHandler(answerError)

  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (isStopping) refuse('not_ready')
  })
  await protect(app)
  await app.register(api, { prefix: '/api', settings, live, isStarted })
  await pageRoutes(app, webRoot)
  return app
}

/** A minute and more for 10 MB over a bad line; nobody may hold a connection for ever. */
const SLOWEST_REQUEST = 120_000

/** Everything below `/api`. */
async function api(
  app: FastifyInstance,
  { settings, live, isStarted }: { settings: Settings; live: Live; isStarted: () => boolean },
) {
  app.addHook('onRequest', async (request, reply) => {
    request.now = app.context.clock()
    reply.header('cache-control', 'no-store')
    request.token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    // Whether the process lives must not depend on the database, whoever asks.
    if (request.token && !isAboutHealth(request)) request.actor = await app.context.identify(request.token, request.now)
  })
  app.setNotFoundHandler(async () => refuse('not_found'))
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson)
  await app.register(multipart, { limits: { fileSize: MAX_WORKBOOK_BYTES, files: 1, fields: 10 } })

  healthRoutes(app, isStarted)
  settingsRoutes(app, settings)
  authRoutes(app)
  notificationRoutes(app, live)
  marketerRoutes(app)
  customerRoutes(app)
  catalogueRoutes(app, settings)
  inventoryRoutes(app, settings)
  orderRoutes(app, settings)
  quoteRoutes(app)
  stockRoutes(app)
  reportRoutes(app)
  auditRoutes(app)
  imageRoutes(app)
  documentationRoutes(app)
}

/** What is logged of a request. Tokens and e-mail addresses that stand in its address are not. */
function logged({ method, url, host, ip }: FastifyRequest) {
  return { method, url: url.replace(/([?&](?:token|email)=)[^&]*/g, '$1…'), host, remoteAddress: ip }
}

/** A number of hops, or a list of networks, may say whom they ask for. */
function trusted(proxies: Settings['trustProxy']) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies
  return proxies ?? false
}

async function protect(app: FastifyInstance) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The barcode reader is WebAssembly; text is never run as code.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Pictures and assets are for this origin; HSTS is the business of whoever terminates TLS.
    strictTransportSecurity: false,
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } })
}

function isReadable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}

/** An empty body is no body, whatever the client calls it. */
function parseJson(_: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void) {
  const text = body.replace(/^\uFEFF/, '').trim()
  if (text === '') return done(null, undefined)
  try {
    done(null, JSON.parse(text))
  } catch {
    done(new Refusal('malformed_body', sentence('malformed_body')))
  }
}

/** The one place where a "no" becomes an answer. Anything unexpected is ours: logged, and told without detail. */
function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof Refusal ? error : translated(error)
  if (refusal) {
    const { status, message: detail, code, errors, retryAfter } = refusal
    const seconds = retryAfter ?? (status === 503 ? RETRY_AFTER : undefined)
    if (seconds) reply.header('retry-after', seconds)
    if (error instanceof DatabaseUnavailable) request.log.warn(`the database is not available: ${error.message}`)
    return reply.code(status).send({ detail, code, ...(errors && { errors }) })
  }
  request.log.error(error)
  const detail = request.routeOptions.config.failure ?? 'Beklenmeyen bir hata oluştu'
  return reply.code(500).send({ detail, code: 'unexpected' })
}

/** When the system is not ready, another try makes sense after so many seconds. */
const RETRY_AFTER = 2

/** What only the database can see for sure, when two come at once: a name that is taken. */
const TAKEN: Record<string, { code: RefusalCode & `${string}_taken`; field: string }> = {
  accounts_username: { code: 'username_taken', field: 'username' },
  accounts_email: { code: 'email_taken', field: 'email' },
  accounts_confirmed_email: { code: 'email_taken', field: 'email' },
  products_barcode: { code: 'barcode_taken', field: 'barcode' },
}

/** PostgreSQL's codes for having waited too long, and what it says of a value that it cannot hold. */
const WAITED = new Set(['55P03', '57014'])
const BAD_VALUE = /^22/

/** What the database or the framework refuses, in our own words. */
function translated(error: FastifyError): Refusal | undefined {
  if (error instanceof DatabaseUnavailable) return said('database_unavailable')
  const { statusCode, code } = error
  const taken = 'constraint' in error && TAKEN[String(error.constraint)]
  if (taken)
    return new Refusal(taken.code, sentence(taken.code), [{ field: taken.field, message: sentence(taken.code) }])
  if (WAITED.has(code)) return said('not_ready')
  if (BAD_VALUE.test(code)) return said('malformed_body')

  if (statusCode === undefined || statusCode >= 500) return undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413) return said('too_large')
  if (statusCode === 404 || statusCode === 414) return said('not_found')
  return said(statusCode === 415 ? 'wrong_media_type' : 'malformed_body')
}

const said = (
  code: RefusalCode &
    ('not_ready' | 'database_unavailable' | 'malformed_body' | 'too_large' | 'not_found' | 'wrong_media_type'),
) => new Refusal(code, sentence(code))

/** What is not HTTP, or has too large a head, is refused before there is a request. */
function answerNoHttp(_: Error, socket: Socket) {
  if (!socket.writable) return
  const body = JSON.stringify({ detail: sentence('malformed_body'), code: 'malformed_body' })
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
}
