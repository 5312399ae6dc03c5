import { useRef } from 'react'
import { randomId } from '../random-id.ts'

/**
 * The `Idempotency-Key` of a deed: every try with the same body gets the same key, a changed body a new one.
 * `renew` begins another deed, which may look the same.
 */
export function useIdempotencyKey() {
  const kept = useRef<{ body: string; key: string }>(undefined)
  const keyFor = (body: unknown) => {
    const text = JSON.stringify(body)
    if (kept.current?.body !== text) kept.current = { body: text, key: randomId() }
    return kept.current.key
  }
  const renew = () => {
    kept.current = undefined
  }
  return { keyFor, renew }
}
