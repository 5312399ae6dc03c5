import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { DEFAULT_UNIT } from '#contract/products.ts'
import { session } from '../current-session.ts'
import { insertAt } from '../insert-at.ts'
import { randomId } from '../random-id.ts'
import { createListeners } from '../ui/store.ts'
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
const blankDraft = (): QuoteDraft => ({ lines: [blankLine()], notes: '' })

const changes = createListeners<[place: string]>()
addEventListener('storage', ({ key }) => changes.notify(key ?? place()))

/** The logged-in user's draft, stored in this browser until it is sent, in sync between all forms and tabs with it. */
export function useQuoteDraft() {
  // Computed once: if the session ends while a request is being sent, its draft must be removed all the same.
  const [own] = useState(place)
  const [draft, setDraft] = useState(() => storedDraft(own))
  /** Whether this form ignores changes of the stored draft: it is storing its own, or its lines are being sent. */
  const isHeld = useRef(false)
  useEffect(() => changes.subscribe(at => at === own && !isHeld.current && setDraft(storedDraft(own))), [own])
  const store = (changed: QuoteDraft) => {
    const wasHeld = isHeld.current
    isHeld.current = true
    try {
      if (textOf(changed)) localStorage.setItem(own, textOf(changed))
      else localStorage.removeItem(own)
    } catch {
      // The storage is full: the form holds the draft until it is left.
    }
    changes.notify(own)
    isHeld.current = wasHeld
  }
  const save = (changed: QuoteDraft) => {
    if (!isHeld.current) setDraft(changed)
    store(changed)
  }
  return {
    draft,
    save,
    /** Restores a removed line in its place among the filled lines. */
    restoreLine: (line: DraftLine, at: number) => save(withLine(storedDraft(own), line, at)),
    /** For sending all but these lines: lines in flight are not stored, so that no other form can send them as well. */
    takeOut: (left: DraftLine[]) => {
      const rest = left.length > 0 ? { lines: left, notes: '' } : blankDraft()
      return {
        begin: () => {
          isHeld.current = true
          store(rest)
        },
        finish: () => {
          if (!isHeld.current) store(rest)
          isHeld.current = false
          const isAsLeft = (localStorage.getItem(own) ?? '') === textOf(rest)
          setDraft(isAsLeft ? rest : storedDraft(own))
        },
        undo: () => {
          if (!isHeld.current) return
          isHeld.current = false
          save(joined(draft, storedDraft(own)))
        },
      }
    },
  }
}

/** The draft as it is stored: '' for a blank one. */
const textOf = (draft: QuoteDraft) => (draft.notes || !draft.lines.every(isBlank) ? JSON.stringify(draft) : '')

/** A draft that could not be sent, together with the input that was stored since. */
const joined = (unsent: QuoteDraft, { lines, notes }: QuoteDraft): QuoteDraft => {
  const known = new Set(unsent.lines.map(({ id }) => id))
  const more = lines.filter(line => !known.has(line.id) && !isBlank(line))
  return { lines: [...unsent.lines, ...more], notes: [unsent.notes, notes].filter(Boolean).join('\n') }
}

/** The draft with a removed line restored in its place among the filled lines. */
const withLine = ({ lines, notes }: QuoteDraft, line: DraftLine, at: number): QuoteDraft => ({
  lines: insertAt(
    lines.filter(one => one.id !== line.id && !isBlank(one)),
    at,
    line,
  ),
  notes,
})

const place = () => `quote-draft:${session()?.user.id ?? ''}`

function storedDraft(at: string): QuoteDraft {
  try {
    return StoredDraft.parse(JSON.parse(localStorage.getItem(at) ?? 'null'))
  } catch {
    return blankDraft()
  }
}
