import { ACTIVE_LABELS } from '#contract/active-labels.ts'

const VALUES = ['true', 'false'] as const

/** The choices of a filter for what is active or passive, by its value in the URL. */
export const ACTIVE_OPTIONS = VALUES.map(value => ({ value, label: ACTIVE_LABELS[value] }))

/** The value of the filter in the URL; `undefined` for an invalid one. */
export const activeIn = (text: string) => VALUES.find(one => one === text)
