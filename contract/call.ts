import * as z from 'zod/mini'

/** What describes a value that is sent: any schema of the schema library. */
export type Schema = z.core.$ZodType

export type Role = 'customer' | 'marketer' | 'admin'
export type Who = Role | 'anyone'

/** One HTTP call, as both sides agree on it: the server serves it, the web app makes it. */
export type Call<
  Path extends string = string,
  W extends Who = Who,
  Body extends Schema = Schema,
  Query extends Schema = Schema,
  Reply extends Schema = Schema,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: Path
  who: readonly W[]
  body: Body
  query: Query
  reply: Reply
  /** One sentence for the API's documentation. */
  summary: string
  /** What the screen says when the server gave no sentence of its own, and the server when the fault is its own. */
  failure: string
  /** It makes something new: answered with 201, and an `Idempotency-Key` is kept. */
  creates: boolean
  /** It takes a file in the multipart field `file`; an `Idempotency-Key` is kept. */
  takesFile: boolean
  /** It makes nothing new, but done again it would count twice: an `Idempotency-Key` is kept. */
  countsOnce: boolean
  /**
   * Its `Idempotency-Key` is kept for ever, since a telephone that lost the answer may ask again any time. Its reply has
   * an `id`: a repetition after more than a day is answered with what that is by then.
   */
  keepsKeyForever: boolean
  /** What is said when the path's id is nobody's. */
  absent: 'not_found' | 'order_not_found'
  /** Its reply is a list, paged by `limit` and `cursor`. */
  pages: boolean
  /** Its reply is a file of this media type, and what that is called when the answer does not say. */
  gives: { media: string; name: string } | undefined
}

/** A call whose reply is a list: paged by key when `limit` is given, else streamed whole. */
export type ListCall<
  Path extends string = string,
  W extends Who = Who,
  Query extends Schema = Schema,
  Item extends Schema = Schema,
> = Call<Path, W, Nothing, Query, z.ZodMiniArray<Item>> & { item: Item }

/** A call whose reply is a file: bytes, with a name in `Content-Disposition`. */
export type FileCall<Path extends string = string, W extends Who = Who, Query extends Schema = Schema> = Call<
  Path,
  W,
  Nothing,
  Query,
  z.ZodMiniNever
> & { gives: { media: string; name: string } }

/** Where a call takes no body or no query, whatever is sent is ignored. */
export const Nothing = z.unknown()
export type Nothing = typeof Nothing

type Terms<W, Body, Query, Reply> = {
  who: readonly W[]
  body?: Body
  query?: Query
  reply: Reply
  summary: string
  failure: string
  creates?: boolean
  takesFile?: boolean
  countsOnce?: boolean
  keepsKeyForever?: boolean
  absent?: Call['absent']
}

/** Writes down a call. `door` is its method and its path below `/api`, with `:name` for parts that vary. */
export function call<
  Method extends Call['method'],
  Path extends string,
  const W extends Who,
  Reply extends Schema,
  Body extends Schema = Nothing,
  Query extends Schema = Nothing,
>(door: `${Method} ${Path}`, terms: Terms<W, Body, Query, Reply>): Call<Path, W, Body, Query, Reply> {
  const { method, path } = parted(door)
  const usual = {
    body: Nothing as never,
    query: Nothing as never,
    creates: false,
    takesFile: false,
    countsOnce: false,
    keepsKeyForever: false,
  }
  return { method, path, ...usual, absent: 'not_found', pages: false, gives: undefined, ...terms }
}

/** Writes down a call that answers with a list of `item`, newest or first in order first. */
export function list<
  Path extends string,
  const W extends Who,
  Item extends Schema,
  Shape extends z.core.$ZodShape = {},
>(
  door: `GET ${Path}`,
  { item, query, ...terms }: { who: readonly W[]; query?: Shape; item: Item; summary: string; failure: string },
): ListCall<Path, W, z.ZodMiniObject<Shape & typeof Paging>, Item> {
  const shape = { ...query, ...Paging } as Shape & typeof Paging
  return {
    ...call<'GET', Path, W, z.ZodMiniArray<Item>, Nothing, z.ZodMiniObject<Shape & typeof Paging>>(door, {
      ...terms,
      query: z.object(shape),
      reply: z.array(item),
    }),
    pages: true,
    item,
  }
}

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes down a call that answers with a file. */
export function file<Path extends string, const W extends Who, Query extends Schema = Nothing>(
  door: `GET ${Path}`,
  { gives, ...terms }: Omit<Terms<W, Nothing, Query, never>, 'reply'> & { gives: FileCall['gives'] },
): FileCall<Path, W, Query> {
  const reply = z.never()
  return { ...call<'GET', Path, W, z.ZodMiniNever, Nothing, Query>(door, { ...terms, reply }), gives }
}

/** Whether an `Idempotency-Key` sent with a call is kept, so that the deed is done once however often it is asked for. */
export const keepsKey = ({ creates, takesFile, countsOnce }: Call) => creates || takesFile || countsOnce

export const LARGEST_PAGE = 500

const Paging = {
  limit: z.optional(
    z.coerce
      .number('limit bir sayı olmalıdır')
      .check(
        z.int('limit tam sayı olmalıdır'),
        z.minimum(1, 'limit en az 1 olmalıdır'),
        z.maximum(LARGEST_PAGE, `limit en fazla ${LARGEST_PAGE} olabilir`),
      ),
  ),
  cursor: z.optional(z.string('cursor geçersiz').check(z.maxLength(2000, 'cursor geçersiz'))),
}

/** Which page of a list is asked for. */
export const PageRequest = z.object(Paging)
export type PageRequest = z.output<typeof PageRequest>

/** The names that vary in a path: `/orders/:id` has `id`. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof ParamsOf<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>

function parted<Method extends string, Path extends string>(door: `${Method} ${Path}`) {
  const [method, path] = door.split(' ')
  return { method: method as Method, path: path as Path }
}
