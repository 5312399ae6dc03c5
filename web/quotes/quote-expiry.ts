import { isExpired, type Quote } from '#contract/quotes.ts'
import { today } from '../ui/clock.ts'

/** Whether an answer expired before it was accepted or declined. */
export const hasExpired = ({ status, answer }: Quote) =>
  status === 'cevaplandi' && answer !== null && isExpired(answer, today())
