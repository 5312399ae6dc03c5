import { useEffect, useEffectEvent } from 'react'

/** On average so far apart, in milliseconds, are a scanner's keys at most; nobody's fingers are as quick for so long. */
const SCANNERS_PACE = 50
const LONGEST_PAUSE = 150
const SHORTEST_CODE = 6

/**
 * Hears a scanner that types: keys quicker than fingers, then Enter. `isMine` says of what has the focus whether it is
 * heard there. What it typed into a field on the way is taken out of it again.
 */
export function useScanner(onScan: (code: string) => void, isMine: (target: Element) => boolean) {
  const scanned = useEffectEvent(onScan)
  const mine = useEffectEvent(isMine)
  useEffect(() => {
    let code = ''
    let began = 0
    let last = 0
    let undo = () => {}
    const listen = (event: KeyboardEvent) => {
      const { key, timeStamp, target } = event
      if (!(target instanceof Element) || key === 'Shift') return
      const isQuick = timeStamp - last <= LONGEST_PAUSE
      if (key === 'Enter') {
        const isScan = isQuick && code.length >= SHORTEST_CODE && last - began <= SCANNERS_PACE * (code.length - 1)
        if (isScan && mine(target)) {
          event.preventDefault()
          undo()
          // A combobox forgets what was typed by itself; nothing else has to hear of this key.
          if (target.getAttribute('role') !== 'combobox') event.stopPropagation()
          scanned(code)
        }
        code = ''
      } else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (!isQuick) code = ''
        if (code === '') {
          began = timeStamp
          undo = restoring(target)
        }
        code += key
        last = timeStamp
      } else code = ''
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** Puts a field back as it is now. */
function restoring(field: Element): () => void {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isField || field.getAttribute('role') === 'combobox') return () => {}
  const { value } = field
  // React learns of a change by the browser's own setter and event only.
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  return () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // The field's own leaving settles what it shows.
    field.blur()
  }
}
