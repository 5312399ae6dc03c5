import { dayWithWeekday } from '#contract/delivery-days.ts'
import type { RevisedContent, RevisedLine, RevisionDraft } from '../pwa/change-draft.ts'
import { differ, rebasedLine, untakenTexts } from './rebased-line.ts'

/** A line in which an order and a waiting revision differ: `now` in the order, and `mine` in the revision. */
export type Difference = { product_name: string; now: RevisedLine | undefined; mine: RevisedLine | undefined }

/**
 * Merges a revision with a later state of the order: values that the revision changes are the revision's, all others
 * are the order's current ones. A line that the revision removed remains removed, and one that the order now has in
 * another unit remains as it is. `undefined` if no line would be left.
 */
export function mergedContent({ before, after }: RevisionDraft, now: RevisedContent): RevisedContent | undefined {
  const [old, mine] = [byProduct(before), byProduct(after)]
  const merged = (line: RevisedLine): RevisedLine[] => {
    const [was, typed] = [old.get(line.product_id), mine.get(line.product_id)]
    if (!typed) return was ? [] : [line]
    return [rebasedLine(line, { old: was, typed })]
  }
  const present = byProduct(now)
  const lost = after.lines.filter(line => !present.has(line.product_id) && differ(line, old.get(line.product_id)))
  const lines = [...now.lines.flatMap(merged), ...lost]
  if (lines.length === 0) return undefined
  const notes = after.notes === before.notes ? now.notes : after.notes
  const day = after.day === before.day ? now.day : after.day
  return { lines, notes, ...(day !== undefined && { day }) }
}

/** Sentences about the lines of a revision that are not taken over, as the order has them in another unit now. */
export function untakenSentences({ before, after }: RevisionDraft, now: RevisedContent): string[] {
  const mine = byProduct(after)
  const texts = untakenTexts(mine, byProduct(before), byProduct(now))
  return [...texts].map(([id, text]) => `${mine.get(id)?.product_name}: ${text}.`)
}

/** The lines in which two states of an order differ. */
export function differencesOf(now: RevisedContent, mine: RevisedContent): Difference[] {
  const [present, wanted] = [byProduct(now), byProduct(mine)]
  return [...new Map([...present, ...wanted]).values()].flatMap(({ product_id, product_name }) => {
    const [line, other] = [present.get(product_id), wanted.get(product_id)]
    return differ(line, other) ? [{ product_name, now: line, mine: other }] : []
  })
}

/** The delivery day of an order before or after a revision, as text. */
export const dayText = ({ day }: RevisedContent) => (day ? dayWithWeekday(day) : 'yok')

const byProduct = ({ lines }: RevisedContent) => new Map(lines.map(line => [line.product_id, line]))
