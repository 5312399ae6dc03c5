import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { CUSTOMER_COLUMNS } from '#contract/customer-import.ts'
import { NewCustomer } from '#contract/customers.ts'
import { accountKey } from '#contract/turkish.ts'
import { type Cell, isBlank, isTooLong, type Workbook } from '../documents/workbook.ts'
import { belowHeadings } from './headings.ts'

/** The values of a customer row; blank cells are absent. */
export type CustomerRow = {
  row: number
  username: string
  company_name?: string
  email?: string
  phone?: string
  address?: string
  password?: string
  /** The marketer's username. */
  marketer?: string
}

/** An invalid row, with Excel's row number and a Turkish message for each error. */
export type FaultyRow = { row: number; errors: string[] }

/** An invalid row with its valid values, which are still checked against the accounts, so that all errors are shown. */
type PartlyReadRow = FaultyRow & {
  fields: Partial<CustomerRow>
  /** The fields whose cells are invalid. */
  invalid: ReadonlySet<string>
}

/**
 * The rows of a workbook: those whose cells are valid, and the others with what could be read of them. `warnings` are
 * Turkish sentences about what is not read.
 */
export type CustomerSheet = { rows: CustomerRow[]; faults: PartlyReadRow[]; warnings: string[] }

const YIELD_EVERY = 250

type Column = (typeof CUSTOMER_COLUMNS)[number]

const { username, company_name, email, phone, address, password } = NewCustomer.shape
const FIELDS = [
  ['username', 'Kullanıcı Adı', username],
  ['company_name', 'Firma Adı', company_name],
  ['email', 'E-posta', email],
  ['phone', 'Telefon', phone],
  ['address', 'Adres', address],
  ['password', 'Şifre', password],
  ['marketer', 'Pazarlamacı', username],
] as const

/** Reads the rows of a customer workbook below its headings. Duplicate usernames and e-mails are errors. */
export async function readCustomerRows(workbook: Workbook): Promise<CustomerSheet> {
  const rows: CustomerRow[] = []
  const faults: PartlyReadRow[] = []
  const seen = { 'Kullanıcı adı': new Map<string, number>(), 'E-posta': new Map<string, number>() }
  const { rows: below, unread, warnings } = belowHeadings(workbook)
  if (unread) faults.push({ row: unread.row, errors: [unread.error], fields: {}, invalid: new Set() })
  for (const [i, { row, cells }] of below.entries()) {
    // Yields to the event loop, as many rows take a while.
    if (i % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate()
    if (CUSTOMER_COLUMNS.every((_, index) => isBlank(cells[index]))) continue
    const errors: string[] = []
    const { fields, invalid } = readCells(cells, errors)
    if (fields.username === undefined && isBlank(cells[0])) errors.push('Kullanıcı adı zorunludur')
    for (const [label, name] of [
      ['Kullanıcı adı', fields.username],
      ['E-posta', fields.email],
    ] as const) {
      const earlier = name === undefined ? undefined : seen[label].get(accountKey(name))
      if (earlier !== undefined) errors.push(`${label} "${name}" bu dosyada ${earlier}. satırda da var`)
    }
    if (errors.length > 0 || fields.username === undefined) {
      faults.push({ row, errors, fields, invalid })
      continue
    }
    seen['Kullanıcı adı'].set(accountKey(fields.username), row)
    if (fields.email !== undefined) seen['E-posta'].set(accountKey(fields.email), row)
    rows.push({ ...fields, row, username: fields.username })
  }
  return { rows, faults, warnings }
}

function readCells(cells: Cell[], errors: string[]) {
  const fields: Partial<CustomerRow> = {}
  const invalid = new Set<string>()
  for (const [name, column, schema] of FIELDS) {
    const cell = cells[CUSTOMER_COLUMNS.indexOf(column)]
    if (isBlank(cell)) continue
    const text = textOf(column, cell, errors)
    const result = text === undefined ? undefined : z.safeParse(schema, text)
    if (result?.success) fields[name] = result.data
    else invalid.add(name)
    if (result?.error) errors.push(result.error.issues[0]?.message ?? `${column} geçersiz`)
  }
  return { fields, invalid }
}

/** The text of a cell; Excel stores phone numbers and numeric passwords as numbers. */
function textOf(column: Column, cell: Exclude<Cell, null>, errors: string[]): string | undefined {
  if (typeof cell === 'string' && !isTooLong(cell)) return cell
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return String(cell)
  errors.push(`${column} ${typeof cell === 'string' ? 'hücresindeki metin çok uzun' : 'hücresi metin olmalıdır'}`)
  return undefined
}
