import * as z from 'zod/mini'
import type { AdminProduct } from '#contract/catalogue.ts'
import { NewAnswer, NewAnswerItem, type Quote } from '#contract/quotes.ts'
import { daysLater } from '#contract/turkish.ts'
import type { PricedLine } from '../../parts/price-summary.tsx'
import { randomId } from '../../random-id.ts'

/** An offer holds so long unless the admin says otherwise. */
const HOLDS = 14

// What was no number is not kept.
const KeptNumber = z.catch(z.optional(z.number()), undefined)
const Line = z.object({
  id: z.string(),
  /** Which of the asked lines it is for, from 0. */
  query: z.optional(z.int()),
  product: z.optional(z.object({ id: z.string(), name: z.string(), unit: z.string(), vat_rate: z.int() })),
  quantity: KeptNumber,
  /** In lira; `NaN` stands for what is no number. */
  price: KeptNumber,
  notes: z.string(),
})
export type AnswerLine = z.output<typeof Line>

/** An answer as far as it is filled in. */
export const AnswerDraft = z.object({
  lines: z.array(Line).check(z.minLength(1)),
  notes: z.string(),
  valid_until: z.string(),
  /** When the answer was given that stood when this was begun. */
  over: z.nullable(z.string()),
})
export type AnswerDraft = z.output<typeof AnswerDraft>

export type LineFaults = { [field in 'product' | 'quantity' | 'price' | 'notes']?: string | undefined }

/** What an answer begins with: a line for each that is asked for, or what was answered before. */
export function begunAnswer({ items, answer }: Quote, today: string): AnswerDraft {
  const later = daysLater(today, HOLDS)
  if (!answer)
    return {
      lines: items.map(({ quantity }, query) => ({ ...blankLine(), query, quantity: Math.ceil(quantity) })),
      notes: '',
      valid_until: later,
      over: null,
    }
  return {
    lines: answer.items.map(({ product_id, product_name, unit, vat_rate, quantity, price, notes }) => ({
      id: randomId(),
      product: { id: product_id, name: product_name, unit, vat_rate },
      quantity,
      price: price / 100,
      notes: notes ?? '',
    })),
    notes: answer.notes ?? '',
    valid_until: answer.valid_until < today ? later : answer.valid_until,
    over: answer.answered_at,
  }
}

/** Whether two answers say the same, whatever their lines are called here. */
export const isSameAnswer = (one: AnswerDraft, other: AnswerDraft) => unnamed(one) === unnamed(other)

const unnamed = (draft: AnswerDraft) =>
  JSON.stringify({
    ...draft,
    lines: draft.lines.map(({ id: _, product, ...line }) => [product?.id, Object.entries(line).sort()]),
  })

export const blankLine = (): AnswerLine => ({ id: randomId(), notes: '' })

type Chosen = Pick<AdminProduct, 'id' | 'name' | 'unit' | 'vat_rate' | 'price'>

/** The line with a product of the catalogue, at its price there; a quantity that is there already stays. */
export function withProduct(line: AnswerLine, product: Chosen | undefined): AnswerLine {
  const { product: _, price: __, ...rest } = line
  if (!product) return rest
  const { id, name, unit, vat_rate, price } = product
  return { ...rest, product: { id, name, unit, vat_rate }, quantity: line.quantity ?? 1, price: price / 100 }
}

/** Lines without a product answer nothing, and are left out; but for those that somebody wrote a note in. */
export const isBlank = ({ product, notes }: AnswerLine) => !product && notes.trim() === ''

/** What is sent of an answer, with the lines that it is made of; or what is wrong with which line. */
export function answerOf({ lines, notes, valid_until }: AnswerDraft) {
  const sent = lines.filter(line => !isBlank(line))
  const faults = new Map<string, LineFaults>()
  const items = sent.flatMap(line => {
    if (!line.product) {
      faults.set(line.id, { product: 'Ürün seçin' })
      return []
    }
    const item = z.safeParse(NewAnswerItem, { ...line, product_id: line.product.id, notes: line.notes || null })
    if (item.success) return [item.data]
    faults.set(line.id, faultsOf(item.error, line))
    return []
  })
  const why = z.safeParse(
    NewAnswer.shape.items,
    items.map(item => z.encode(NewAnswerItem, item)),
  ).error?.issues[0]?.message
  const body: NewAnswer | undefined =
    faults.size || why || !valid_until ? undefined : { items, notes: notes.trim() || null, valid_until }
  return { body, sent, faults, why }
}

const MISSING = { quantity: 'Miktar girin', price: 'Fiyat girin' } as const

function faultsOf(error: z.core.$ZodError, line: AnswerLine): LineFaults {
  const { fieldErrors } = z.flattenError(error)
  const said = Object.entries<string[] | undefined>(fieldErrors).map(([field, messages]) => [field, messages?.[0]])
  const missing = (['quantity', 'price'] as const)
    .filter(field => line[field] === undefined)
    .map(field => [field, MISSING[field]])
  return Object.fromEntries([...said, ...missing])
}

/** The lines that have a product, a quantity and a price by now, to be added up. */
export function pricedLines({ lines }: AnswerDraft): PricedLine[] {
  return lines.flatMap(({ product, ...line }) => {
    if (!product) return []
    const item = z.safeParse(NewAnswerItem, { ...line, product_id: product.id })
    return item.success ? [{ ...item.data, vat_rate: product.vat_rate }] : []
  })
}
