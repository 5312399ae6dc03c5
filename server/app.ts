import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { LARGEST_WORKBOOK } from '#contract/inventory.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { authRoutes } from './auth/routes.ts'
import { identify } from './auth/sessions.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import type { Database } from './db/tables.ts'
import { healthRoutes } from './http/health.ts'
import type { House } from './http/house.ts'
import { portalSecret } from './http/idempotency.ts'
import { documentationRoutes } from './http/openapi.ts'
import { pageRoutes } from './http/pages.ts'
import { Refusal, sentence } from './http/refusal.ts'
import { settingsRoutes } from './http/settings-routes.ts'
import { imageRoutes } from './images/routes.ts'
import { inventoryRoutes } from './inventory/routes.ts'
import { marketerRoutes } from './marketers/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import type { Settings } from './settings.ts'
import { stockRoutes } from './stock/routes.ts'

export type AppOptions = { clock?: () => Date; log?: boolean; webRoot?: string | undefined }

/** The whole server on a database that is up to date; `listen` is the caller's. */
export async function buildApp(
  db: Database,
  settings: Settings,
  { clock = () => new Date(), log = false, webRoot }: AppOptions = {},
) {
  const app = Fastify({
    logger: log && { level: settings.logLevel, redact: ['req.headers.authorization'] },
    genReqId: () => randomUUID(),
    trustProxy: trusted(settings.trustProxy),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  const house: House = { db, clock, secret: await portalSecret(db), identify: (token, now) => identify(db, token, now) }
  app.decorate('house', house)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('token', undefined)
  app.decorateRequest('now')

  await protect(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    request.now = clock()
    if (!request.url.startsWith('/api/')) return
    reply.header('cache-control', 'no-store')
    request.token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (request.token) request.actor = await house.identify(request.token, request.now)
  })
  app.setErrorHandler(answerError)
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson)
  await app.register(multipart, { limits: { fileSize: LARGEST_WORKBOOK, files: 1, fields: 10 } })

  healthRoutes(app)
  settingsRoutes(app, settings)
  authRoutes(app)
  marketerRoutes(app)
  customerRoutes(app)
  catalogueRoutes(app, settings)
  inventoryRoutes(app, settings)
  orderRoutes(app)
  stockRoutes(app)
  reportRoutes(app)
  imageRoutes(app)
  documentationRoutes(app)
  await pageRoutes(app, webRoot)
  return app
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
        scriptSrc: ["'self'"],
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

/** An empty body is no body, whatever the client calls it. */
function parseJson(_: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void) {
  if (body.trim() === '') return done(null, undefined)
  try {
    done(null, JSON.parse(body))
  } catch {
    done(new Refusal('malformed_body', sentence('malformed_body')))
  }
}

/** The one place where a "no" becomes an answer. Anything unexpected is ours: logged, and told without detail. */
function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof Refusal ? error : translated(error)
  if (refusal) {
    const { status, message: detail, code, errors } = refusal
    return reply.code(status).send({ detail, code, ...(errors && { errors }) })
  }
  request.log.error(error)
  const detail = request.routeOptions.config.failure ?? 'Beklenmeyen bir hata oluştu'
  return reply.code(500).send({ detail, code: 'unexpected' })
}

/** What only the database can see for sure, when two come at once: a name that is taken. */
const TAKEN: Record<string, { code: RefusalCode & `${string}_taken`; field: string }> = {
  accounts_username: { code: 'username_taken', field: 'username' },
  accounts_email: { code: 'email_taken', field: 'email' },
  products_barcode: { code: 'barcode_taken', field: 'barcode' },
}

/** What the database or the framework refuses, in our own words. */
function translated({ statusCode, code, ...error }: FastifyError): Refusal | undefined {
  const taken = 'constraint' in error && TAKEN[String(error.constraint)]
  if (taken)
    return new Refusal(taken.code, sentence(taken.code), [{ field: taken.field, message: sentence(taken.code) }])
  if (statusCode === undefined || statusCode >= 500) return undefined
  const known: Record<number, RefusalCode & ('too_large' | 'wrong_media_type' | 'not_found')> = {
    404: 'not_found',
    413: 'too_large',
    415: 'wrong_media_type',
  }
  const refusal = code === 'FST_FILES_LIMIT' || code === 'FST_REQ_FILE_TOO_LARGE' ? 'too_large' : known[statusCode]
  return refusal ? new Refusal(refusal, sentence(refusal)) : new Refusal('malformed_body', sentence('malformed_body'))
}
