import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'
import type { Resource } from './resources.ts'

/**
 * `decode` converts a value from the form that it has in JSON, `encode` converts it to that form. Both throw if it is
 * invalid, except in the web app's production build, whose schemas check nothing (page 052).
 */
export const decode = z.decode
export const encode = z.encode

/** Any schema of the schema library. */
export type Schema = z.core.$ZodType
/** The schema of a path parameter. */
type PathParameter = z.core.$ZodType<string, string>

export type Role = 'customer' | 'marketer' | 'admin'
export type AllowedRole = Role | 'anyone'

/** One HTTP call as a value: the server registers a route from it, the web app sends requests with it. */
export type Call<
  Path extends string = string,
  W extends AllowedRole = AllowedRole,
  Body extends Schema = Schema,
  Query extends Schema = Schema,
  Reply extends Schema = Schema,
  Code extends RefusalCode = RefusalCode,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: Path
  /** The schema of each parameter of the path. A value that does not match is refused with `notFoundCode`. */
  params: Readonly<Record<string, PathParameter>>
  roles: readonly W[]
  /** Of a query: the resources that its reply shows. It is stale after a mutation that invalidates one of them. */
  resources: readonly Resource[]
  /** Of a mutation: the resources that it changes. */
  invalidates: readonly Resource[]
  /** Browsers of customers and marketers store its latest replies for offline use. */
  isStoredOffline?: boolean
  body: Body
  query: Query
  reply: Reply
  /** One sentence for the API's documentation. */
  summary: string
  /** The message for the user when the reply has no `detail`, and the `detail` of the server's internal errors. */
  failure: string
  /** The errors of this call alone; `errorCodes` adds those that follow from its kind. */
  errors: readonly Code[]
  /** It creates a resource: it replies with 201 and honours an `Idempotency-Key`. */
  creates?: boolean
  /** It takes a file in the multipart field `file` and honours an `Idempotency-Key`. */
  takesFile?: boolean
  /** It creates nothing, but a repetition would have another effect or reply, so it honours an `Idempotency-Key`. */
  takesKey?: boolean
  /**
   * Its `Idempotency-Key` never expires, since a client that lost the reply may retry at any time. Its reply has an
   * `id`: a repetition after more than a day returns what the server reads for it (`readCreated`).
   */
  keepsKeyForever?: boolean
  /** It needs a session whose user entered the password within `RECENT_LOGIN`. */
  needsRecentLogin?: boolean
  /** Allowed to users who must first set up a second factor or change a password that an admin has set. */
  isOpenDuringSetup?: boolean
  /** The refusal when the id in the path is unknown. */
  notFoundCode: 'not_found' | 'order_not_found' | 'quote_not_found'
  /**
   * The limit per account and hour that it counts towards (page 059); it then can be refused with `too_many_requests`.
   */
  hourlyLimit?: HourlyLimit
  /** The largest JSON body in bytes, if it may be larger than `MAX_BODY_BYTES`. */
  maxBodyBytes?: number
  /** Its reply is a list, paged by `limit` and `cursor`. */
  isPaged?: boolean
  /** Its reply, for a list the whole one, has an `ETag`; a request whose `If-None-Match` names it gets 304. */
  hasETag?: boolean
  /** The media type of its reply: JSON unless it is a file or a stream of events. */
  media: string
  /**
   * Set for a file or list that exports personal data of many people, for all roles or this one. The security log
   * records downloads of such a file, and readings of such a list as a whole.
   */
  personalData?: true | Role
  /** Its reply is a file; `name` is the file name if the response does not give one. */
  download?: { name: string }
}

/** The actions whose number per account and hour is limited. */
export type HourlyLimit = 'orders' | 'quotes' | 'changes' | 'exports' | 'uploads'

/** A call whose reply is a list: paged by key when `limit` is given, else streamed whole. */
export type ListCall<
  Path extends string = string,
  W extends AllowedRole = AllowedRole,
  Query extends Schema = Schema,
  Item extends Schema = Schema,
> = Call<Path, W, Nothing, Query, z.ZodMiniArray<Item>, never> & { item: Item }

/** A call whose reply is a file: bytes, with a name in `Content-Disposition`. */
export type FileCall<
  Path extends string = string,
  W extends AllowedRole = AllowedRole,
  Query extends Schema = Schema,
  Code extends RefusalCode = RefusalCode,
> = Call<Path, W, Nothing, Query, z.ZodMiniNever, Code> & { download: { name: string } }

/** The body or query of a call that takes none: anything sent is ignored. */
export const Nothing = z.unknown()
export type Nothing = typeof Nothing

/** A query names the resources that it shows, a mutation the ones that it changes; `[]` needs a reason. */
type Staleness<Method> = Method extends 'GET'
  ? { resources: readonly Resource[]; isStoredOffline?: boolean }
  : { invalidates: readonly Resource[] }

type CallOptions<W, Body, Query, Reply, Code> = {
  roles: readonly W[]
  body?: Body
  query?: Query
  reply: Reply
  summary: string
  failure: string
  /** The codes that only this call has; `call-errors.ts` adds those of its kind. */
  errors?: readonly Code[]
  creates?: boolean
  takesFile?: boolean
  takesKey?: boolean
  keepsKeyForever?: boolean
  hourlyLimit?: HourlyLimit
  maxBodyBytes?: number
  needsRecentLogin?: boolean
  isOpenDuringSetup?: boolean
  notFoundCode?: Call['notFoundCode']
  hasETag?: boolean
  media?: string
}

