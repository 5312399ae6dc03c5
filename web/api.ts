import * as z from 'zod/mini'
import {
  type Call,
  type FileCall,
  keepsKey,
  type ListCall,
  type Nothing,
  type ParamsOf,
  type Schema,
  type Who,
} from '#contract/call.ts'
import type { FieldError } from '#contract/refusals.ts'
import { randomId } from './random-id.ts'
import { endSession, session } from './session.ts'

/** The code of an answer that is not in our server's form. */
const FOREIGN = 'foreign'
/** The code of a fault of our server. Its sentence is its call's; who asked may know better what was meant by it. */
const FAULT = 'unexpected'

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
    return this.status === 0
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
export async function ask<P extends string, W extends Who, B extends Schema, Q extends Schema, R extends Schema>(
  terms: Call<P, W, B, Q, R>,
  { params, body, query, key, signal, keepalive }: Ask<P, B, Q>,
): Promise<z.output<R>> {
  const sent = body === undefined ? undefined : JSON.stringify(z.encode(terms.body, body))
  const headers = { ...(sent !== undefined && { 'content-type': 'application/json' }), ...keyed(terms, key) }
  const response = await send(terms, addressOf(terms, params, query), { body: sent, headers, signal, keepalive })
  return z.decode(terms.reply, await response.json().catch(brokenOff(terms, signal)))
}

/** A page of a list, and the cursor of the next page if there is one. */
export type Page<Item> = { items: Item[]; next: string | undefined }

/** Asks for one page of a list. */
export async function askPage<P extends string, W extends Who, Q extends Schema, I extends Schema>(
  terms: ListCall<P, W, Q, I>,
  { params, query }: Where<P, Q>,
  { signal, ...page }: { limit: number; cursor?: string | undefined; signal?: AbortSignal },
): Promise<Page<z.output<I>>> {
  const response = await send(terms, addressOf(terms, params, { ...query, ...page }), { signal })
  const next = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return {
    items: z.decode(terms.reply, await response.json().catch(brokenOff(terms, signal))),
    next: next && (new URL(next, location.origin).searchParams.get('cursor') ?? undefined),
  }
}

/** Brings a file. */
export async function upload<P extends string, W extends Who, Q extends Schema, R extends Schema>(
  terms: Call<P, W, Nothing, Q, R>,
  { params, query, key, signal, file }: Omit<Ask<P, Nothing, Q>, 'body'> & { file: File },
): Promise<z.output<R>> {
  const body = new FormData()
  body.set('file', file)
  const response = await send(terms, addressOf(terms, params, query), { body, headers: keyed(terms, key), signal })
  return z.decode(terms.reply, await response.json().catch(brokenOff(terms, signal)))
}

/** Asks for a whole list, and answers it as it came over the wire. */
export async function askText(terms: ListCall): Promise<string> {
  const response = await send(terms, addressOf(terms, undefined, undefined), {})
  return response.text().catch(brokenOff(terms))
}

/** Asks for a file, and for the name to save it under. */
export async function download<P extends string, W extends Who, Q extends Schema>(
  terms: FileCall<P, W, Q>,
  { params, query }: Where<P, Q>,
  signal?: AbortSignal,
): Promise<{ blob: Blob; name: string }> {
  const response = await send(terms, addressOf(terms, params, query), { signal })
  const blob = await response.blob().catch(brokenOff(terms, signal))
  return { blob, name: nameIn(response.headers.get('content-disposition') ?? '') ?? terms.gives.name }
}

/** Follows a stream of text, piece by piece. */
export async function follow(terms: Call, signal: AbortSignal): Promise<ReadableStreamDefaultReader<string>> {
  const { body } = await send(terms, addressOf(terms, undefined, undefined), { signal })
  if (!body) throw new ApiError(0, 'offline', terms.failure)
  return body.pipeThrough(new TextDecoderStream()).getReader()
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

type Sent = {
  body?: BodyInit | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}

async function send(
  terms: Call,
  address: string,
  { body, headers = {}, signal, keepalive = false }: Sent,
): Promise<Response> {
  const token = session()?.token
  const response = await fetch(address, {
    method: terms.method,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    keepalive,
  }).catch(brokenOff(terms, signal))
  if (response.ok) return response
  const { detail, code, errors } = await refusalOf(response)
  // A wrong password is the login's own message; any other 401 means that the session it was asked in is over.
  if (response.status === 401 && !terms.who.includes('anyone') && session()?.token === token) endSession('ended')
  throw new ApiError(response.status, code, code === FAULT ? terms.failure : detail || terms.failure, errors)
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
  return keepsKey(terms) ? { 'idempotency-key': key ?? randomId() } : {}
}
