import { VERIFICATION_LINK_INVALID, verifyEmail } from '#contract/auth.ts'

/** What came of opening a confirmation link. */
export type Verification = {
  state: 'success' | 'expired' | 'error'
  /** The sentence that is shown. */
  text: string
  /** It may go well another time: the link itself was not refused. */
  mayRetry?: boolean
}

/** Without a token there is nothing to ask the server for. */
export const WITHOUT_TOKEN: Verification = { state: 'error', text: VERIFICATION_LINK_INVALID }

/** What a failed verification means; one of an address that is confirmed already is none. */
export function failedVerification(status: number, message: string): Verification {
  if (status !== 400) return { state: 'error', text: verifyEmail.failure, mayRetry: true }
  if (message.includes('suresi dolmus')) return { state: 'expired', text: message }
  if (message.includes('zaten onaylanmis')) return { state: 'success', text: message }
  return { state: 'error', text: message }
}
