import { VERIFICATION_LINK_INVALID, verifyEmail } from '#contract/auth.ts'

/** The outcome of opening a confirmation link. */
export type Verification = {
  state: 'success' | 'expired' | 'error'
  /** The message shown. */
  text: string
  /** Whether a retry may succeed: the link itself was not rejected. */
  mayRetry?: boolean
}

/** Without a token, no request is sent. */
export const WITHOUT_TOKEN: Verification = { state: 'error', text: VERIFICATION_LINK_INVALID }

/** Interprets a failed verification; for an address that is already confirmed, it counts as a success. */
export function failedVerification(status: number, message: string): Verification {
  if (status !== 400) return { state: 'error', text: verifyEmail.failure, mayRetry: true }
  if (message.includes('suresi dolmus')) return { state: 'expired', text: message }
  if (message.includes('zaten onaylanmis')) return { state: 'success', text: message }
  return { state: 'error', text: message }
}
