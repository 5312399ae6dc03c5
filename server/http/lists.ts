import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { MAX_PAGE_SIZE, type PageRequest, type Schema } from '#contract/call.ts'
import { DeflatedParts, gzipOf, joinItems, prefersGzip } from './deflated-parts.ts'
import { serializeReply } from './encoder.ts'
import { clientHasVersion, setWeakETag } from './files.ts'
import { refuse } from './refusal.ts'

/** A list that is read in pages: each begins after the key of the previous page's last row. */
export type List<Row> = {
  read: (after: string | undefined, limit: number) => Promise<{ rows: Row[]; last: string | undefined }>
  /** How many rows the whole list has, if the response states it. */
  total?: () => Promise<number>
  /** The page size while the whole list is read, if reading a page costs as much as reading all of it. */
  pageSize?: number | undefined
}

const KINDS = {
  instant: { schema: z.iso.datetime().refine(instant => instant >= '1900'), cast: sql.raw('::timestamptz') },
  day: { schema: z.iso.date().refine(day => day >= '0001'), cast: sql.raw('::date') },
  id: { schema: z.uuid(), cast: sql.raw('::uuid') },
  number: { schema: z.int(), cast: sql.raw('::bigint') },
  text: { schema: z.string().refine(text => !text.includes('\0')), cast: sql.raw('::text') },
}

type KeyKind = keyof typeof KINDS

/** A column of a list's key: its place in the query, its kind, and its value in a row. */
export type KeyColumn<Row> = {
  ref: string | ReturnType<typeof sql>
  kind: KeyKind
  of: (row: Row) => string | number
}

/**
 * A list sorted by its key columns, which together are unique. It seeks by key instead of skipping by offset, so that
 * the thousandth page costs as much as the first.
 */
export function keyedList<DB, TB extends keyof DB, Row, Item>(
  query: SelectQueryBuilder<DB, TB, Row>,
  {
    direction,
    key,
    item,
    pageSize,
  }: {
    direction: 'asc' | 'desc'
    key: readonly KeyColumn<Row>[]
    item: (row: Row) => Item
    pageSize?: number
  },
): List<Item> {
  const refs = key.map(column => (typeof column.ref === 'string' ? sql.ref(column.ref) : column.ref))
  let ordered = query
  for (const ref of refs) ordered = ordered.orderBy(ref, direction)

  return {
    pageSize,
    async read(after, limit) {
      const page = after === undefined ? ordered : ordered.where(afterCursor(readCursor(after, key)))
      const rows = await page.limit(limit + 1).execute()
      const shown = rows.slice(0, limit)
      const lastRow = rows.length > limit ? shown.at(-1) : undefined
      return {
        rows: shown.map(item),
        last: lastRow && writeCursor(key.map(column => column.of(lastRow))),
      }
    },
  }

  function afterCursor(values: (string | number)[]) {
    const sought = values.map((value, i) => sql`${value}${KINDS[key[i]!.kind].cast}`)
    return sql<SqlBool>`(${sql.join(refs)}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(sought)})`
  }
}

/** The cursor of a list's position: the values of the key of the row before it. */
export const writeCursor = (values: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** The values of a cursor; refuses one that is not of this key. */
export function readCursor(cursor: string, key: readonly { kind: KeyKind }[]): (string | number)[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return z
      .array(z.union([z.string(), z.number()]))
      .length(key.length)
      .parse(values)
      .map((value, i) => KINDS[key[i]!.kind].schema.parse(value))
  } catch {
    return refuse('invalid_input', 'cursor geçersiz')
  }
}

/** All pages of a list, one at a time. */
export async function* pagesOf<Row>(list: List<Row>): AsyncGenerator<Row[]> {
  const { pageSize = MAX_PAGE_SIZE } = list
  let page = await list.read(undefined, pageSize)
  yield page.rows
  while (page.last) {
    page = await list.read(page.last, pageSize)
    yield page.rows
  }
}

/** A list whose items are serialized already, as UTF-8. */
export type SerializedList = {
  isSerialized: true
  /** The version of the items read in the same turn of the event loop; differs whenever the items may differ. */
  version: () => string
  /**
   * Identifies the list, whatever its items are; undefined if there are too many such lists to cache, as of searches.
   */
  key: string | undefined
  /** How many items the whole list has. */
  total: number
  read: (after: string | undefined, limit: number) => { items: readonly Uint8Array[]; last: string | undefined }
}

/** A list that is read as serialized items, as UTF-8. */
export type EncodedList = {
  isEncoded: true
  read: (after: string | undefined, limit: number) => Promise<{ items: Uint8Array[]; last: string | undefined }>
}

/** A page of a list as JSON text, without its brackets, and the key of its last item unless it is the last page. */
type ReadPage = (after: string | undefined, limit: number) => Promise<Page>
type Page = { text: string | Uint8Array; last: string | undefined }

