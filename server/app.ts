import { randomBytes, randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Call } from '#contract/call.ts'
import { errorCodes, UNEXPECTED } from '#contract/call-errors.ts'
import { auditRoutes } from './audit/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { Sessions } from './auth/sessions.ts'
import { cartRoutes } from './carts/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { countRoutes } from './counts/routes.ts'
import { customerImportRoutes } from './customer-import/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { ChangeLog } from './db/change-log.ts'
import { DiskSpace } from './db/disk-space.ts'
import { ReportDatabase } from './db/report-database.ts'
import type { Pool } from './db/transaction.ts'
import { DatabaseUnavailable, isStorageFull } from './db/unavailable.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { refusalOfDatabaseError } from './http/database-errors.ts'
import { healthRoutes } from './http/health.ts'
import { HourlyLimits } from './http/hourly-limits.ts'
import { identifyRequests } from './http/identify-requests.ts'
import { logStream, RequestLog } from './http/log.ts'
import { isReadable, parseJson, replyToBrokenRequest } from './http/malformed-requests.ts'
import { documentationRoutes } from './http/openapi-routes.ts'
import { OVERLOAD_LIMITS, type OverloadLimits, refuseOverload } from './http/overload.ts'
import { pageRoutes } from './http/pages.ts'
import { portalSecret } from './http/portal-secrets.ts'
import { Refusal, refusalOf, refuse } from './http/refusal.ts'
import { normalizeEncoding } from './http/request-encoding.ts'
import { securityHeaders } from './http/security-headers.ts'
import { ignoreForms } from './http/serve-upload.ts'
import { endStalledClients, STALL_LIMITS, type StallLimits } from './http/stalled-clients.ts'
import { imageRoutes } from './images/routes.ts'
import { importRunRoutes } from './import-runs/routes.ts'
import { inventoryRoutes } from './inventory/routes.ts'
import { lotRoutes } from './lots/routes.ts'
import { marketerRoutes } from './marketers/routes.ts'
import { EventLoopDelay } from './metrics/event-loop.ts'
import { type CollectMetrics, monitor } from './monitoring.ts'
import type { Live } from './notifications/live.ts'
import { notificationRoutes, type PushSettings } from './notifications/routes.ts'
import { offerRoutes } from './offers/routes.ts'
import { operationsRoutes } from './operations/routes.ts'
import { orderListRoutes } from './order-lists/routes.ts'
import { orderPaperRoutes } from './order-papers/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { PUBLIC_NETWORK, type PushNetwork } from './push/endpoint.ts'
import { pushKeys } from './push-context.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { recallRoutes } from './recalls/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { watchSecurity } from './security-log/record-events.ts'
import { securityLogRoutes } from './security-log/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import type { Settings } from './settings.ts'
import { standingOrderRoutes } from './standing-orders/routes.ts'
import { stockRoutes } from './stock/routes.ts'

export type AppOptions = {
  live: Live
  /** The database that reports read, if not through the pool of all other requests. */
  reports?: ReportDatabase
  clock?: () => Date
  log?: boolean
  webRoot?: string | undefined
  /** Whether the start has completed; until then the readiness check fails. */
  isStarted?: () => boolean
  /** Whether requests are still served although the app is being closed. */
  isRetiring?: () => boolean
  /** Where the database is stored. */
  disk?: DiskSpace
  /**
   * Whether replies are checked against their schemas, and a refusal that its call does not declare is an unexpected
   * error; else it is only logged.
   */
  isStrict?: boolean
  /** When requests are refused because there are too many. */
  overload?: OverloadLimits
  stall?: StallLimits
  /** Collects the metrics of all processes, if there are several. */
  collectMetrics?: CollectMetrics | undefined
  /** Which push services browsers may subscribe with. */
  pushNetwork?: PushNetwork | undefined
}

