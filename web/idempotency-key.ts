import { useRef } from 'react'
import { randomId } from './random-id.ts'

/**
 * Provides the `Idempotency-Key` of a command: retries with the same body get the same key, a changed body a new one.
 * `renew` starts a new command, which may have the same body.
 */
export function useIdempotencyKey() {
  const current = useRef<{ body: string; key: string }>(undefined)
  const keyFor = (body: unknown) => {
    const text = JSON.stringify(body)
    if (current.current?.body !== text) current.current = { body: text, key: randomId() }
    return current.current.key
  }
  const renew = () => {
    current.current = undefined
  }
  return { keyFor, renew }
}
