import { CalendarDay } from '#checked/fields.ts'
import { DEFAULT_REPORT_DAYS } from '#contract/reports.ts'
import { daysLater } from '#contract/turkish.ts'
import { today as presentDay } from '../../ui/clock.ts'
import { useAddress } from '../../ui/query-params.ts'
import { withMinus } from '../../ui/signed-text.ts'

export const SPANS = [
  { value: '7', label: '7 gün' },
  { value: '30', label: '30 gün' },
  { value: '90', label: '90 gün' },
  { value: '365', label: '1 yıl' },
] as const
type Span = (typeof SPANS)[number]['value']

/** The difference of an amount to an earlier one in percent: '+%12', '−%3'. `before` must not be 0. */
export const changeText = (amount: number, before: number) => withMinus(CHANGE.format(amount / before - 1))

const CHANGE = new Intl.NumberFormat('tr-TR', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** The report's period, read from the URL; by default the last `DEFAULT_REPORT_DAYS` days. Dates are YYYY-MM-DD. */
export function useReportPeriod() {
  const { read, write } = useAddress()
  const today = presentDay()
  const daysBefore = (days: number) => daysLater(today, 1 - days)
  const to = CalendarDay.safeParse(read('to')).data ?? today
  const from = CalendarDay.safeParse(read('from')).data ?? daysLater(to, 1 - DEFAULT_REPORT_DAYS)
  return {
    from,
    to,
    today,
    span: SPANS.find(({ value }) => to === today && from === daysBefore(Number(value)))?.value,
    set: (changes: { from?: string; to?: string }) => write({ from, to, ...changes }),
    setSpan: (span: Span) => write({ from: daysBefore(Number(span)), to: '' }),
  }
}
