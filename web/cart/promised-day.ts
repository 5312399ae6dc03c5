import { formatDay } from '#contract/turkish.ts'
import { today } from '../ui/clock.ts'

/** The day for which goods would be promised, with a mark if it is over without them: '20.11.2026 (gecikti)'. */
export const promisedDayText = (day: string) => formatDay(day) + (day < today() ? ' (gecikti)' : '')
