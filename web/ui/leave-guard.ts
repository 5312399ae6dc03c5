import { useEffect, useEffectEvent } from 'react'

type Guard = { question: string; onLeave: () => void }
const guards: Guard[] = []

/** Whether the person may go elsewhere: where something would be lost, it is asked. */
export function mayLeave(): boolean {
  const guard = guards.at(-1)
  if (!guard) return true
  const leaves = window.confirm(guard.question)
  if (leaves) guard.onLeave()
  return leaves
}

/**
 * While there is something to lose, the person is asked before the address changes and before the page is left. `question`
 * names what is lost; `onLeave` throws it away.
 */
export function useAskedBeforeLeaving(isChanged: boolean, question: string, onLeave: () => void) {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isChanged) return
    const guard = { question, onLeave: () => leave() }
    guards.push(guard)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      guards.splice(guards.indexOf(guard), 1)
      removeEventListener('beforeunload', ask)
    }
  }, [isChanged, question])
}
