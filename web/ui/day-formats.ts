import { formatDay, istanbulDay } from '#contract/turkish.ts'

// Not in `turkish.ts`, which every first visit loads.

/** Formats a calendar day (YYYY-MM-DD) without its year: '24.11'. */
export const formatShortDay = (day: string) => formatDay(day).slice(0, 5)

/** Formats the day in Istanbul of an instant (ISO 8601): '24.11.2026'. */
export const formatInstantAsDay = (instant: string) => formatDay(istanbulDay(new Date(instant)))
