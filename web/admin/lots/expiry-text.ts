import { type ExpiryKind, expiryText } from '#contract/lot-labels.ts'
import { daysLeft, type Urgency, urgencyOf } from '#contract/lots.ts'
import { wholeText } from '../../ui/number-text.ts'
import type { Tone } from '../../ui/tone.ts'

type Expiry = { expires_on: string | null; expiry_kind: ExpiryKind | null }

/** 'SKT 14.12.2026', or 'Tarihsiz'. */
export const expiryLabel = ({ expires_on, expiry_kind }: Expiry) =>
  expires_on ? expiryText(expires_on, expiry_kind) : 'Tarihsiz'

const TONES = { expired: 'red', urgent: 'red', near: 'yellow', none: 'neutral' } as const satisfies Record<
  Urgency,
  Tone
>

/** How many days are left of a lot, in words: '12 gün', 'Son gün', '3 gün geçti'; `undefined` without an expiry. */
export function remainingDaysOf(
  { expires_on }: Expiry,
  today: string,
): { text: string; tone: Tone; isNear: boolean; isExpired: boolean } | undefined {
  if (!expires_on) return undefined
  const days = daysLeft(expires_on, today)
  const urgency = urgencyOf(days)
  const isExpired = urgency === 'expired'
  const text = isExpired ? `${wholeText(-days)} gün geçti` : days === 0 ? 'Son gün' : `${wholeText(days)} gün`
  return { text, tone: TONES[urgency], isNear: urgency !== 'none', isExpired }
}
