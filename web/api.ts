import * as z from 'zod/mini'
import {
  type AllowedRole,
  acceptsIdempotencyKey,
  type Call,
  type FileCall,
  type ListCall,
  type ParamsOf,
  type Schema,
} from '#contract/call.ts'
import type { FieldError } from '#contract/refusals.ts'
import { randomId } from './random-id.ts'
import { endSession, session } from './session.ts'

/** The code of an answer that is not in our server's form. */
const FOREIGN = 'foreign'
/** The code of a fault of our server. Its sentence is its call's; who asked may know better what was meant by it. */
const FAULT = 'unexpected'
/** The code of a fault of this app: the request was never made, so nothing was sent. */
const APP_FAULT = 'app_fault'
/** The code of a success that this version of the app cannot read. */
const UNREADABLE = 'unreadable'

/** What went wrong, as a sentence ready to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]

  constructor(status: number, code: string, sentence: string, errors: FieldError[] = []) {
    super(sentence)
    this.status = status
    this.code = code
    this.errors = errors
  }

  /** Our server decided: it was not the network, a fault, or something in between that says no in its own way. */
  get isDecision() {
    return this.status >= 400 && this.status < 500 && this.code !== FOREIGN
  }

  /** The network, not the server, said no. */
  get isOffline() {
    return this.status === 0 && !this.isAppFault
  }

  /** The app itself failed before it sent anything. */
  get isAppFault() {
    return this.code === APP_FAULT
  }

  /** The server did what it was asked, but its answer cannot be read. */
  get isUnreadable() {
    return this.code === UNREADABLE
  }
}

/** What was asked for is not there: so says our server, not something in between. */
export const isAbsent = (error: unknown) => error instanceof ApiError && error.isDecision && error.status === 404

type Params<Path extends string> = keyof ParamsOf<Path> extends never
  ? { params?: undefined }
  : { params: ParamsOf<Path> }

/** Which address of a call: the parts of its path that vary, and its query. */
export type Where<Path extends string, Q extends Schema> = Params<Path> & { query?: Partial<z.output<Q>> }

type Ask<Path extends string, B extends Schema, Q extends Schema> = Where<Path, Q> & {
  body?: z.output<B>
  /** The `Idempotency-Key`: give the same one to every try of one deed. */
  key?: string
  signal?: AbortSignal
  /** It reaches the server also when the page is left in the same moment. */
  keepalive?: boolean
}

/** Asks the server. The answer comes decoded; a failure is an ApiError whose message is ready to show. */
export async function request<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(terms: Call<P, W, B, Q, R>, { params, body, query, key, signal, keepalive }: Ask<P, B, Q>): Promise<z.output<R>> {
  const response = await send(terms, signal, () => {
    const sent = body === undefined ? undefined : JSON.stringify(z.encode(terms.body, body))
    const headers = { ...(sent !== undefined && { 'content-type': 'application/json' }), ...keyed(terms, key) }
    return { address: addressOf(terms, params, query), body: sent, headers, keepalive }
  })
  return decoded(terms, response, signal)
}

/** A page of a list, and the cursor of the next page if there is one. */
export type Page<Item> = { items: Item[]; next: string | undefined }

/** Asks for one page of a list. */
export async function requestPage<P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  terms: ListCall<P, W, Q, I>,
  { params, query }: Where<P, Q>,
  { signal, ...page }: { limit: number; cursor?: string | undefined; signal?: AbortSignal },
): Promise<Page<z.output<I>>> {
  const response = await send(terms, signal, () => ({ address: addressOf(terms, params, { ...query, ...page }) }))
  const next = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return {
    items: await decoded(terms, response, signal),
    next: next && (new URL(next, location.origin).searchParams.get('cursor') ?? undefined),
  }
}

/** Brings a file, with the call's body as text fields before it. */
export async function upload<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(
  terms: Call<P, W, B, Q, R>,
  { params, query, body, key, signal, file }: Ask<P, B, Q> & { file: File },
): Promise<z.output<R>> {
  const response = await send(terms, signal, () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(body ?? {}))
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    form.set('file', file)
    return { address: addressOf(terms, params, query), body: form, headers: keyed(terms, key) }
  })
  return decoded(terms, response, signal)
}

/** Asks for a whole list, and answers it as it came over the wire. */
export async function requestText(terms: ListCall): Promise<string> {
  const response = await send(terms, undefined, () => ({ address: addressOf(terms, undefined, undefined) }))
  return response.text().catch(brokenOff(terms))
}

