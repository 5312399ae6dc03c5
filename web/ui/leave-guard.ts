import { createContext, useEffectEvent, useLayoutEffect } from 'react'

/** Whether the screens inside ask by the browser's own windows, as the management's do. */
export const AsksByBrowser = createContext(false)

type Guard = { loss: string; onLeave: () => void }
const guards: Guard[] = []

/** Asks by the browser's own window whether this may be lost: 'Firma bilgilerinde yaptığınız değişiklikler kaybolur.' */
export const mayLose = (loss: string) => window.confirm(`${loss} Devam edilsin mi?`)

/** Whether the person may go elsewhere: where something would be lost, it is asked. */
export function mayLeave(): boolean {
  const guard = guards[guards.length - 1]
  if (!guard) return true
  const leaves = mayLose(guard.loss)
  if (leaves) guard.onLeave()
  return leaves
}

let here = present()
for (const going of ['pushState', 'replaceState']) addEventListener(going, () => (here = present()))

// The browser's own Back cannot be held up, only taken back: before anybody else hears of it.
addEventListener(
  'popstate',
  event => {
    if (present().address === here.address || mayLeave()) here = present()
    else {
      event.stopImmediatePropagation()
      history.pushState(here.state, '', here.address)
    }
  },
  { capture: true },
)

function present() {
  return { address: location.pathname + location.search, state: history.state as unknown }
}

/**
 * While there is something to lose, the person is asked before the address changes, by the browser's Back too, and before
 * the page is left. `loss` is a sentence that names what is lost; `onLeave` throws it away.
 */
export function useConfirmBeforeLeaving(isChanged: boolean, loss: string, onLeave: () => void) {
  const leave = useEffectEvent(onLeave)
  // Before the next event: Back may follow the last letter at once.
  useLayoutEffect(() => {
    if (!isChanged) return
    const guard = { loss, onLeave: () => leave() }
    guards.push(guard)
    return () => {
      guards.splice(guards.indexOf(guard), 1)
    }
  }, [isChanged, loss])
  useConfirmBeforeUnload(isChanged)
}

/** While there is something to lose, the browser asks before it closes the page or loads it anew. */
export function useConfirmBeforeUnload(isChanged: boolean) {
  useLayoutEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
}
