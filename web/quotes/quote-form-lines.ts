import * as z from 'zod/mini'
import { NewQuote, QuoteItem } from '#checked/quotes.ts'

/** A line of the form as filled in so far. The price is in lira; `NaN` stands for text that is not a number. */
export type DraftLine = {
  id: string
  product_name: string
  unit: string
  quantity?: number | undefined
  price?: number | undefined
  notes: string
}

type LineField = Exclude<keyof DraftLine, 'id'>
export type LineErrors = Partial<Record<LineField, string>>

type CheckedLines = {
  /** Complete lines, ready to be sent. */
  items: QuoteItem[]
  /** Lines with missing fields: they are not sent. */
  incomplete: DraftLine[]
  /** The errors of complete lines, by line id. While there are any, nothing is sent. */
  faults: Map<string, LineErrors>
}

const MISSING: LineErrors = {
  product_name: 'Ürün adı girin',
  unit: 'Birim seçin',
  quantity: 'Miktar girin',
  price: 'Fiyat girin',
}
const REQUIRED = ['product_name', 'unit', 'quantity', 'price'] as const

/** Splits a form's lines into those to send, incomplete ones and invalid ones. Blank lines are dropped. */
export function checkLines(lines: readonly DraftLine[]): CheckedLines {
  const checked: CheckedLines = { items: [], incomplete: [], faults: new Map() }
  for (const line of lines) {
    if (isBlank(line)) continue
    if (missingIn(line).length > 0) {
      checked.incomplete.push(line)
      continue
    }
    const { id, ...fields } = line
    const item = z.safeParse(QuoteItem, { ...fields, notes: fields.notes.trim() || null })
    if (item.success) checked.items.push(item.data)
    else checked.faults.set(id, faultsOf(item.error))
  }
  return checked
}

/** The error messages for the missing fields of incomplete lines, by line id. */
export const missingFieldErrors = (lines: readonly DraftLine[]) =>
  new Map<string, LineErrors>(
    lines.map(line => [line.id, Object.fromEntries(missingIn(line).map(field => [field, MISSING[field]]))]),
  )

/** Why these lines cannot be sent together, if so: 'En az bir ürün ekleyin'. */
export const listError = (items: readonly QuoteItem[]) =>
  z.safeParse(
    NewQuote.shape.items,
    items.map(item => z.encode(QuoteItem, item)),
  ).error?.issues[0]?.message

/** Whether nothing was typed; the unit has a default. */
export const isBlank = ({ product_name, quantity, price, notes }: DraftLine) =>
  !product_name.trim() && quantity === undefined && price === undefined && !notes.trim()

const missingIn = (line: DraftLine) =>
  REQUIRED.filter(field => {
    const value = line[field]
    return typeof value === 'string' ? value.trim() === '' : value === undefined
  })

function faultsOf(error: z.core.$ZodError): LineErrors {
  const { fieldErrors } = z.flattenError(error)
  return Object.fromEntries(
    Object.entries<string[] | undefined>(fieldErrors).map(([field, messages]) => [field, messages?.[0]]),
  )
}
