import { dayWithWeekday, weekdayName } from '#contract/delivery-days.ts'
import { type Kurus, kurus, sum } from '#contract/money.ts'
import { lineTotal } from '#contract/orders.ts'
import type { ComingDay, StandingLine, StandingOrder } from '#contract/standing-orders.ts'

/** What screens say of standing orders. */

/** 'Her gün', 'Her Salı ve Cuma', '2 haftada bir Pazartesi, Çarşamba ve Cuma'. */
export function rhythmText({ weekdays, every_weeks }: Pick<StandingOrder, 'weekdays' | 'every_weeks'>) {
  const names = weekdays.map(weekdayName)
  const days = names.length > 1 ? `${names.slice(0, -1).join(', ')} ve ${names[names.length - 1]}` : names.join('')
  if (every_weeks > 1) return `${every_weeks} haftada bir ${days}`
  return names.length === 7 ? 'Her gün' : `Her ${days}`
}

/** What becomes of a due day: 'Çarşamba' with its date, and why it differs from the rhythm. */
export function dayNote({ due_on, day, why, items }: ComingDay): string | undefined {
  if (why === 'skipped') return 'Atlandı'
  if (why === 'closed') return day ? `Kapalı gün: ${dayWithWeekday(due_on)} yerine` : 'Kapalı gün, sipariş verilmeyecek'
  if (why === 'moved') return `${dayWithWeekday(due_on)} yerine`
  return items ? 'Miktarları değiştirildi' : undefined
}

/** What the lines cost today, without VAT; those that are not on sale cost nothing. */
export const costOf = (lines: readonly StandingLine[]): Kurus =>
  sum(lines.map(({ price, quantity }) => (price === null ? kurus(0) : lineTotal({ price, quantity }))))

/** The quantities as they are sent. */
export const quantitiesOf = (lines: readonly Pick<StandingLine, 'product_id' | 'quantity'>[]) =>
  lines.map(({ product_id, quantity }) => ({ product_id, quantity }))
