import * as z from 'zod/mini'
import { NewAnswer, NewAnswerItem } from '#checked/quotes.ts'
import type { Product } from '#contract/catalogue.ts'
import { type Kurus, kurus, liraOf } from '#contract/money.ts'
import type { AdminProduct } from '#contract/products.ts'
import { QUANTITY_NOT_WHOLE } from '#contract/quantity.ts'
import { DEFAULT_QUOTE_VALIDITY, isExpired, type Quote, unansweredItems } from '#contract/quotes.ts'
import { daysLater } from '#contract/turkish.ts'
import type { PricedLine } from '../../orders/price-summary.tsx'
import { randomId } from '../../random-id.ts'
import { isDay } from '../../ui/day-text.ts'
import { wholeText } from '../../ui/number-text.ts'

// JSON stores NaN as null, which is restored as absent.
const StoredNumber = z.catch(z.optional(z.number()), undefined)
const Line = z.object({
  id: z.string(),
  /** Index of the requested line it answers, from 0; browsers store drafts under this name. */
  asked: z.optional(z.int()),
  product: z.optional(z.object({ id: z.string(), name: z.string(), unit: z.string(), vat_rate: z.int() })),
  quantity: StoredNumber,
  /** In lira; `NaN` if the input is not a number. */
  price: StoredNumber,
  notes: z.string(),
})
export type AnswerLine = z.output<typeof Line>

/** An answer to a quote while it is being written. */
export const AnswerDraft = z.object({
  lines: z.array(Line).check(z.minLength(1)),
  notes: z.string(),
  valid_until: z.string(),
  /** `answered_at` of the answer that this draft replaces; `null` for a first answer. */
  over: z.nullable(z.string()),
})
export type AnswerDraft = z.output<typeof AnswerDraft>

/** Products as they are on sale now, by id: null if one is not, absent while that is unknown. */
export type ProductsToday = ReadonlyMap<string, Product | null>

export type LineFaults = { [field in 'product' | 'quantity' | 'price' | 'notes']?: string | undefined }

/**
 * A new draft: a line for each requested line, or the previous answer's lines and one for each requested line that it
 * left out. `today` is YYYY-MM-DD.
 */
export function newAnswerDraft({ items, answer }: Quote, today: string): AnswerDraft {
  const later = daysLater(today, DEFAULT_QUOTE_VALIDITY)
  const requested = items.map(({ quantity }, index) => ({ ...blankLine(), asked: index, quantity }))
  if (!answer) return { lines: requested, notes: '', valid_until: later, over: null }
  const answered = answer.items.map(
    ({ product_id, product_name, unit, vat_rate, quantity, price, notes, request_item }) => ({
      id: randomId(),
      ...(typeof request_item === 'number' && { asked: request_item }),
      product: { id: product_id, name: product_name, unit, vat_rate },
      quantity,
      price: liraOf(price),
      notes: notes ?? '',
    }),
  )
  return {
    lines: [...answered, ...unansweredItems(requested, answer.items)],
    notes: answer.notes ?? '',
    valid_until: isExpired(answer, today) ? later : answer.valid_until,
    over: answer.answered_at,
  }
}

/** Whether two drafts have the same content, ignoring the ids of their lines. */
export const isSameAnswer = (one: AnswerDraft, other: AnswerDraft) => withoutIds(one) === withoutIds(other)

const withoutIds = (draft: AnswerDraft) =>
  JSON.stringify({
    ...draft,
    lines: draft.lines.map(({ id: _, product, ...line }) => [product?.id, Object.entries(line).sort()]),
  })

export const blankLine = (): AnswerLine => ({ id: randomId(), notes: '' })

/** The present unit and VAT rate of a line's product, with which the server stores the answer, as far as known. */
export const termsOf = (product: NonNullable<AnswerLine['product']>, today: ProductsToday) =>
  today.get(product.id) ?? product

type Chosen = Pick<AdminProduct, 'id' | 'name' | 'unit' | 'vat_rate' | 'price'>

