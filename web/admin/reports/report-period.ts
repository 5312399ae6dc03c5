import { DEFAULT_REPORT_DAYS } from '#contract/reports.ts'
import { daysLater } from '#contract/turkish.ts'
import { today as presentDay } from '../../ui/clock.ts'
import { dayIn } from '../../ui/day-text.ts'
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

/**
 * The report's period, read from the URL: its two days, or a span of `days` that ends today, by default of
 * `DEFAULT_REPORT_DAYS`. Dates are YYYY-MM-DD.
 */
export function useReportPeriod() {
  const { read, write } = useAddress()
  const today = presentDay()
  const chosen = SPANS.find(({ value }) => value === read('days'))?.value
  const day = (name: 'from' | 'to') => (chosen ? undefined : dayIn(read(name)))
  const to = day('to') ?? today
  const from = day('from') ?? daysLater(to, 1 - Number(chosen ?? DEFAULT_REPORT_DAYS))
  return {
    from,
    to,
    today,
    span: SPANS.find(({ value }) => to === today && from === daysLater(today, 1 - Number(value)))?.value,
    set: (changes: { from?: string; to?: string }) => write({ days: '', from, to, ...changes }),
    // The span and not its days, which would be one more from midnight on.
    setSpan: (span: Span) => write({ days: span, from: '', to: '' }),
  }
}
