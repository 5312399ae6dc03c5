import { istanbulDay } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import { readCustomer } from '../customers/customers.ts'
import type { ReportDatabase } from '../db/report-database.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'
import { writeSheets } from '../documents/workbook-writing.ts'
import { zip } from '../documents/zip-writing.ts'
import type { Actor } from '../http/context.ts'
import type { FileReply } from '../http/files.ts'
import { accountSections } from './account-sections.ts'
import { cartSection } from './cart-section.ts'
import { deliverySection } from './delivery-section.ts'
import { listSection } from './list-section.ts'
import { notesSection } from './notes-section.ts'
import { notificationSections } from './notification-sections.ts'
import { orderSection } from './order-section.ts'
import { quoteSection } from './quote-section.ts'
import { recallSection } from './recall-section.ts'
import type { Section } from './sections.ts'
import { standingOrderSections } from './standing-order-sections.ts'
import { trailSections } from './trail-sections.ts'
import { watchSections } from './watch-sections.ts'

/**
 * All that the portal stores about a customer that the actor may see: a zip with one JSON file and one workbook,
 * written while it is read. Customers do not see the notes about them (page 090). The export is recorded in the audit
 * trail before anything is sent.
 */
export async function exportCustomer(
  db: Pool,
  reports: ReportDatabase,
  { actor, now, origin }: By & { actor: Actor },
  id: string,
): Promise<FileReply> {
  const { username, company_name } = await inTransaction(db, async tx => {
    const customer = await readCustomer(tx, actor, id)
    await record(tx, { actor, now, origin }, [{ action: 'exported', entity: 'customer', entity_id: id }])
    return customer
  })
  const source = await reports.choose()
  // Orders and quotes are exported as the customer itself sees them.
  const customer = { id, role: 'customer', name: company_name, is_active: true } as const
  const isOwn = actor.role === 'customer'
  const sections = [
    ...accountSections(source, id),
    orderSection(source, customer),
    quoteSection(source, customer),
    cartSection(source, id),
    listSection(source, id),
    deliverySection(source, id),
    ...standingOrderSections(source, id),
    ...watchSections(source, id),
    recallSection(source, id),
    ...notificationSections(source, customer),
    ...(isOwn ? [] : [notesSection(source, id)]),
    ...trailSections(source, id, { hasNotes: !isOwn }),
  ]
  const sheets = sections.flatMap(section => section.sheets.map(sheet => ({ ...sheet, rows: sheet.rows() })))
  const files = [
    { name: 'kisisel-veriler.json', content: jsonOf(sections, now) },
    // The last part, so that a download which a deletion has overtaken breaks off instead of looking complete.
    { name: 'kisisel-veriler.xlsx', content: checkedAtEnd(writeSheets(sheets), () => requireCustomer(db, id)) },
  ]
  return { name: `kisisel-veriler-${username}-${istanbulDay(now)}.zip`, pieces: zip(files) }
}

async function* checkedAtEnd<Piece>(pieces: AsyncIterable<Piece>, check: () => Promise<void>) {
  yield* pieces
  await check()
}

async function requireCustomer(db: Pool, id: string) {
  const customer = await db.selectFrom('customers').select('id').where('id', '=', id).executeTakeFirst()
  if (!customer) throw new Error('The customer was deleted while its data was being exported')
}

async function* jsonOf(sections: readonly Section[], now: Date) {
  yield `{"exported_at":${JSON.stringify(now)}`
  for (const { key, json } of sections) {
    yield `,\n${JSON.stringify(key)}:`
    yield* json()
  }
  yield '}\n'
}
