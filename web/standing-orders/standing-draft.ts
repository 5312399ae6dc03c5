import * as z from 'zod/mini'
import { StandingLine } from '#checked/standing-orders.ts'
import {
  changeStandingOrder,
  createStandingOrder,
  readStandingOrder,
  SHORTAGE_RULES,
  type ShortageRule,
  type StandingOrder,
} from '#contract/standing-orders.ts'
import { CLOSED_DAY_RULES, type ClosedDayRule, WEEKDAYS, type Weekday } from '#contract/standing-plan.ts'
import { isRequestError, request } from '../api.ts'
import { mergedLines } from '../order-lists/merged-list.ts'
import type { Line } from './standing-lines.tsx'
import { amountOf, quantitiesOf } from './standing-texts.ts'

/** A new standing order: its customer (`null` for the logged-in one) and its initial lines. */
export type NewStanding = { owner: string | null; lines: readonly Line[] }

/** The content of the form of a standing order. */
export type StandingDraft = {
  name: string
  lines: readonly Line[]
  notes: string
  weekdays: readonly number[]
  every_weeks: number
  starts_on: string
  ends_on: string
  closed_days: ClosedDayRule
  shortages: ShortageRule
}

const { shape } = StandingLine

/** Lines in the browser's storage, without today's prices. */
export const StoredLines = z.array(
  z.object({
    product_id: shape.product_id,
    product_name: shape.product_name,
    brand: shape.brand,
    unit: shape.unit,
    quantity: z.number(),
    new_unit: z.optional(shape.new_unit),
  }),
)

/** The content of the form in the browser's storage. */
export const StoredStanding = z.object({
  name: z.string(),
  lines: StoredLines,
  notes: z.string(),
  weekdays: z.array(z.int()),
  every_weeks: z.int(),
  starts_on: z.string(),
  ends_on: z.string(),
  closed_days: z.enum(CLOSED_DAY_RULES),
  shortages: z.enum(SHORTAGE_RULES),
})

/** The content with which the form begins. */
export function draftOf(edited: StandingOrder | NewStanding): StandingDraft {
  if (!('id' in edited))
    return {
      name: '',
      lines: edited.lines,
      notes: '',
      weekdays: [],
      every_weeks: 1,
      starts_on: '',
      ends_on: '',
      closed_days: 'move',
      shortages: 'reduce',
    }
  const { name, items, notes, weekdays, every_weeks, starts_on, ends_on, closed_days, shortages } = edited
  return {
    name,
    lines: items,
    notes: notes ?? '',
    weekdays,
    every_weeks,
    starts_on,
    ends_on: ends_on ?? '',
    closed_days,
    shortages,
  }
}

/** Creates a standing order of a customer, `null` for the logged-in one. `key` is the `Idempotency-Key`. */
export function createStanding(owner: string | null, draft: StandingDraft, key: string) {
  const { rhythm, items, ...same } = contentOf(draft)
  return request(createStandingOrder, {
    body: { ...same, ...rhythm, items, ...(owner && { customer_id: owner }) },
    key,
  })
}

/** Changes a standing order. If another user has changed it since, the changes are merged into its current content. */
export async function changeStanding(over: StandingOrder, draft: StandingDraft): Promise<StandingOrder> {
  try {
    return await send(over, draft)
  } catch (error) {
    const isOvertaken = isRequestError(error) && error.is(changeStandingOrder, 'standing_order_changed')
    if (!isOvertaken) throw error
    const present = await request(readStandingOrder, { params: { id: over.id } })
    return send(present, mergedDraft(draftOf(over), draft, draftOf(present)))
  }
}

/** Merges the changes from `base` to `mine` into `theirs`. */
export function mergedDraft(base: StandingDraft, mine: StandingDraft, theirs: StandingDraft): StandingDraft {
  const valueOf = <Name extends keyof StandingDraft>(name: Name): StandingDraft[Name] =>
    differs([base[name]], [mine[name]]) ? mine[name] : theirs[name]
  return {
    name: valueOf('name'),
    lines: mergedLines(base.lines, mine.lines, theirs.lines, amountOf),
    notes: valueOf('notes'),
    weekdays: valueOf('weekdays'),
    every_weeks: valueOf('every_weeks'),
    starts_on: valueOf('starts_on'),
    ends_on: valueOf('ends_on'),
    closed_days: valueOf('closed_days'),
    shortages: valueOf('shortages'),
  }
}

/** Sends a change of a standing order; rhythm and lines only if they differ from those of `over`. */
function send(over: StandingOrder, draft: StandingDraft) {
  const { rhythm, items, ...same } = contentOf(draft)
  const before = contentOf(draftOf(over))
  const body = {
    ...same,
    ...(differs(rhythm, before.rhythm) && rhythm),
    ...(differs(items, before.items) && { items }),
    version: over.version,
  }
  return request(changeStandingOrder, { params: { id: over.id }, body })
}

const contentOf = ({ name, lines, notes, closed_days, shortages, ...days }: StandingDraft) => ({
  name,
  items: quantitiesOf(lines),
  notes: notes || null,
  closed_days,
  shortages,
  rhythm: {
    weekdays: days.weekdays.filter(isWeekday),
    every_weeks: days.every_weeks,
    ends_on: days.ends_on || null,
    ...(days.starts_on && { starts_on: days.starts_on }),
  },
})

const differs = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other)

const isWeekday = (day: number): day is Weekday => WEEKDAYS.some(one => one === day)
