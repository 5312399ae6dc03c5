import { z } from 'zod'
import { session } from '../session.ts'

const Attempt = z.object({ content: z.string(), key: z.uuid() })

/**
 * The `Idempotency-Key` of an order that is being tried. The same content gets the same key until it has gone through,
 * also after the page was closed while the answer was on its way: so that no order is placed twice.
 */
export function attemptKey(content: string): string {
  const kept = keptAttempt()
  if (kept?.content === content) return kept.key
  const key = crypto.randomUUID()
  localStorage.setItem(place(), JSON.stringify({ content, key }))
  return key
}

/** The order has gone through; the next one is another, even if it looks the same. */
export function attemptDone() {
  localStorage.removeItem(place())
}

const place = () => `order-attempt:${session()?.user.id ?? ''}`

function keptAttempt() {
  const text = localStorage.getItem(place())
  try {
    return Attempt.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}
