import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { DEFAULT_UNIT } from '#contract/products.ts'
import { insertAt } from '../insert-at.ts'
import { randomId } from '../random-id.ts'
import { session } from '../session.ts'
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
addEventListener('storage', ({ key }) => key && changes.notify(key))

/** The signed-in user's draft, stored in this browser until it is sent, in sync between all forms and tabs with it. */
export function useQuoteDraft() {
  // A request that is sent when the session ends is stored for after the next login: its draft goes all the same.
  const [own] = useState(place)
  const [draft, setDraft] = useState(() => storedDraft(own))
  /** Whether this form keeps showing its draft, whatever is stored: it stores it itself, or it is being sent. */
  const isHeld = useRef(false)
  useEffect(() => changes.subscribe(at => at === own && !isHeld.current && setDraft(storedDraft(own))), [own])
  const store = (changed: QuoteDraft) => {
    const wasHeld = isHeld.current
    isHeld.current = true
    try {
      if (textOf(changed)) localStorage.setItem(own, textOf(changed))
      else localStorage.removeItem(own)
    } catch {
      // The storage is full: the form has the draft until it is left.
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
    /** Has all but these lines sent: what is being sent is stored no more, so that no other form can send it, too. */
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

/** A draft that was not sent, with what was written meanwhile. */
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
