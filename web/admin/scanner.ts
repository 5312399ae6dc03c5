import { useEffect, useEffectEvent } from 'react'

/** On average so far apart, in milliseconds, are a scanner's keys at most; nobody's fingers are as quick for so long. */
const SCANNERS_PACE = 50
/** Figures alone are nobody's words. */
const PACE_OF_FIGURES = 80
const LONGEST_PAUSE = 300
const SHORTEST_CODE = 6

/** Until when, by the page's clock, keys belong to a scan or a word that is under way. */
let underWayUntil = 0

/** When no scan is under way: only then may the focus move, or half of a code lands in another field. */
export async function whenQuiet(): Promise<void> {
  for (let left = 1; left > 0; left = underWayUntil - performance.now())
    await new Promise(resolve => setTimeout(resolve, Math.max(0, underWayUntil - performance.now())))
}

/**
 * Hears a scanner that types: keys quicker than fingers, then Enter. `isMine` says of what has the focus whether it is
 * heard there. What it typed into a field on the way is taken out of it again.
 */
export function useScanner(onScan: (code: string, target: Element) => void, isMine: (target: Element) => boolean) {
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
        const pace = (last - began) / (code.length - 1)
        const isScan =
          isQuick && code.length >= SHORTEST_CODE && pace <= (/^\d+$/.test(code) ? PACE_OF_FIGURES : SCANNERS_PACE)
        if (isScan && mine(target)) {
          event.preventDefault()
          undo()
          // A combobox forgets what was typed by itself; nothing else has to hear of this key.
          if (target.getAttribute('role') !== 'combobox') event.stopPropagation()
          scanned(code, target)
        }
        code = ''
        underWayUntil = 0
      } else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (!isQuick) code = ''
        if (code === '') {
          began = timeStamp
          undo = restoring(target)
        }
        code += key
        last = timeStamp
        underWayUntil = timeStamp + LONGEST_PAUSE
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
