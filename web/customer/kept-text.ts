import { useState } from 'react'
import { session } from '../session.ts'

/** A text that the signed-in person types and this browser keeps until it is emptied. */
export function useKeptText(name: string) {
  const key = `${name}:${session()?.user.id ?? ''}`
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  const keep = (typed: string) => {
    setText(typed)
    if (typed) localStorage.setItem(key, typed)
    else localStorage.removeItem(key)
  }
  return [text, keep] as const
}