/** Builds the app on a migrated database; the caller makes it listen. */
export async function buildApp(db: Pool, settings: Settings, options: AppOptions) {
  const { isRetiring = () => false, disk = new DiskSpace(), stall = STALL_LIMITS } = options
  const { live, clock = () => new Date(), log = false, webRoot, isStarted = () => true, isStrict = false } = options
  const endpoints: Call[] = []
  const requests = new RequestLog(endpoints, log ? settings.logLevel : 'silent')
  const headers = securityHeaders(settings)
  const app = Fastify({
    logger: log && {
      level: settings.logLevel,
      stream: logStream,
      // The details of a PostgreSQL error may contain a whole row, including a password hash.
      redact: ['req.headers.authorization', 'err.detail', 'err.where'],
      serializers: { req: requests.serialize },
    },
    logController: requests,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(settings.trustProxy),
    http: { headersTimeout: stall.headers, connectionsCheckingInterval: stall.interval },
    requestTimeout: stall.request,
    return503OnClosing: false,
    // The longest parameter of a path is an idempotency key: 200 characters, all of which may be percent-encoded.
    routerOptions: { maxParamLength: 3 * 200 },
    clientErrorHandler: (error, socket) => replyToBrokenRequest(error, socket, headers),
    // A page URL that cannot be decoded is handled as an unknown page.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api') || isReadable(url) ? url : '/'),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' })
      void handleError(error, request, reply)
    },
  })
  const changes = new ChangeLog(db)
  const sessions = new Sessions(db, changes, settings)
  const reports = options.reports ?? new ReportDatabase({ primary: db })
  app.decorate('context', {
    db,
    reports,
    changes,
    disk,
    clock,
    secret: await portalSecret(db, 'idempotency', () => randomBytes(32)),
    endpoints,
    isStrict,
    hourlyLimits: new HourlyLimits(settings.perHour, settings.workers),
    workers: settings.workers,
    identify: (token, now, how) => sessions.identify(token, now, how),
    isRecentlyAuthenticated: (token, now) => sessions.isRecentlyAuthenticated(token, now),
    security: watchSecurity(app, db, clock),
  })
  app.decorateRequest('actor', undefined)
  app.decorateRequest('token', undefined)
  app.decorateRequest('now')
  app.setErrorHandler(handleError)

  endStalledClients(app.server, stall)
  addRequestHooks(app, { headers, isRetiring })
  const pools = () => ({ requests: db.usage, reserved: db.reserved.usage, ...reports.usages })
  monitor(app, { pools, disk, settings, collectMetrics: options.collectMetrics })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: BROTLI } })
  const { pushNetwork: network = PUBLIC_NETWORK, overload = OVERLOAD_LIMITS } = options
  const push = { publicKey: settings.sendsPushes ? (await pushKeys(db)).publicKey : null, network }
  await app.register(api, { prefix: '/api', settings, live, push, isStarted, overload })
  await pageRoutes(app, webRoot)
  return app
}

/** Node's default, 11, is meant for files that are compressed once: it takes many times as long. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 }

type RequestHooks = { headers: Record<string, string>; isRetiring: () => boolean }

/** Adds to each reply the security headers and the request's id, and refuses requests while the portal stops. */
function addRequestHooks(app: FastifyInstance, { headers, isRetiring }: RequestHooks) {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = !isRetiring()
  })
  // Synchronous hooks use the callback, which costs less than a promise.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    normalizeEncoding(request.headers)
    if (isStopping) refuse('not_ready')
    if (app.context.disk.isLow && !SAFE_METHODS.has(request.method)) refuse('storage_full')
    done()
  })
}

