import { useEffect, useRef, useState } from 'react'
import { createListeners } from '../../ui/store.ts'
import type { CountLine } from './count-outbox.ts'

/** The entry in the form: being edited, or sent and not confirmed yet. */
export type CurrentEntry = CountLine & {
  /** Error message of the last attempt. */
  fault?: string | undefined
  /** The error message about the lot. */
  lotFault?: string | undefined
  /** Once sent, the entry is read-only until the server replies. */
  sent?: 'sending' | 'unanswered' | undefined
  /** Incremented for each new entry and each further scan. */
  turn: number
}

/** The entry in the form of an open count. */
export function useCurrentEntry() {
  const [entry, renderEntry] = useState<CurrentEntry>()
  // A ref, because scans arrive faster than renders.
  const entryRef = useRef<CurrentEntry>(undefined)
  const [changes] = useState(() => createListeners())
  const setEntry = (next: CurrentEntry | undefined) => {
    entryRef.current = next
    renderEntry(next)
    changes.notify()
  }
  const turn = useRef(0)
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      changes.notify()
    }
  }, [changes])
  const change = (fields: Partial<Omit<CountLine, 'key' | 'product'>>) => {
    if (entryRef.current && !entryRef.current.sent)
      setEntry({ ...entryRef.current, fault: undefined, lotFault: undefined, ...fields })
  }
  return {
    /** The entry as rendered. */
    entry,
    /** The latest entry, even before it is rendered. */
    entryRef,
    setEntry,
    nextTurn: () => ++turn.current,
    isUnmounted,
    /** Changes the entry unless it was sent. */
    change,
    /** Attaches a picture to the current entry only; sending waits until the picture is scaled. */
    attach: (picture: Promise<string | null>) => {
      change({ picture })
      picture.then(
        image_url => entryRef.current?.picture === picture && change({ image_url }),
        () => undefined,
      )
    },
    /** Resolves when the line is no longer in the form, or was sent. */
    untilResolved: (key: string) =>
      new Promise<void>(resolve => {
        const unsubscribe = changes.subscribe(() => {
          if (entryRef.current?.key === key && !entryRef.current.sent && !isUnmounted.current) return
          unsubscribe()
          resolve()
        })
      }),
  }
}

export type EntryState = ReturnType<typeof useCurrentEntry>
