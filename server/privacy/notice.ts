import { NOTICE_UNREAD } from '#contract/privacy.ts'
import type { Tx } from '../db/transaction.ts'
import { refuseField } from '../http/refusal.ts'

/** A privacy notice; the version is derived from the text. */
export type Notice = { version: string; text: string }

/** Refuses a registration that has not acknowledged the present notice, if there is one. */
export function requireAcknowledgement(notice: Notice | undefined, version: string | undefined) {
  if (!notice || version === notice.version) return
  if (!version) refuseField('invalid_input', 'privacy_version', NOTICE_UNREAD)
  refuseField('privacy_notice_changed', 'privacy_version')
}

/** Records that the account has acknowledged the notice, whose text is stored with its first acknowledgement. */
export async function recordAcknowledgement(tx: Tx, account_id: string, { version, text }: Notice, now: Date) {
  await tx
    .insertInto('privacy_notices')
    .values({ version, body: text, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx.insertInto('privacy_acknowledgements').values({ account_id, version, acknowledged_at: now }).execute()
}
