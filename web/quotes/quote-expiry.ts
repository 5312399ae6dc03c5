import { isExpired, type Quote } from '#contract/quotes.ts'
import { istanbulDay } from '#contract/turkish.ts'

/** Whether an answer expired before it was accepted or declined. */
export const hasExpired = ({ status, answer }: Quote) =>
  status === 'cevaplandi' && answer !== null && isExpired(answer, istanbulDay(new Date()))