/** Asks for a file, and for the name to save it under. */
export async function download<P extends string, W extends AllowedRole, Q extends Schema>(
  terms: FileCall<P, W, Q>,
  { params, query }: Where<P, Q>,
  signal?: AbortSignal,
): Promise<{ blob: Blob; name: string }> {
  const response = await send(terms, signal, () => ({ address: addressOf(terms, params, query) }))
  const blob = await response.blob().catch(brokenOff(terms, signal))
  return { blob, name: nameIn(response.headers.get('content-disposition') ?? '') ?? terms.download.name }
}

/** Follows a stream of text: each call answers its next piece, and `undefined` after the last. */
export async function follow(terms: Call, signal: AbortSignal): Promise<() => Promise<string | undefined>> {
  const { body } = await send(terms, signal, () => ({ address: addressOf(terms, undefined, undefined) }))
  if (!body) throw new ApiError(0, 'offline', terms.failure)
  const reader = body.getReader()
  const decoder = new TextDecoder()
  return async () => {
    const { done, value } = await reader.read().catch(brokenOff(terms, signal))
    return done ? undefined : decoder.decode(value, { stream: true })
  }
}

/** The name that the server gave a file: as it is (RFC 5987), else in ASCII. */
function nameIn(disposition: string): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  try {
    if (whole) return decodeURIComponent(whole)
  } catch {
    // A name that was spoilt on its way is none.
  }
  return /filename="([^"]+)"/i.exec(disposition)?.[1]
}

type Described = {
  address: string
  body?: BodyInit | undefined
  headers?: Record<string, string>
  keepalive?: boolean | undefined
}

async function send(terms: Call, signal: AbortSignal | undefined, describe: () => Described): Promise<Response> {
  const token = session()?.token
  const request = made(terms, () => {
    const { address, body, headers = {}, keepalive = false } = describe()
    return new Request(address, {
      method: terms.method,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      keepalive,
    })
  })
  const response = await fetch(request).catch(brokenOff(terms, signal))
  if (response.ok) return response
  const { detail, code, errors } = await refusalOf(response)
  // A wrong password is the login's own message; any other 401 means that the session it was asked in is over.
  if (response.status === 401 && !terms.roles.includes('anyone') && session()?.token === token) endSession('ended')
  throw new ApiError(response.status, code, code === FAULT ? terms.failure : detail || terms.failure, errors)
}

/** Makes a request apart from sending it: what fails here is no fault of the network, and is not shown as one. */
function made(terms: Call, make: () => Request): Request {
  try {
    return make()
  } catch (error) {
    const sentence = `${terms.failure}. Uygulamada bir hata oluştu; sayfayı yenileyip yeniden deneyin`
    throw faulty(error, new ApiError(0, APP_FAULT, sentence))
  }
}

async function decoded<R extends Schema>(
  terms: Call & { reply: R },
  response: Response,
  signal?: AbortSignal,
): Promise<z.output<R>> {
  const answer = await response.json().catch(brokenOff(terms, signal))
  try {
    return z.decode(terms.reply, answer)
  } catch (error) {
    throw faulty(error, new ApiError(response.status, UNREADABLE, terms.failure))
  }
}

/** A fault of our own: the screen says so in a sentence, the console in detail. */
function faulty(error: unknown, shown: ApiError): ApiError {
  // oxlint-disable-next-line no-console -- a fault of the app must be findable in the console
  console.error(error)
  return shown
}

/** What the browser throws where the network fails, before an answer or in the middle of one, as our own sentence. */
const brokenOff = (terms: Call, signal?: AbortSignal) => (error: unknown) => {
  if (signal?.aborted) throw error
  throw new ApiError(0, 'offline', terms.failure)
}

const Refused = z.object({
  detail: z.string(),
  code: z.string(),
  errors: z.catch(z.array(z.object({ field: z.string(), message: z.string() })), []),
})

/** A proxy in between may answer with something that is not ours: then the call's own sentence is shown. */
async function refusalOf(response: Response) {
  const nothing = { detail: '', code: FOREIGN, errors: [] }
  return z.catch(Refused, nothing).parse(await response.json().catch(() => undefined))
}

function addressOf(
  terms: Call,
  params: Record<string, string> | undefined,
  query: Record<string, unknown> | undefined,
) {
  const path = terms.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/api${path}${search && `?${search}`}`
}

/** A deed that makes something is never done twice: without a key of its own each asking gets a fresh one. */
function keyed(terms: Call, key: string | undefined): Record<string, string> {
  return acceptsIdempotencyKey(terms) ? { 'idempotency-key': key ?? randomId() } : {}
}
