import { QUOTE_STATUS } from '#contract/quote-status.ts'
import { isExpired, type Quote } from '#contract/quotes.ts'
import { useToday } from '../ui/today.ts'

/** Whether an answer expired before a day (YYYY-MM-DD), without having been accepted or declined. */
export const hasExpired = ({ status, answer }: Quote, day: string) =>
  QUOTE_STATUS[status].awaits === 'decision' && answer !== null && isExpired(answer, day)

/** Whether an answer has expired; renders again once it does, at midnight. */
export const useHasExpired = (quote: Quote) => hasExpired(quote, useToday())
