/** How long an unused session stays valid, in milliseconds. */
export const SESSION_IDLE_LIMIT = {
  customer: 30 * 24 * 60 * 60 * 1000,
  marketer: 30 * 24 * 60 * 60 * 1000,
  admin: 12 * 60 * 60 * 1000,
} as const

/** How long a session lasts at most, in milliseconds from the login, however much it is used. */
export const SESSION_LIFETIME = {
  customer: 90 * 24 * 60 * 60 * 1000,
  marketer: 90 * 24 * 60 * 60 * 1000,
  admin: 7 * 24 * 60 * 60 * 1000,
} as const
