import { CONFIRMATION_LINK_INVALID, confirmEmail } from '#contract/auth.ts'
import type { ApiError } from '../api.ts'

/** The outcome of opening a confirmation link. */
export type Confirmation = {
  state: 'success' | 'expired' | 'error'
  /** The message shown. */
  text: string
  /** Whether a retry may succeed: the link itself was not refused. */
  mayRetry?: boolean
}

/** The outcome of an address without a token, for which no request is sent. */
export const WITHOUT_TOKEN: Confirmation = { state: 'error', text: CONFIRMATION_LINK_INVALID }

/** The outcome when the link could not be checked. */
export const UNCHECKED: Confirmation = { state: 'error', text: confirmEmail.failure, mayRetry: true }

/** Interprets a failed request; for an address that is already confirmed, it counts as a success. */
export function failedConfirmation(error: ApiError): Confirmation {
  if (error.is(confirmEmail, 'verification_link_expired')) return { state: 'expired', text: error.message }
  if (error.is(confirmEmail, 'already_verified')) return { state: 'success', text: error.message }
  return error.status === 400 ? { state: 'error', text: error.message } : UNCHECKED
}
