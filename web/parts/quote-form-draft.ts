import { useState } from 'react'
import * as z from 'zod/mini'
import { DEFAULT_UNIT } from '#contract/catalogue.ts'
import { inserted } from '../inserted.ts'
import { randomId } from '../random-id.ts'
import { session } from '../session.ts'
import { type DraftLine, isBlank } from './quote-form-lines.ts'

// What was no number is not kept.
const KeptNumber = z.catch(z.optional(z.number()), undefined)
const KeptLine = z.object({
  id: z.string(),
  product_name: z.string(),
  unit: z.string(),
  quantity: KeptNumber,
  price: KeptNumber,
  notes: z.string(),
})
const Kept = z.object({ lines: z.array(KeptLine).check(z.minLength(1)), notes: z.string() })

export type QuoteDraft = { lines: DraftLine[]; notes: string }

/** A line to be filled in. */
export const blankLine = (): DraftLine => ({ id: randomId(), product_name: '', unit: DEFAULT_UNIT, notes: '' })

/** A form to be filled in. */
export const blankDraft = (): QuoteDraft => ({ lines: [blankLine()], notes: '' })

/** What the signed-in person has filled in, which this browser keeps until it is sent. */
export function useQuoteDraft() {
  const [draft, setDraft] = useState(keptDraft)
  const keep = (changed: QuoteDraft) => {
    setDraft(changed)
    if (changed.notes || !changed.lines.every(isBlank)) localStorage.setItem(place(), JSON.stringify(changed))
    else localStorage.removeItem(place())
  }
  return [draft, keep] as const
}

/** A form with a line that was taken out of it, back in its place among those that were filled in since. */
export const withLine = ({ lines, notes }: QuoteDraft, line: DraftLine, place: number): QuoteDraft => ({
  lines: inserted(
    lines.filter(one => one.id !== line.id && !isBlank(one)),
    place,
    line,
  ),
  notes,
})

const place = () => `quote-draft:${session()?.user.id ?? ''}`

/** What is filled in by now. */
export function keptDraft(): QuoteDraft {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(place()) ?? 'null'))
  } catch {
    return blankDraft()
  }
}
