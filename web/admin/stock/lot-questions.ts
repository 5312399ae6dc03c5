import { expiryKindOf, expiryLetters, expiryText, isSameLotCode } from '#contract/lot-labels.ts'
import { isUnsaleable, type Lot } from '#contract/lots.ts'
import { formatDay } from '#contract/turkish.ts'
import { isDay } from '../../ui/day-text.ts'
import type { LineChange } from './receipt-draft.ts'
import type { ReceiptLine } from './receipt-lines.ts'

/** A lot that was received before. */
export type KnownLot = Pick<Lot, 'product_id' | 'code' | 'expires_on' | 'expiry_kind' | 'on_hand' | 'sold_past_expiry'>

export type LotQuestion = {
  text: string
  /** The buttons, each with the change that it makes in the line. */
  answers: readonly { label: string; change: LineChange }[]
}

/**
 * The first question about a line's lot that is not answered yet: whether to take in expired goods; which expiry is
 * right, if the lot is known with another one, or with another kind of it; whether it really expires before another lot
 * of the same delivery.
 */
export function questionOf(
  line: ReceiptLine,
  { lines, known, today }: { lines: readonly ReceiptLine[]; known: readonly KnownLot[]; today: string },
): LotQuestion | undefined {
  if (line.code === '' && line.expires_on === '') return undefined
  return [
    expiredQuestion(line, known, today),
    knownExpiryQuestion(line, known),
    earlierExpiryQuestion(line, lines),
  ].find(question => question && !line.answered.includes(question.key))
}

type KeyedQuestion = LotQuestion & { key: string }

function expiredQuestion(line: ReceiptLine, known: readonly KnownLot[], today: string): KeyedQuestion | undefined {
  const { expires_on } = line
  if (!isDay(expires_on) || expires_on >= today) return undefined
  const same = known.find(lot => isCodeOf(line, lot) && lot.expires_on === expires_on)
  // A lot that has goods keeps its kind of expiry; one that is known may have been released.
  const { expiry_kind } = same && same.on_hand > 0 ? same : line
  const lot = { expires_on, expiry_kind, sold_past_expiry: same?.sold_past_expiry ?? false }
  const key = `expired ${expires_on}`
  return {
    key,
    text: `Tarihi geçmiş: ${expiryText(expires_on, lot.expiry_kind)}.${isUnsaleable(lot, today) ? ' Alınırsa satılmaz.' : ''}`,
    answers: [answer('Yine de al', line, key)],
  }
}

const isCodeOf = ({ product_id, code }: ReceiptLine, lot: KnownLot) =>
  lot.product_id === product_id && isSameLotCode(lot.code, code)

function knownExpiryQuestion(line: ReceiptLine, known: readonly KnownLot[]): KeyedQuestion | undefined {
  const { code, expires_on } = line
  if (code === '' || (expires_on !== '' && !isDay(expires_on))) return undefined
  const same = known.filter(lot => isCodeOf(line, lot))
  const exact = same.find(lot => (lot.expires_on ?? '') === expires_on)
  if (exact) return knownKindQuestion(line, exact)
  const [other] = same
  if (!other) return undefined
  const key = `known ${code} ${expires_on}`
  const stored = { expires_on: other.expires_on ?? '', expiry_kind: expiryKindOf(other.expiry_kind) }
  return {
    key,
    text: `Bu parti ${stored.expires_on ? expiryText(stored.expires_on, stored.expiry_kind) : 'tarihsiz'} olarak kayıtlı.`,
    answers: [
      { label: stored.expires_on ? `${formatDay(stored.expires_on)} yap` : 'Tarihi sil', change: stored },
      answer(expires_on ? `${formatDay(expires_on)} kalsın` : 'Tarihsiz kalsın', line, key),
    ],
  }
}

/**
 * The server refuses another kind for the same expiry while goods are on hand: the only answer is the stored one. The
 * lot gets the entered one if nothing is left of it.
 */
function knownKindQuestion(line: ReceiptLine, lot: KnownLot): KeyedQuestion | undefined {
  const { code, expires_on, expiry_kind } = line
  const stored = expiryKindOf(lot.expiry_kind)
  if (expires_on === '' || stored === expiry_kind) return undefined
  const key = `kind ${code} ${expires_on} ${expiry_kind}`
  return {
    key,
    text: `Bu parti ${expiryText(expires_on, stored)} olarak kayıtlı.`,
    answers: [
      { label: `${expiryLetters(stored)} yap`, change: { expiry_kind: stored } },
      ...(lot.on_hand === 0 ? [answer(`${expiryLetters(expiry_kind)} kalsın`, line, key)] : []),
    ],
  }
}

function earlierExpiryQuestion(line: ReceiptLine, lines: readonly ReceiptLine[]): KeyedQuestion | undefined {
  const { id, product_id, expires_on } = line
  if (!isDay(expires_on)) return undefined
  const later = lines.find(
    other =>
      other.id !== id &&
      other.product_id === product_id &&
      isDay(other.expires_on) &&
      other.expires_on > expires_on &&
      !isSameLotCode(other.code, line.code),
  )
  if (!later) return undefined
  const key = `before ${expires_on}`
  const name = later.code ? `${later.code} partisinden` : 'öteki partiden'
  return {
    key,
    text: `Bu teslimattaki ${name} (${expiryText(later.expires_on, later.expiry_kind)}) daha erken tarihli.`,
    answers: [answer('Tarih doğru', line, key)],
  }
}

const answer = (label: string, { answered }: ReceiptLine, key: string) => ({
  label,
  change: { answered: [...answered, key] },
})
