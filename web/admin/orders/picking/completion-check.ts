import { useLayoutEffect } from 'react'

/** The check of the picking card that is on the screen. */
let check: (() => boolean) | undefined

/**
 * Returns whether the order on the screen may be completed: if its picking card is shown, only with the parts that have
 * been on the screen long enough to be read. Otherwise the card shows them, with a toast.
 */
export const checkCompletion = () => check?.() ?? true

/** Registers the check of the picking card for as long as it is shown. */
export function useCompletionCheck(isRead: () => boolean) {
  useLayoutEffect(() => {
    check = isRead
    return () => {
      check = undefined
    }
  }, [isRead])
}
