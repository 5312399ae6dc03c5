import { useEffect } from 'react'

/** A scanner's next key comes within this time, in milliseconds; users take longer to press keys for two actions. */
const PAUSE = 90

/**
 * Prevents the letters of scanned codes from running the actions of single keys: a key pressed outside of all fields
 * runs its action only if no other key comes right before or after it.
 */
export function useHeldHotkeys() {
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event
      if (!event.isTrusted) return
      clearTimeout(timer)
      const isCommand = event.ctrlKey || event.metaKey || event.altKey
      if (key.length !== 1 || key === ' ' || isCommand || !(target instanceof Element) || isTyping(target)) return
      event.preventDefault()
      const isAlone = timeStamp - lastAt > PAUSE
      lastAt = timeStamp
      if (!isAlone) return
      const again = new KeyboardEvent('keydown', { key, shiftKey: event.shiftKey, bubbles: true, cancelable: true })
      timer = setTimeout(() => target.dispatchEvent(again), PAUSE)
    }
    document.addEventListener('keydown', hold, { capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', hold, { capture: true })
    }
  }, [])
}

const isTyping = (target: Element) => target.matches('select, :read-write')
