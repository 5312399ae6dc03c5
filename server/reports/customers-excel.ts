import { activeLabel } from '#contract/active-labels.ts'
import type { OwnCustomer } from '#contract/customers.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { listCustomers } from '../customers/customers.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { Actor } from '../http/context.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'

type CustomerFilter = Parameters<typeof listCustomers>[2]

/** The filtered customers with their figures as a streamed workbook, by company name. */
export function customersWorkbook(db: Pool, actor: Actor<'admin'>, filter: CustomerFilter, now: Date): FileReply {
  const name = `musteriler-${istanbulDay(now)}.xlsx`
  return { name, pieces: writeWorkbook({ name: 'Müşteriler', columns: COLUMNS }, rowsOf(db, actor, filter)) }
}

const COLUMNS: SheetColumn[] = [
  { label: 'Firma', kind: 'text', width: 32 },
  { label: 'Kullanıcı Adı', kind: 'text', width: 18 },
  { label: 'E-posta', kind: 'text', width: 28 },
  { label: 'Telefon', kind: 'text', width: 16 },
  { label: 'Adres', kind: 'text', width: 40 },
  { label: 'Durum', kind: 'text', width: 9 },
  { label: 'Pazarlamacı', kind: 'text', width: 22 },
  { label: 'Sipariş Sayısı', kind: 'whole', width: 14 },
  { label: 'Toplam Harcama (KDV dahil)', kind: 'money', width: 27 },
  { label: 'Açık Tutar (KDV dahil)', kind: 'money', width: 22 },
  { label: 'Son Sipariş', kind: 'instant', width: 17 },
  { label: 'Kayıt Tarihi', kind: 'instant', width: 17 },
]

async function* rowsOf(db: Pool, actor: Actor<'admin'>, filter: CustomerFilter) {
  for await (const customers of pagesOf(listCustomers(db, actor, filter))) yield customers.map(rowOf)
}

const rowOf = (customer: OwnCustomer): Value[] => [
  customer.company_name,
  customer.username,
  customer.email,
  customer.phone,
  customer.address,
  activeLabel(customer.is_active),
  customer.assigned_marketer_name,
  customer.total_orders,
  customer.total_spent,
  customer.open_amount,
  customer.last_order_at,
  customer.created_at,
]
