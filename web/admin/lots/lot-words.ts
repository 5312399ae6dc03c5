import { type ExpiryKind, expiryText } from '#contract/lot-labels.ts'
import { daysLeft } from '#contract/lots.ts'
import { wholeText } from '../../ui/number-text.ts'
import type { Tone } from '../../ui/tone.ts'

type Expiry = { expires_on: string | null; expiry_kind: ExpiryKind | null }

/** 'SKT 14.12.2026', or 'Tarihsiz'. */
export const expiryOrNone = ({ expires_on, expiry_kind }: Expiry) =>
  expires_on ? expiryText(expires_on, expiry_kind) : 'Tarihsiz'

/** The numbers of days left from which a lot is marked as urgent, and as near its expiry. */
const [URGENT, NEAR] = [7, 30]

/** How many days are left of a lot, in words: '12 gün', 'Son gün', '3 gün geçti'; `undefined` without an expiry. */
export function leftOf(
  { expires_on }: Expiry,
  today: string,
): { text: string; tone: Tone; isExpired: boolean } | undefined {
  if (!expires_on) return undefined
  const days = daysLeft(expires_on, today)
  if (days < 0) return { text: `${wholeText(-days)} gün geçti`, tone: 'red', isExpired: true }
  const tone = days <= URGENT ? 'red' : days <= NEAR ? 'yellow' : 'neutral'
  return { text: days === 0 ? 'Son gün' : `${wholeText(days)} gün`, tone, isExpired: false }
}