/** Replies with a page and a link to the next, or, without `limit`, streams all rows. */
export async function replyWithList<I extends Schema>(
  request: FastifyRequest,
  reply: FastifyReply,
  item: I,
  paging: PageRequest,
  list: List<z.output<I>> | SerializedList | EncodedList,
) {
  if ('isSerialized' in list) return replyWithSerialized(request, reply, paging, list)
  if (paging.limit !== undefined && 'total' in list && list.total) reply.header(TOTAL_HEADER, await list.total())
  const pageSize = 'pageSize' in list ? list.pageSize : undefined
  return replyWithPages(request, reply, { ...paging, pageSize }, async (after, limit) => {
    if ('isEncoded' in list) {
      const { items, last } = await list.read(after, limit)
      return { text: joinItems(items), last }
    }
    const { rows, last } = await list.read(after, limit)
    return { text: rows.map(row => serializeReply(item, row, request.server.context)).join(','), last }
  })
}

const TOTAL_HEADER = 'x-total-count'

/** Items per part of a whole list; a part is compressed again when one of its items has changed. */
const PART_SIZE = 100

const deflatedParts = new DeflatedParts()

/** As `replyWithPages`, with the parts of a list with a key compressed once for all clients. */
function replyWithSerialized(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, cursor }: PageRequest,
  list: SerializedList,
) {
  // All of a list may be megabytes that a client has already; for a page it is not worth the header.
  if (limit === undefined && cursor === undefined) {
    const version = list.version()
    setWeakETag(reply, version)
    if (clientHasVersion(request, version)) return reply.code(304).send()
  }
  // Read whole, in the same turn as its version: a slow client reads on after the list has changed.
  const { items, last } = list.read(cursor, limit ?? Number.POSITIVE_INFINITY)
  reply.type(JSON_TYPE)
  if (last) linkToNext(request, reply, last)
  if (limit !== undefined) reply.header(TOTAL_HEADER, list.total)
  const isGzip = prefersGzip(request.headers['accept-encoding'])
  reply.header('vary', 'accept-encoding')
  if (isGzip) reply.header('content-encoding', 'gzip')
  if (limit === undefined) return reply.send(Readable.from(isGzip ? gzipOf(compressedParts()) : jsonOf(parts())))
  if (isGzip) return reply.send(Buffer.concat([...gzipOf([deflatedParts.get(keyOf(limit), items)])]))
  return reply.send(joinItems(items, '[', ']'))

  function keyOf(part: number | string) {
    return list.key && `${list.key} ${cursor} ${part}`
  }

  function* parts() {
    for (let at = 0; at < items.length; at += PART_SIZE) yield items.slice(at, at + PART_SIZE)
  }

  function* compressedParts() {
    let at = 0
    for (const part of parts()) yield deflatedParts.get(keyOf(`part ${at++}`), part)
  }
}

/** The text of a JSON array, in pieces. */
function* jsonOf(parts: Iterable<readonly Uint8Array[]>) {
  let before = '['
  for (const part of parts) {
    yield joinItems(part, before)
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]' : ']')
}

const JSON_TYPE = 'application/json; charset=utf-8'

async function replyWithPages(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, cursor, pageSize = MAX_PAGE_SIZE }: PageRequest & { pageSize: number | undefined },
  read: ReadPage,
) {
  reply.type(JSON_TYPE)
  const first = await read(cursor, limit ?? pageSize)
  if (limit !== undefined) {
    if (first.last) linkToNext(request, reply, first.last)
    return reply.send(inBrackets(first.text))
  }
  return reply.send(Readable.from(everything()))

  async function* everything() {
    let page = first
    yield '['
    yield page.text
    while (page.last) {
      page = await read(page.last, pageSize)
      yield ','
      yield page.text
    }
    yield ']'
  }
}

const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]
const inBrackets = (text: string | Uint8Array) =>
  typeof text === 'string' ? `[${text}]` : Buffer.concat([OPEN, text, CLOSE])

function linkToNext(request: FastifyRequest, reply: FastifyReply, cursor: string) {
  // Not by URLSearchParams, which encodes all parameters again for every page. A query may contain "?", and ">" would
  // end the address.
  const { url } = request
  // The first page of most lists: a tenth of the time that the general way takes.
  if (url.includes('?') && !url.includes('cursor=') && !url.includes('>'))
    return reply.header('link', `<${url}&cursor=${cursor}>; rel="next"`)
  const [path, ...query] = url.split('?')
  const others = query
    .join('?')
    .split('&')
    .filter(parameter => !parameter.startsWith('cursor='))
  const next = `${path}?${[...others, `cursor=${cursor}`].join('&')}`
  return reply.header('link', `<${next.replaceAll('>', '%3E')}>; rel="next"`)
}
