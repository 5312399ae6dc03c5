import { toast } from '../ui/toaster.tsx'
import { LONGEST_PAUSE } from './scan-keys.ts'

let lastKeyAt = Number.NEGATIVE_INFINITY

/** Notes that a key has been dealt with: on a busy device that is later than when it was pressed. */
export function noteKey() {
  lastKeyAt = performance.now()
}

/** No person reads a window and closes it within as many milliseconds; the Enter of a scan does. */
const UNREAD = 1000

/**
 * Alerts a sentence, if it still holds, once no key has come for a moment: the browser's window would swallow the rest of a
 * scan, and the scan's Enter would close it. Where a scan that begins just then does so, a toast says both.
 */
export async function alertWhenKeysRest(sentence: string, stillHolds = () => true): Promise<void> {
  await untilKeysRest()
  if (!stillHolds()) return
  const opened = performance.now()
  window.alert(sentence)
  if (performance.now() - opened < UNREAD)
    toast.warning(sentence, { description: 'O sırada bir ürün okuttuysanız alınmadı; yeniden okutun' })
}

/** When no key has come for a moment: only then may a window of the browser open. */
export async function untilKeysRest(): Promise<void> {
  const left = () => lastKeyAt + LONGEST_PAUSE - performance.now()
  while (left() > 0) await new Promise(resolve => setTimeout(resolve, left()))
}
