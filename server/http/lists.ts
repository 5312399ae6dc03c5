import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { MAX_PAGE_SIZE, type PageRequest, type Schema } from '#contract/call.ts'
import { refuse } from './refusal.ts'

/** A list that is read in pages: each begins after the key of the previous page's last row. */
export type List<Row> = {
  read: (after: string | undefined, limit: number) => Promise<{ rows: Row[]; last: string | undefined }>
}

const KINDS = {
  instant: { schema: z.iso.datetime().refine(instant => instant >= '1900'), cast: sql.raw('::timestamptz') },
  id: { schema: z.uuid(), cast: sql.raw('::uuid') },
  number: { schema: z.int(), cast: sql.raw('::bigint') },
  text: { schema: z.string().refine(text => !text.includes('\0')), cast: sql.raw('::text') },
}

/** A column of a list's key: its place in the query, its kind, and its value in a row. */
export type KeyColumn<Row> = {
  ref: string | ReturnType<typeof sql>
  kind: keyof typeof KINDS
  of: (row: Row) => string | number
}

/**
 * A list sorted by its key columns, which together are unique. It seeks by key instead of skipping by offset, so that
 * the thousandth page costs as much as the first.
 */
export function keyedList<DB, TB extends keyof DB, Row, Item>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { direction, key, item }: { direction: 'asc' | 'desc'; key: KeyColumn<Row>[]; item: (row: Row) => Item },
): List<Item> {
  const refs = key.map(column => (typeof column.ref === 'string' ? sql.ref(column.ref) : column.ref))
  let ordered = query
  for (const ref of refs) ordered = ordered.orderBy(ref, direction)

  return {
    async read(after, limit) {
      const page = after === undefined ? ordered : ordered.where(afterCursor(readCursor(after)))
      const rows = await page.limit(limit + 1).execute()
      const shown = rows.slice(0, limit)
      const lastRow = rows.length > limit ? shown.at(-1) : undefined
      return {
        rows: shown.map(item),
        last: lastRow && Buffer.from(JSON.stringify(key.map(column => column.of(lastRow)))).toString('base64url'),
      }
    },
  }

  function afterCursor(values: (string | number)[]) {
    const sought = values.map((value, i) => sql`${value}${KINDS[key[i]!.kind].cast}`)
    return sql<SqlBool>`(${sql.join(refs)}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(sought)})`
  }

  function readCursor(cursor: string): (string | number)[] {
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
}

/** All pages of a list, one at a time. */
export async function* pagesOf<Row>(list: List<Row>): AsyncGenerator<Row[]> {
  let page = await list.read(undefined, MAX_PAGE_SIZE)
  yield page.rows
  while (page.last) {
    page = await list.read(page.last, MAX_PAGE_SIZE)
    yield page.rows
  }
}

/** Replies with a page and a link to the next, or, without `limit`, streams all rows. */
export async function replyWithList<I extends Schema>(
  request: FastifyRequest,
  reply: FastifyReply,
  item: I,
  { limit, cursor }: PageRequest,
  list: List<z.output<I>>,
) {
  const serialize = (rows: z.output<I>[]) => rows.map(row => JSON.stringify(z.encode(item, row)))
  reply.type('application/json; charset=utf-8')

  const first = await list.read(cursor, limit ?? MAX_PAGE_SIZE)
  if (limit !== undefined) {
    if (first.last) reply.header('link', `<${nextPage(request.url, first.last)}>; rel="next"`)
    return reply.send(`[${serialize(first.rows).join(',')}]`)
  }
  return reply.send(Readable.from(everything()))

  async function* everything() {
    let page = first
    yield `[${serialize(page.rows).join(',')}`
    while (page.last) {
      page = await list.read(page.last, MAX_PAGE_SIZE)
      yield `,${serialize(page.rows).join(',')}`
    }
    yield ']'
  }
}

function nextPage(url: string, cursor: string) {
  const next = new URL(url, 'http://localhost')
  next.searchParams.set('cursor', cursor)
  return `${next.pathname}${next.search}`
}
