import { dayWithWeekday, weekdayName } from '#contract/delivery-days.ts'
import { type Kurus, kurus, sum } from '#contract/money.ts'
import { lineTotal } from '#contract/order-totals.ts'
import type { ComingDay, StandingLine, StandingOrder } from '#contract/standing-orders.ts'
import { capitalized } from '#contract/turkish.ts'

/** A rhythm as text: 'Her gün', 'Her Salı ve Cuma', '2 haftada bir Pazartesi, Çarşamba ve Cuma'. */
export function rhythmText({ weekdays, every_weeks }: Pick<StandingOrder, 'weekdays' | 'every_weeks'>) {
  const names = weekdays.map(weekdayName)
  const days = names.length > 1 ? `${names.slice(0, -1).join(', ')} ve ${names[names.length - 1]}` : names.join('')
  if (every_weeks > 1) return `${every_weeks} haftada bir ${days}`
  return names.length === 7 ? 'Her gün' : `Her ${days}`
}

/**
 * The date under which a due day is shown: its order's date, even if it is skipped; without an order, that to which it
 * was moved, or its own.
 */
export const shownDate = ({
  due_on,
  unskipped_day,
  moved_to,
}: Pick<ComingDay, 'due_on' | 'unskipped_day' | 'moved_to'>) => unskipped_day ?? moved_to ?? due_on

/** Says that a day can no longer be changed or skipped. */
export const LATE = {
  title: 'Bu sipariş artık değiştirilemez',
  reason: 'Verilme saati geçti; ya da düzenli sipariş duraklatıldı, değiştirildi veya silindi.',
}

/** How the order of a due day differs from the standing order, and why; undefined if it does not. */
export function dayNote({ due_on, day, why, moved_to, items }: ComingDay): string | undefined {
  if (why === 'skipped') return 'Atlandı'
  if (day === null) return 'Kapalı gün, sipariş verilmeyecek'
  const closed = `Kapalı gün: ${dayWithWeekday(moved_to ?? due_on)} yerine`
  const instead = why && (why === 'closed' ? closed : `${dayWithWeekday(due_on)} yerine`)
  const hasNewUnit = items?.some(({ new_unit }) => new_unit)
  const note = [instead, items && 'miktarları değiştirildi', hasNewUnit && 'birimi değişen ürün var']
    .filter(Boolean)
    .join(', ')
  return note ? capitalized(note) : undefined
}

/** The total of the lines at today's prices, in kuruş without VAT; lines that would not be ordered count as 0. */
export const costOf = (lines: readonly StandingLine[]): Kurus =>
  sum(
    lines.map(({ price, quantity, new_unit }) =>
      price === null || new_unit ? kurus(0) : lineTotal({ price, quantity }),
    ),
  )

type Quantified = Pick<StandingLine, 'product_id' | 'quantity' | 'unit'>

/** The product ids of lines, and their quantities with their units, as in a request body. */
export const quantitiesOf = (lines: readonly Quantified[]) =>
  lines.map(({ product_id, quantity, unit }) => ({ product_id, quantity, unit }))

/** What two users may change in a line, for `mergedLines`. */
export const amountOf = ({ quantity, unit }: Quantified) => `${quantity} ${unit}`