/** The line with a product at its catalogue price, keeping its quantity; without a product, the price is removed. */
export function withProduct(line: AnswerLine, product: Chosen | undefined): AnswerLine {
  const { product: _, price: __, ...rest } = line
  if (!product) return rest
  const { id, name, unit, vat_rate, price } = product
  return { ...rest, product: { id, name, unit, vat_rate }, quantity: line.quantity ?? 1, price: liraOf(price) }
}

/** The advice for a quantity that is not whole and cannot be sold: '12 veya 13 yazın'. */
export function wholeAdvice(quantity: number | undefined): string | undefined {
  if (quantity === undefined || !Number.isFinite(quantity) || quantity <= 0 || Number.isInteger(quantity))
    return undefined
  const [less, more] = [Math.floor(quantity), Math.ceil(quantity)].map(wholeText)
  return quantity < 1 ? `${more} yazın` : `${less} veya ${more} yazın`
}

/** Lines with neither a product nor a note are left out of the answer. */
export const isBlank = ({ product, notes }: AnswerLine) => !product && notes.trim() === ''

/**
 * The request body, in the units that the form shows, and the lines it was made from; if invalid, no body but the
 * faults by line id or a message.
 */
export function answerOf({ lines, notes, valid_until }: AnswerDraft, today: ProductsToday) {
  const sent = lines.filter(line => !isBlank(line))
  const faults = new Map<string, LineFaults>()
  const items = sent.flatMap(line => {
    if (!line.product) {
      faults.set(line.id, { product: 'Ürün seçin' })
      return []
    }
    const { product, asked: request_item, ...fields } = line
    const item = z.safeParse(NewAnswerItem, {
      ...fields,
      request_item,
      product_id: product.id,
      unit: termsOf(product, today).unit,
      notes: line.notes || null,
    })
    if (item.success) return [item.data]
    faults.set(line.id, faultsOf(item.error, line))
    return []
  })
  const why = z.safeParse(
    NewAnswer.shape.items,
    items.map(item => z.encode(NewAnswerItem, item)),
  ).error?.issues[0]?.message
  const body: NewAnswer | undefined =
    faults.size || why || !isDay(valid_until) ? undefined : { items, notes: notes.trim() || null, valid_until }
  return { body, sent, faults, why }
}

const MISSING = { quantity: 'Miktar girin', price: 'Fiyat girin' } as const

function faultsOf(error: z.core.$ZodError, line: AnswerLine): LineFaults {
  const { fieldErrors } = z.flattenError(error)
  const invalid = Object.entries<string[] | undefined>(fieldErrors).map(([field, messages]) => [field, messages?.[0]])
  const missing = (['quantity', 'price'] as const)
    .filter(field => line[field] === undefined)
    .map(field => [field, MISSING[field]])
  const advice = wholeAdvice(line.quantity)
  const broken = advice ? [['quantity', `${QUANTITY_NOT_WHOLE}; ${advice}`] as const] : []
  return Object.fromEntries([...invalid, ...missing, ...broken])
}

/**
 * The complete lines, with product, quantity and price, and today's VAT rate, for the totals. A quantity that is not
 * whole, such as 12,5, becomes one piece at the price of the whole line, so that the total is exact although the line
 * cannot be sent.
 */
export function pricedLines({ lines }: AnswerDraft, today: ProductsToday = new Map()): PricedLine[] {
  return lines.flatMap(({ product, quantity, ...line }) => {
    if (!product) return []
    const isBroken = wholeAdvice(quantity) !== undefined
    const item = z.safeParse(NewAnswerItem, { ...line, quantity: isBroken ? 1 : quantity, product_id: product.id })
    if (!item.success) return []
    const { price, quantity: pieces } = item.data
    const amount: Kurus = isBroken ? kurus(Math.round(price * (quantity ?? 0))) : price
    return [{ price: amount, quantity: pieces, vat_rate: termsOf(product, today).vat_rate }]
  })
}
