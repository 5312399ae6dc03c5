import * as z from 'zod/mini'
import { NewRoute } from '#checked/delivery-rules.ts'
import type { DeliveryRoute, RouteChange } from '#contract/delivery-rules.ts'
import { formatMoney, type Kurus, kurusOf, liraOf } from '#contract/money.ts'
import { StoredNumber } from '../../forms/stored-number.ts'
import { wholeText } from '../../ui/number-text.ts'

/** A route as typed so far. Amounts are lira; `NaN` stands for text that is not a number, undefined for none. */
export type RouteDraft = {
  name: string
  weekdays: readonly number[]
  cutoff_time: string
  days_before: number
  capacity: number | undefined
  minimum: number | undefined
  fee: number | undefined
}

/** A route as typed so far, in the browser's storage. */
export const StoredRoute = z.object({
  name: z.string(),
  weekdays: z.array(z.int()),
  cutoff_time: z.string(),
  days_before: z.int(),
  capacity: StoredNumber,
  minimum: StoredNumber,
  fee: StoredNumber,
})

/** The draft of a new route: working days, until 16:00 of the day before. */
const NEW: RouteDraft = {
  name: '',
  weekdays: [1, 2, 3, 4, 5],
  cutoff_time: '16:00',
  days_before: 1,
  capacity: undefined,
  minimum: undefined,
  fee: undefined,
}

export function draftOf(route: DeliveryRoute | undefined): RouteDraft {
  if (!route) return NEW
  const { name, weekdays, cutoff_time, days_before, capacity, minimum, fee } = route
  return {
    name,
    weekdays,
    cutoff_time,
    days_before,
    capacity: capacity ?? undefined,
    minimum: liraOrNone(minimum),
    fee: liraOrNone(fee),
  }
}

/** An amount in kuruş as a field shows it: in lira, undefined for none. */
export const liraOrNone = (amount: Kurus | null) => (amount === null ? undefined : liraOf(amount))

/** The draft after another admin has changed the route: edited fields are kept, of the weekdays each edited one. */
export function rebaseRouteDraft(draft: RouteDraft, before: RouteDraft, now: RouteDraft): RouteDraft {
  const isEdited = (field: Fields) => JSON.stringify([draft[field]]) !== JSON.stringify([before[field]])
  // Not the fields of the draft: one from the storage has no empty ones.
  const edited = (Object.keys(now) as Fields[]).filter(isEdited).map(field => [field, draft[field]])
  const isSame = (day: number) => draft.weekdays.includes(day) === before.weekdays.includes(day)
  const days = [...now.weekdays.filter(isSame), ...draft.weekdays.filter(day => !isSame(day))]
  return { ...now, ...Object.fromEntries(edited), weekdays: days.sort((a, b) => a - b) }
}

/**
 * The saved values over which the edited fields were typed, after another admin has changed the route; of other fields,
 * those that are saved now.
 */
export function rebaseTypedOver(draft: RouteDraft, typedOver: RouteDraft, before: RouteDraft, now: RouteDraft) {
  const edited = ROUTE_FIELDS.filter(field => draft[field] !== before[field] && draft[field] !== now[field])
  return { ...now, ...Object.fromEntries(edited.map(field => [field, typedOver[field]])) }
}

/** The edited fields of which another admin has saved another value since they were typed. */
export const overtakenFields = (draft: RouteDraft, typedOver: RouteDraft, saved: RouteDraft) =>
  ROUTE_FIELDS.filter(field => draft[field] !== saved[field] && typedOver[field] !== saved[field])

/** All fields but the weekdays, whose changes are merged day by day. */
const ROUTE_FIELDS = ['name', 'cutoff_time', 'days_before', 'capacity', 'minimum', 'fee'] as const
export type RouteField = (typeof ROUTE_FIELDS)[number]

/** A saved value as a form shows it beside the edited one. */
export function savedText(field: RouteField, saved: RouteDraft): string {
  if (field === 'minimum' || field === 'fee') return amountText(saved[field])
  if (field === 'days_before') return daysBeforeText(saved.days_before)
  const value = saved[field]
  return typeof value === 'number' ? wholeText(value) : (value ?? 'boş')
}

/** An amount in lira in words, also if there is none. */
export function amountText(lira: number | undefined) {
  if (lira === undefined) return 'boş'
  return Number.isNaN(lira) ? '–' : formatMoney(kurusOf(lira))
}

export const daysBeforeText = (days: number) => (days === 0 ? 'Teslimat günü' : `Teslimattan ${days} gün önce`)

type Fields = keyof RouteDraft
/** The route that a draft describes, or the messages about invalid fields. */
export type CheckedRoute =
  | { route: NewRoute; faults?: undefined }
  | { route?: undefined; faults: Partial<Record<Fields, string>> }

export function checkedRoute({ name, weekdays, cutoff_time, days_before, ...optional }: RouteDraft): CheckedRoute {
  const { capacity = null, minimum = null, fee = null } = optional
  const parsed = z.safeParse(NewRoute, {
    name,
    weekdays: [...weekdays].sort((a, b) => a - b),
    cutoff_time: timeFrom(cutoff_time),
    days_before,
    capacity,
    minimum,
    fee,
  })
  if (parsed.success) return { route: parsed.data }
  return { faults: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])) }
}

/** Only the changed fields, so that concurrent changes of other fields are not overwritten. */
export function changeOf(before: DeliveryRoute, after: NewRoute): RouteChange {
  return {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.weekdays.join() !== before.weekdays.join() && { weekdays: after.weekdays }),
    ...(after.cutoff_time !== before.cutoff_time && { cutoff_time: after.cutoff_time }),
    ...(after.days_before !== before.days_before && { days_before: after.days_before }),
    ...(after.capacity !== before.capacity && { capacity: after.capacity }),
    ...(after.minimum !== before.minimum && { minimum: after.minimum }),
    ...(after.fee !== before.fee && { fee: after.fee }),
  }
}

/** A time of day as users type it ('16', '1630', '9.30', '16:30') in the form HH:MM; any other text as it is. */
export function timeFrom(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[.:]?(\d{2}))?$/.exec(text.trim()) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}
