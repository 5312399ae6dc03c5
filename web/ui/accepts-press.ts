import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { TOO_SOON } from './too-soon.ts'

/**
 * Whether a question has been open long enough for a press to answer it. Earlier presses were meant for what was on the
 * screen before: the second press of a double press whose first opened the question, or the keys of a scanner. With
 * another `subject`, it is another question.
 */
export function useAcceptsPress(open = true, subject = ''): boolean {
  const [accepted, setAccepted] = useState<string>()
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(setAccepted, TOO_SOON, subject)
    return () => {
      clearTimeout(timer)
      setAccepted(undefined)
    }
  }, [open, subject])
  return accepted === subject
}

/** Whether a button has had this action long enough for a press to be meant for it; it has at first. */
export function useHasSettled(action: unknown): boolean {
  const [settled, setSettled] = useState(action)
  useEffect(() => {
    const timer = setTimeout(setSettled, TOO_SOON, action)
    return () => clearTimeout(timer)
  }, [action])
  return settled === action
}

/**
 * A capturing handler that drops the clicks on a control just after it has replaced another `kind` of control in the
 * same place, since they were meant for that one.
 */
export function useReplacementGuard(kind: string) {
  const shown = useRef({ kind, since: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (shown.current.kind !== kind) shown.current = { kind, since: performance.now() }
  }, [kind])
  return (event: MouseEvent) => {
    if (performance.now() - shown.current.since >= TOO_SOON) return
    event.preventDefault()
    event.stopPropagation()
  }
}
