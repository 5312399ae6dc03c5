import { useState } from 'react'
import * as z from 'zod/mini'
import { DEFAULT_UNIT } from '#contract/products.ts'
import { insertAt } from '../insert-at.ts'
import { randomId } from '../random-id.ts'
import { session } from '../session.ts'
import { type DraftLine, isBlank } from './quote-form-lines.ts'

// Invalid numbers are not stored.
const StoredNumber = z.catch(z.optional(z.number()), undefined)
const StoredLine = z.object({
  id: z.string(),
  product_name: z.string(),
  unit: z.string(),
  quantity: StoredNumber,
  price: StoredNumber,
  notes: z.string(),
})
const StoredDraft = z.object({ lines: z.array(StoredLine).check(z.minLength(1)), notes: z.string() })

export type QuoteDraft = { lines: DraftLine[]; notes: string }

/** An empty line. */
export const blankLine = (): DraftLine => ({ id: randomId(), product_name: '', unit: DEFAULT_UNIT, notes: '' })

/** An empty form. */
export const blankDraft = (): QuoteDraft => ({ lines: [blankLine()], notes: '' })

/** The signed-in user's draft, stored in this browser until it is sent. */
export function useQuoteDraft() {
  const [draft, setDraft] = useState(storedDraft)
  // A request that is sent when the session ends is stored for after the next login: its draft goes all the same.
  const [own] = useState(place)
  const save = (changed: QuoteDraft) => {
    setDraft(changed)
    if (changed.notes || !changed.lines.every(isBlank)) localStorage.setItem(own, JSON.stringify(changed))
    else localStorage.removeItem(own)
  }
  return [draft, save] as const
}

/** The draft with a removed line restored in its place among the filled lines. */
export const withLine = ({ lines, notes }: QuoteDraft, line: DraftLine, place: number): QuoteDraft => ({
  lines: insertAt(
    lines.filter(one => one.id !== line.id && !isBlank(one)),
    place,
    line,
  ),
  notes,
})

const place = () => `quote-draft:${session()?.user.id ?? ''}`

/** The draft as it is stored now. */
export function storedDraft(): QuoteDraft {
  try {
    return StoredDraft.parse(JSON.parse(localStorage.getItem(place()) ?? 'null'))
  } catch {
    return blankDraft()
  }
}
