import { placeOrder } from '#contract/orders.ts'
import type { ApiError } from './api.ts'

/**
 * Whether an error leaves unknown what an earlier attempt has done: no decision of the server, or one that it makes
 * before it handles the request (no session, an account to be set up first, too many requests). `placeOrder` stands
 * for any call, as all have these codes.
 */
export const isOutcomeOpen = (error: ApiError) =>
  !error.isDecision ||
  error.status === 401 ||
  error.status === 429 ||
  error.is(placeOrder, 'password_change_required') ||
  error.is(placeOrder, 'second_factor_missing')

/**
 * Whether it is unknown after a failed attempt if the server has done what was requested. `wasUnknown`: whether it was
 * unknown before, because of an earlier attempt of the same.
 */
export const isOutcomeUnknown = (error: ApiError, wasUnknown: boolean) =>
  error.isUnanswered || (wasUnknown && isOutcomeOpen(error))
