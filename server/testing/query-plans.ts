import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { Batch } from '../db/batch.ts'
import type { World } from './world.ts'

/**
 * Below this cost, as the planner estimates it, a scan by an index counts as cheap; a scan of a large table costs
 * hundreds. Of the change log the planner expects half a percent to be read, at a cost of up to 105 (PostgreSQL 15),
 * because it cannot compare transaction ids with its statistics.
 */
const CHEAP = 120

/** The text and the parameters of a statement. */
const Statement = z.object({ text: z.string(), values: z.array(z.unknown()).default([]) })
export type Statement = z.output<typeof Statement>

/** A scan of a table; `slow` describes it unless it counts as cheap. */
export type Scan = { table: string; slow: string | undefined }

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Total Cost': number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}

/** The statements sent to the database during the work, with their parameters. */
export async function sentDuring(work: () => Promise<void>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const calls = query.mock.calls as unknown[][]
  query.mockRestore()
  return calls
    .flatMap(([query]): readonly Statement[] =>
      query instanceof Batch ? query.statements : [Statement.parse({ text: query })],
    )
    .filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
}

export type Explainer = Awaited<ReturnType<typeof explainer>>

/** Explains statements as the owner of the world's database. */
export async function explainer({ ownerDatabase }: World) {
  const client = new pg.Client(ownerDatabase)
  await client.connect()
  onTestFinished(() => client.end())
  const plan = async (options: string, { text, values }: Statement) => {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (${options}) ${text}`, values)
    return nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)
  }
  const scans = async (statement: Statement) => {
    // For 100 rows, which the planner expects of any jsonb array, PostgreSQL 15 would read all of 10,000.
    await client.query('set enable_seqscan = off')
    try {
      return (await plan('format json', statement)).flatMap(node => scanOf(node, statement) ?? [])
    } finally {
      await client.query('reset enable_seqscan')
    }
  }
  return {
    client,
    /** The scans that the statement is planned with: of a whole table only if no index serves. */
    scans,
    /** How many rows of these tables the statement reads. */
    async rowsRead(statement: Statement, tables: string[]): Promise<number> {
      return (await plan('analyze, format json', statement))
        .filter(node => tables.includes(node['Relation Name'] ?? ''))
        .reduce((sum, node) => sum + readBy(node).rows, 0)
    },
    /** The scans, executed to see which read many rows, or many pages for few rows; changes are rolled back. */
    async executedScans(statement: Statement): Promise<Scan[]> {
      // What has been inserted once would violate unique constraints, so inserts are only planned.
      if (/^\s*insert\b/i.test(statement.text)) return scans(statement)
      await client.query('begin')
      try {
        const nodes = await plan('analyze, buffers, format json', statement)
        return nodes.flatMap(node => executedScanOf(node, statement) ?? [])
      } finally {
        await client.query('rollback')
      }
    },
    async tablesWithFewerThan(most: number, tables: Set<string>) {
      const { rows } = await client.query<{ relname: string }>(
        `select relname from pg_class
        where relnamespace = 'public'::regnamespace and reltuples < $1 and relname = any($2)`,
        [most, [...tables]],
      )
      return rows.map(row => row.relname)
    },
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

function scanOf(node: Plan, { text }: Statement): Scan | undefined {
  const table = node['Relation Name']
  if (!table || !node['Node Type'].endsWith('Scan')) return undefined
  const byIndex = node['Node Type'] === 'Bitmap Heap Scan' || node['Index Cond'] !== undefined
  const isCheap = byIndex && node['Total Cost'] < CHEAP
  return { table, slow: isCheap ? undefined : `${node['Node Type']}, cost ${node['Total Cost']}: ${text}` }
}

/** The most rows that a scan of a list may read. */
const MANY_ROWS = 500

function executedScanOf(node: Plan, { text }: Statement): Scan | undefined {
  const table = node['Relation Name']
  if (!table || !node['Node Type'].endsWith('Scan')) return undefined
  const { rows, pages, returned, loops } = readBy(node)
  // Each row that an index finds costs at most four pages: three of the index and that of the row.
  const isCheap = rows <= MANY_ROWS && pages <= 20 + 4 * (returned + loops)
  const reads = `${rows} rows and ${pages} pages for ${returned} rows`
  return { table, slow: isCheap ? undefined : `${node['Node Type']} of ${table}, reads ${reads}: ${text}` }
}

/** The figures of all executions of a node. */
function readBy(node: Plan) {
  const loops = node['Actual Loops'] ?? 0
  const returned = loops * (node['Actual Rows'] ?? 0)
  const removed = loops * ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))
  const pages = (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
  return { loops, returned, rows: returned + removed, pages }
}
