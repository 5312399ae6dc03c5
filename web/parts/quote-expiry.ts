import { isExpired, type Quote } from '#contract/quotes.ts'
import { istanbulDay } from '#contract/turkish.ts'

/** An answer that was neither accepted nor declined in time. */
export const hasExpired = ({ status, answer }: Quote) =>
  status === 'cevaplandi' && answer !== null && isExpired(answer, istanbulDay(new Date()))