/** The methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Everything below `/api`. */
async function api(
  app: FastifyInstance,
  {
    settings,
    live,
    push,
    isStarted,
    overload,
  }: Required<Pick<AppOptions, 'live' | 'overload'>> & {
    settings: Settings
    push: PushSettings
    isStarted: () => boolean
  },
) {
  const eventLoop = new EventLoopDelay()
  app.addHook('onClose', async () => eventLoop.stop())
  refuseOverload(app, { eventLoop, database: app.context.db.usage }, overload)
  identifyRequests(app)
  app.setNotFoundHandler(async () => refuse('not_found'))
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson)
  ignoreForms(app)

  healthRoutes(app, isStarted)
  settingsRoutes(app, settings)
  authRoutes(app, settings)
  notificationRoutes(app, live, push)
  marketerRoutes(app)
  customerRoutes(app, settings)
  customerImportRoutes(app)
  catalogueRoutes(app, settings)
  inventoryRoutes(app, settings)
  importRunRoutes(app)
  orderRoutes(app, settings)
  orderPaperRoutes(app, settings)
  cartRoutes(app)
  orderListRoutes(app, settings)
  standingOrderRoutes(app, settings)
  quoteRoutes(app, settings)
  stockRoutes(app)
  lotRoutes(app)
  offerRoutes(app)
  recallRoutes(app, settings)
  countRoutes(app)
  deliveryRoutes(app)
  reportRoutes(app)
  privacyRoutes(app, settings)
  auditRoutes(app)
  securityLogRoutes(app)
  operationsRoutes(app, settings)
  imageRoutes(app)
  documentationRoutes(app)
}

/** The proxies whose X-Forwarded-For is trusted: a number of hops or a list of networks. */
function trustedProxies(proxies: Settings['trustProxy']) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies
  return proxies ?? false
}

/** The only error handler: turns refusals into replies. Unexpected errors are logged and reported without detail. */
async function handleError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { call } = request.routeOptions.config
  const isDeclared = ({ code }: Refusal) => !call || errorCodes(call).includes(code)
  const expected = error instanceof Refusal ? error : translated(error)
  // The request may have failed because its account was deleted while it was handled.
  const isOver = !(expected && isDeclared(expected)) && (await isSessionOver(request))
  const refusal = isOver ? refusalOf('session_ended') : expected
  const isUndeclared = refusal && call && !isDeclared(refusal)
  if (isUndeclared) request.log.error(`${call.method} ${call.path} does not declare its error ${refusal.code}`)
  if (refusal && !(isUndeclared && request.server.context.isStrict)) {
    const { status, message: detail, code, errors, retryAfter } = refusal
    const seconds = retryAfter ?? (status === 503 ? RETRY_AFTER : undefined)
    request.errorCode = code
    if (call) request.server.context.security.refused(request, call, code)
    if (seconds) reply.header('retry-after', seconds)
    if (isStorageFull(error)) request.server.context.disk.noteFull()
    if (error instanceof DatabaseUnavailable) request.log.warn(`the database is not available: ${error.message}`)
    return reply.code(status).send({ detail, code, ...(errors && { errors }) })
  }
  request.log.error(error)
  request.errorCode = UNEXPECTED
  const detail = call?.failure ?? 'Beklenmeyen bir hata oluştu'
  return reply.code(500).send({ detail, code: UNEXPECTED })
}

/** Whether the session that a request began with has ended since. */
async function isSessionOver({ server, actor, token, now }: FastifyRequest): Promise<boolean> {
  if (!actor || !token) return false
  const identified = server.context.identify(token, now, { countsAsUse: false })
  return identified.then(still => still === undefined).catch(() => false)
}

/** The Retry-After of a 503, in seconds. */
const RETRY_AFTER = 2

/** The refusal for an error of the database or the framework, if the client caused it or may retry. */
function translated(error: FastifyError): Refusal | undefined {
  const ofDatabase = refusalOfDatabaseError(error)
  if (ofDatabase) return ofDatabase
  const { statusCode, code } = error
  if (statusCode === undefined || statusCode >= 500) return undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413) return refusalOf('too_large')
  if (statusCode === 404 || statusCode === 414) return refusalOf('not_found')
  return refusalOf(statusCode === 415 ? 'wrong_media_type' : 'malformed_body')
}
