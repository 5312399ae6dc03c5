import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from '../db/transaction.ts'
import { refuse } from '../http/refusal.ts'

/**
 * When a workbook was exported: the instant, and the ids of the last rows of the ledgers of stock and of lots, and of
 * the audit trail (absent in an export of an earlier release). Later rows are what has changed since, independently of
 * clocks.
 */
export type ExportMark = { at: string; ledgerId: number; lotLedgerId: number; auditId?: number | undefined }

const PROPERTY = 'ToptanExport'
// Properties of their own, so that a process of an earlier release can read the first.
const LOTS_PROPERTY = 'ToptanExportLots'
const AUDIT_PROPERTY = 'ToptanExportAudit'

/** The mark as custom document properties, which Excel and LibreOffice preserve. */
export const asProperties = ({ at, ledgerId, lotLedgerId, auditId }: ExportMark): Record<string, string> => ({
  [PROPERTY]: `${at} ${ledgerId}`,
  [LOTS_PROPERTY]: String(lotLedgerId),
  ...(auditId !== undefined && { [AUDIT_PROPERTY]: String(auditId) }),
})

/**
 * The mark of a workbook, if it has one. In an export of an earlier release all movements of lots count as later ones.
 */
export function markIn(properties: Record<string, string>): ExportMark | undefined {
  const [, at = '', id = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z) (\d{1,15})$/.exec(properties[PROPERTY] ?? '') ?? []
  if (Number.isNaN(Date.parse(at))) return undefined
  const idIn = (name: string) => {
    const text = properties[name] ?? ''
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  }
  return { at, ledgerId: Number(id), lotLedgerId: idIn(LOTS_PROPERTY) ?? 0, auditId: idIn(AUDIT_PROPERTY) }
}

/**
 * The mark of a workbook that is exported now, as its properties. Read before the goods, so that a change in between is
 * counted again rather than missed. Resolves once the movements and changes of products in progress have ended, as
 * their rows may come before the last one; refuses with `not_ready` if they take longer than `limit` milliseconds. `db`
 * is the primary database, as a standby does not have the open transactions.
 */
export async function exportProperties(db: Pool, now: Date, limit = WAIT_LIMIT): Promise<Record<string, string>> {
  const end = performance.now() + limit
  const last = await db
    .selectFrom('stock_ledger')
    .select(sql<number>`coalesce(max(id), 0)::bigint`.as('ledgerId'))
    .select(sql<number>`(select coalesce(max(id), 0)::bigint from lot_ledger)`.as('lotLedgerId'))
    .select(sql<number>`(select coalesce(max(id), 0)::bigint from audit_log)`.as('auditId'))
    .executeTakeFirstOrThrow()
  let underWay = await changesUnderWay(db)
  while (underWay.length > 0) {
    if (performance.now() >= end) refuse('not_ready')
    await sleep(POLL_INTERVAL)
    const still = new Set(await changesUnderWay(db))
    underWay = underWay.filter(one => still.has(one))
  }
  return asProperties({ at: now.toISOString(), ...last })
}

/** Longer than an import of 50,000 rows takes under load, in milliseconds. */
const WAIT_LIMIT = 30_000

/** How often the changes in progress are queried, in milliseconds. */
const POLL_INTERVAL = 20

/** The open transactions that have written to the ledgers or to products, whose changes are in the audit trail. */
async function changesUnderWay(db: Pool): Promise<string[]> {
  const { rows } = await sql<{ transaction: string }>`
    select virtualtransaction as transaction from pg_locks
    where mode = 'RowExclusiveLock' and relation in ('stock_ledger'::regclass, 'lot_ledger'::regclass, 'products'::regclass)
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ transaction }) => transaction)
}
