import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lotCodeKey } from '#contract/lot-labels.ts'
import { listLots } from '#contract/lots.ts'
import { requestPage } from '../../api.ts'
import { today } from '../../ui/clock.ts'
import { type KnownLot, questionOf } from './lot-questions.ts'
import { hasLotFields, type ReceiptLine } from './receipt-lines.ts'

/** How long the lookup of a lot is awaited, in milliseconds: without a reply, only the server compares the lots. */
const RESPONSE_LIMIT = 3000
const MAX_LOTS = 50

/** The questions about the lots of the receipt's lines. */
export function useLotQuestions(lines: readonly ReceiptLine[]) {
  const { known, settled } = useKnownLots(lines)
  return {
    questionOf: (line: ReceiptLine) => questionOf(line, { lines, known, today: today() }),
    /** Resolves when all lookups of lots have ended. */
    settled,
  }
}

/** Fetches the known lots of the receipt's products with the codes of its lines, if the server can be reached. */
function useKnownLots(lines: readonly ReceiptLine[]) {
  const [known, setKnown] = useState<readonly KnownLot[]>([])
  const lookups = useRef(new Map<string, Promise<void>>())
  const lookUp = useEffectEvent((product_id: string, code: string) => {
    const key = `${product_id} ${lotCodeKey(code)}`
    if (lookups.current.has(key)) return
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), RESPONSE_LIMIT)
    const query = { product_id, code, state: 'all' } as const
    const lookup = requestPage(listLots, { query }, { limit: MAX_LOTS, signal: ending.signal })
      // Rendered synchronously: a booking that waits for it looks for questions on the screen.
      // The latest come first, as the same lot may have been looked up before a booking.
      .then(({ items }) => flushSync(() => setKnown(before => [...items, ...before])))
      // A failed lookup is repeated at the next change of the list.
      .catch(() => void lookups.current.delete(key))
      .finally(() => clearTimeout(timer))
    lookups.current.set(key, lookup)
  })
  useEffect(() => {
    // A booking, which empties the list, has changed the known lots.
    if (lines.length === 0) lookups.current.clear()
    for (const line of lines) if (hasLotFields(line) && line.code !== '') lookUp(line.product_id, line.code)
  }, [lines])
  return { known, settled: async () => void (await Promise.all(lookups.current.values())) }
}
