/** How active and passive accounts and products are labelled, by their value in queries and addresses. */
export const ACTIVE_LABELS = { true: 'Aktif', false: 'Pasif' } as const

/** The label of an account or a product. */
export const activeLabel = (is_active: boolean) => ACTIVE_LABELS[`${is_active}`]
