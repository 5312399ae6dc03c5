/** The labels of a filter for what is active or passive, by its value in the URL. */
export const ACTIVE_LABELS = { true: 'Aktif', false: 'Pasif' } as const

export const ACTIVE_OPTIONS = [
  { value: 'true', label: ACTIVE_LABELS.true },
  { value: 'false', label: ACTIVE_LABELS.false },
] as const

/** The value of the filter in the URL; `undefined` for an invalid one. */
export const activeIn = (text: string) => (['true', 'false'] as const).find(one => one === text)
