import { createContext, useEffectEvent, useLayoutEffect } from 'react'

/** Whether the forms inside confirm with the browser's native dialog, as on the admin's screens. */
export const UsesNativeConfirm = createContext(false)

type Guard = { loss: string; onLeave: () => void; isSaving: boolean }
const guards: Guard[] = []

/** Confirms a loss with the browser's native dialog: 'Firma bilgilerinde yaptığınız değişiklikler kaybolur.' */
export const confirmLoss = (loss: string) => window.confirm(`${loss} Devam edilsin mi?`)

/**
 * Whether the app may navigate away: never while a form is being saved, and with unsaved changes if the user confirms.
 */
export function confirmLeave(): boolean {
  const guard = guards[guards.length - 1]
  if (!guard) return true
  if (guard.isSaving) return false
  const leaves = confirmLoss(guard.loss)
  if (leaves) guard.onLeave()
  return leaves
}

let currentEntry = readEntry()
for (const going of ['pushState', 'replaceState']) addEventListener(going, () => (currentEntry = readEntry()))

// The browser's Back cannot be prevented, only reverted. In the capture phase, before any other listener gets the
// event.
addEventListener(
  'popstate',
  event => {
    if (readEntry().address === currentEntry.address || confirmLeave()) currentEntry = readEntry()
    else {
      event.stopImmediatePropagation()
      history.pushState(currentEntry.state, '', currentEntry.address)
    }
  },
  { capture: true },
)

function readEntry() {
  return { address: location.pathname + location.search, state: history.state as unknown }
}

/**
 * While there are unsaved changes, requires a confirmation before the URL changes (also by the browser's Back) and
 * before the page is closed. `loss` is a sentence that names what would be lost; `onLeave` discards it. While the
 * changes are being saved (`isSaving`), the URL does not change, because the reply would close whatever had been
 * opened.
 */
export function useConfirmBeforeLeaving(isChanged: boolean, loss: string, onLeave: () => void, isSaving = false) {
  const leave = useEffectEvent(onLeave)
  // A layout effect, so that the guard is set before the next event: Back may follow the last keystroke immediately.
  useLayoutEffect(() => {
    if (!isChanged && !isSaving) return
    const guard = { loss, onLeave: () => leave(), isSaving }
    guards.push(guard)
    return () => {
      guards.splice(guards.indexOf(guard), 1)
    }
  }, [isChanged, isSaving, loss])
  useConfirmBeforeUnload(isChanged)
}

/** While there are unsaved changes, the browser confirms before it closes or reloads the page. */
export function useConfirmBeforeUnload(isChanged: boolean) {
  useLayoutEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
}
