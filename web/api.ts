import type * as z from 'zod/mini'
import {
  type AllowedRole,
  acceptsIdempotencyKey,
  type Call,
  decode,
  encode,
  type FileCall,
  type ListCall,
  PASSIVE_HEADER,
  type ParamsOf,
  type Schema,
} from '#contract/call.ts'
import { type ErrorCodeOf, UNEXPECTED } from '#contract/call-errors.ts'
import type { FieldError } from '#contract/refusals.ts'
import { endSession, session, setAccountActive } from './current-session.ts'
import { fileNameIn } from './file-name.ts'
import { randomId } from './random-id.ts'
import { fieldsOf, isText } from './stored-values.ts'
import { limitedSignal, REPLY_LIMIT } from './time-limit.ts'
import { setClock } from './ui/clock.ts'

/** The error code used when a response does not have our server's error format. */
const FOREIGN_RESPONSE = 'foreign'
/** The code of a bug in this app: the request could not be built, so nothing was sent. */
const APP_FAULT = 'app_fault'
/** The code of a successful response that this version of the app cannot decode. */
const UNREADABLE = 'unreadable'

/** A failed request, with a message ready to show. */
export class ApiError extends Error {
  readonly status: number
  // Private, so that it is compared only with codes that the call can return.
  private readonly code: string
  readonly errors: FieldError[]

  constructor(status: number, code: string, sentence: string, errors: FieldError[] = []) {
    super(sentence)
    this.status = status
    this.code = code
    this.errors = errors
  }

  /** Whether the call failed with this code. A code that the call cannot return does not compile. */
  is<C extends Call>(_: C, code: ErrorCodeOf<C>): boolean {
    return this.code === code
  }

  /** The code as text, to be stored with the message; `is` compares it. */
  get codeText(): string {
    return this.code
  }

  /** Whether our server refused the request, as opposed to a network failure, a server error or a proxy's response. */
  get isDecision() {
    return this.status >= 400 && this.status < 500 && this.code !== FOREIGN_RESPONSE
  }

  /** Whether the request or its response was lost on the network. */
  get isOffline() {
    return this.status === 0 && !this.isAppFault
  }

  /** Whether the app itself failed before it sent anything. */
  get isAppFault() {
    return this.code === APP_FAULT
  }

  /** Whether the server may have done what was requested, although no reply says so. */
  get isUnanswered() {
    return !this.isAppFault && !this.isDecision
  }

  /** Whether the server succeeded but its response could not be decoded. */
  get isUnreadable() {
    return this.code === UNREADABLE
  }
}

/** The error of a failed request. Any other error is a bug: it is thrown. */
export function requestError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Whether a request failed, as opposed to a bug. */
export const isRequestError = (error: unknown): error is ApiError => error instanceof ApiError

/** Whether the request or its response was lost on the network. */
export const isOffline = (error: unknown) => isRequestError(error) && error.isOffline

/** Whether our server (not a proxy) replied 404. */
export const isNotFound = (error: unknown) => isRequestError(error) && error.isDecision && error.status === 404

type Params<Path extends string> = keyof ParamsOf<Path> extends never
  ? { params?: undefined }
  : { params: ParamsOf<Path> }

/** Identifies the resource of a call: its path parameters and its query. */
export type CallTarget<Path extends string, Q extends Schema> = Params<Path> & { query?: Partial<z.output<Q>> }

export type RequestOptions<Path extends string, B extends Schema, Q extends Schema> = CallTarget<Path, Q> & {
  body?: z.output<B>
  /** The `Idempotency-Key`: use the same one for every attempt of one command. */
  key?: string
  signal?: AbortSignal
  /** The request completes even if the page is closed at the same moment. */
  keepalive?: boolean
  /** A file to upload, with the body as text fields before it. */
  file?: File
}

/** Sends a request and resolves to the decoded reply. Rejects with an `ApiError` whose message is ready to show. */
export async function request<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(
  call: Call<P, W, B, Q, R>,
  { params, body, query, key, signal, keepalive, file }: RequestOptions<P, B, Q>,
): Promise<z.output<R>> {
  const response = await send(call, signal, () => {
    const json = file || body === undefined ? undefined : JSON.stringify(encode(call.body, body))
    const headers = {
      ...(json && { 'content-type': 'application/json' }),
      // Creating commands always carry a key: a fresh one if the caller gives none.
      ...(acceptsIdempotencyKey(call) && { 'idempotency-key': key ?? randomId() }),
    }
    const form = file && formOf(body ?? {}, file)
    return { address: addressOf(call, params, query), body: form ?? json, headers, keepalive }
  })
  return decodeReply(call, response, signal)
}

function formOf(fields: object, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', file)
  return form
}

/** A page of a list, the cursor of the next page if any, and the number of items on all pages if the reply has it. */
export type Page<Item> = { items: Item[]; next: string | undefined; total?: number | undefined }

/** Requests one page of a list. */
export async function requestPage<P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  call: ListCall<P, W, Q, I>,
  { params, query }: CallTarget<P, Q>,
  { signal, ...page }: { limit: number; cursor?: string | undefined; signal?: AbortSignal },
): Promise<Page<z.output<I>>> {
  const response = await send(call, signal, () => ({ address: addressOf(call, params, { ...query, ...page }) }))
  const next = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return {
    items: await decodeReply(call, response, signal),
    next: next && (new URL(next, location.origin).searchParams.get('cursor') ?? undefined),
    total: Number(response.headers.get('x-total-count')) || undefined,
  }
}

/** Requests a whole list and returns the response body as text, undecoded. */
export async function requestText(call: ListCall): Promise<string> {
  const response = await send(call, undefined, () => ({ address: addressOf(call) }))
  return response.text().catch(toOfflineError(call))
}