/** The option `params`: required, with a schema for each parameter, exactly if the path has any. */
type PathOption<Path extends string> = keyof ParamsOf<Path> extends never
  ? { params?: never }
  : { params: { [Name in keyof ParamsOf<Path>]: PathParameter } }

/** Defines a call. `endpoint` is its method and its path below `/api`, with `:name` for parameters. */
export function call<
  Method extends Call['method'],
  Path extends string,
  const W extends AllowedRole,
  Reply extends Schema,
  Body extends Schema = Nothing,
  Query extends Schema = Nothing,
  const Code extends RefusalCode = never,
>(
  endpoint: `${Method} ${Path}`,
  options: CallOptions<W, Body, Query, Reply, Code> & PathOption<Path> & Staleness<Method>,
): Call<Path, W, Body, Query, Reply, Code> {
  return define(endpoint, options)
}

function define<
  Method extends Call['method'],
  Path extends string,
  W extends AllowedRole,
  Body extends Schema,
  Query extends Schema,
  Reply extends Schema,
  Code extends RefusalCode,
>(
  endpoint: `${Method} ${Path}`,
  options: CallOptions<W, Body, Query, Reply, Code> & {
    params?: Call['params']
    resources?: Call['resources']
    invalidates?: Call['invalidates']
  },
): Call<Path, W, Body, Query, Reply, Code> {
  const { method, path } = splitEndpoint(endpoint)
  const defaults = {
    resources: [],
    invalidates: [],
    body: Nothing as never,
    query: Nothing as never,
    params: {},
    errors: [],
  }
  return { method, path, ...defaults, notFoundCode: 'not_found', media: 'application/json', ...options }
}

/** Defines a call that returns a list of `item`. */
export function list<
  Path extends string,
  const W extends AllowedRole,
  Item extends Schema,
  Shape extends z.core.$ZodShape = {},
>(
  endpoint: `GET ${Path}`,
  {
    item,
    query,
    ...options
  }: {
    roles: readonly W[]
    query?: Shape
    item: Item
    summary: string
    failure: string
    hasETag?: boolean
    personalData?: true | Role
  } & Staleness<'GET'>,
): ListCall<Path, W, z.ZodMiniObject<Shape & typeof Paging>, Item> {
  const shape = { ...query, ...Paging } as Shape & typeof Paging
  return {
    ...define<'GET', Path, W, Nothing, z.ZodMiniObject<Shape & typeof Paging>, z.ZodMiniArray<Item>, never>(endpoint, {
      ...options,
      query: z.object(shape),
      reply: z.array(item),
    }),
    isPaged: true,
    item,
  }
}

/**
 * A header of all replies to a customer: `1` if it is passive and cannot order, so that screens can say so before that,
 * else `0`.
 */
export const PASSIVE_HEADER = 'x-account-passive'

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The largest JSON body in bytes: an order of 500 lines has 60 kB. Without a session the limit is 64 kB. */
export const MAX_BODY_BYTES = 256 * 1024
/** The largest JSON body in bytes of a call that takes a picture of 5 MB as text, or a list of all products. */
export const MAX_LARGE_BODY_BYTES = 8 * 1024 * 1024

/** The largest workbook that can be uploaded: 10 MB and 50,000 rows. */
export const MAX_WORKBOOK_BYTES = 10 * 1024 * 1024
export const MAX_WORKBOOK_ROWS = 50_000

/** Defines a call that returns a file. */
export function file<
  Path extends string,
  const W extends AllowedRole,
  Query extends Schema = Nothing,
  const Code extends RefusalCode = never,
>(
  endpoint: `GET ${Path}`,
  {
    download: { media, name },
    ...options
  }: Omit<CallOptions<W, Nothing, Query, never, Code>, 'reply'> &
    PathOption<Path> & {
      download: { media: string; name: string }
      personalData?: true | Role
    },
): FileCall<Path, W, Query, Code> {
  const reply = z.never()
  return {
    hourlyLimit: 'exports',
    ...define<'GET', Path, W, Nothing, Query, z.ZodMiniNever, Code>(endpoint, { ...options, media, reply }),
    download: { name },
  }
}

/** Whether a call honours an `Idempotency-Key`, so that repeated requests take effect once. */
export const acceptsIdempotencyKey = ({ creates, takesFile, takesKey }: Call) => creates || takesFile || takesKey

export const MAX_PAGE_SIZE = 500

const Paging = {
  limit: z.optional(
    z.coerce
      .number('limit bir sayı olmalıdır')
      .check(
        z.int('limit tam sayı olmalıdır'),
        z.minimum(1, 'limit en az 1 olmalıdır'),
        z.maximum(MAX_PAGE_SIZE, `limit en fazla ${MAX_PAGE_SIZE} olabilir`),
      ),
  ),
  cursor: z.optional(z.string('cursor geçersiz').check(z.maxLength(2000, 'cursor geçersiz'))),
}

/** Which page of a list is requested. */
export type PageRequest = z.output<z.ZodMiniObject<typeof Paging>>

/** The parameters of a path: `/orders/:id` has `id`. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof ParamsOf<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>

function splitEndpoint<Method extends Call['method'], Path extends string>(endpoint: `${Method} ${Path}`) {
  const [method, path] = endpoint.split(' ')
  return { method: method as Method, path: path as Path }
}