/** Decodes items of a list from the JSON of a response. They are not checked in production. */
export const decodeItems = <P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  call: ListCall<P, W, Q, I>,
  items: readonly z.input<I>[],
): z.output<I>[] => items.map(item => decode(call.item, item))

/** Downloads a file, with the name to save it under. */
export async function download<P extends string, W extends AllowedRole, Q extends Schema>(
  call: FileCall<P, W, Q>,
  { params, query }: CallTarget<P, Q>,
  signal?: AbortSignal,
): Promise<{ blob: Blob; name: string }> {
  const response = await send(call, signal, () => ({ address: addressOf(call, params, query) }))
  const blob = await response.blob().catch(toOfflineError(call, signal))
  return { blob, name: fileNameIn(response.headers.get('content-disposition') ?? '') ?? call.download.name }
}

/** Opens a text stream. Each call of the returned function resolves to the next chunk, `undefined` after the last. */
export async function openTextStream<P extends string, W extends AllowedRole, B extends Schema, Q extends Schema>(
  call: Call<P, W, B, Q>,
  { params, query }: CallTarget<P, Q>,
  signal: AbortSignal,
): Promise<() => Promise<string | undefined>> {
  const { body } = await send(call, signal, () => ({ address: addressOf(call, params, query) }))
  if (!body) throw new ApiError(0, 'offline', call.failure)
  const reader = body.getReader()
  const decoder = new TextDecoder()
  return async () => {
    const { done, value } = await reader.read().catch(toOfflineError(call, signal))
    return done ? undefined : decoder.decode(value, { stream: true })
  }
}

type RequestParts = {
  address: string
  body?: BodyInit | undefined
  headers?: Record<string, string>
  keepalive?: boolean | undefined
}

/** Sends a request. Without a reply within `REPLY_LIMIT`, it counts as lost on the network; uploads have no limit. */
async function send(call: Call, signal: AbortSignal | undefined, describe: () => RequestParts): Promise<Response> {
  const token = session()?.token
  const limited = limitedSignal(signal, call.takesFile ? undefined : REPLY_LIMIT)
  const request = buildRequest(call, () => {
    const { address, body, headers = {}, keepalive = false } = describe()
    return new Request(address, {
      method: call.method,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body }),
      signal: limited.signal,
      keepalive,
    })
  })
  const sentAt = Date.now()
  const response = await fetch(request).catch(toOfflineError(call, signal)).finally(limited.keepOpen)
  const waited = Date.now() - sentAt
  const passive = response.headers.get(PASSIVE_HEADER)
  if (token && passive) setAccountActive(passive === '0', token)
  // A proxy or a captive portal may also reply with success.
  if (response.ok) {
    if (!isReplyTo(call, response)) return toOfflineError(call)(response)
    // A reply that waited while the device slept has an old date.
    if (waited < REPLY_LIMIT) setClock(response.headers.get('date'))
    return response
  }
  const { detail, code, errors } = await readError(response)
  // A wrong password is the login's own error; any other 401 means that the session of this request has ended.
  if (response.status === 401 && !call.roles.includes('anyone') && session()?.token === token) endSession('ended')
  throw new ApiError(response.status, code, code === UNEXPECTED ? call.failure : detail || call.failure, errors)
}

/** Whether a successful response is our server's: of the call's status and media type. */
const isReplyTo = ({ creates, media }: Call, { status, headers }: Response) =>
  status === (creates ? 201 : 200) && headers.get('content-type')?.startsWith(media)

/** Builds a request apart from sending it, so that an error here is not shown as a network failure. */
function buildRequest(call: Call, make: () => Request): Request {
  try {
    return make()
  } catch (error) {
    const sentence = `${call.failure}. Uygulamada bir hata oluştu; sayfayı yenileyip yeniden deneyin`
    throw logged(error, new ApiError(0, APP_FAULT, sentence))
  }
}

async function decodeReply<R extends Schema>(
  call: Call & { reply: R },
  response: Response,
  signal?: AbortSignal,
): Promise<z.output<R>> {
  const json = await response.json().catch(toOfflineError(call, signal))
  try {
    return decode(call.reply, json)
  } catch (error) {
    throw logged(error, new ApiError(response.status, UNREADABLE, call.failure))
  }
}

/** Logs an error of the app to the console and returns the one to show. */
function logged(error: unknown, shown: ApiError): ApiError {
  // oxlint-disable-next-line no-console -- a fault of the app must be findable in the console
  console.error(error)
  return shown
}

/** Turns what `fetch` throws on a network failure, before or during the response, into an `ApiError`. */
const toOfflineError = (call: Call, signal?: AbortSignal) => (error: unknown) => {
  if (signal?.aborted) throw error
  throw new ApiError(0, 'offline', call.failure)
}

/** A proxy may respond with a body that is not ours: then the call's own failure message is shown. */
async function readError(response: Response): Promise<{ detail: string; code: string; errors: FieldError[] }> {
  const { detail, code, errors } = fieldsOf(await response.json().catch(() => undefined))
  if (!isText(detail) || !isText(code)) return { detail: '', code: FOREIGN_RESPONSE, errors: [] }
  return { detail, code, errors: Array.isArray(errors) ? errors.flatMap(fieldErrorIn) : [] }
}

function fieldErrorIn(value: unknown): FieldError[] {
  const { field, message } = fieldsOf(value)
  return isText(field) && isText(message) ? [{ field, message }] : []
}

function addressOf(call: Call, params?: Record<string, string>, query: Record<string, unknown> = {}) {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))
  return `/api${path}${search && `?${search}`}`
}
