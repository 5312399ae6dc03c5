import { MAX_PAUSE } from '../../scanning/scan-timing.ts'
import { toast } from '../../ui/toaster.tsx'

let lastKeyAt = Number.NEGATIVE_INFINITY

/** Records that a key event was handled, which on a busy device is later than the key press. */
export function recordKey() {
  lastKeyAt = performance.now()
}

/** When the last key event was handled, in ms: unchanged if no key was pressed since an earlier call. */
export const lastKey = () => lastKeyAt

/** In milliseconds. An alert that is closed faster was closed by a scan's Enter and not read. */
const MIN_READING_TIME = 1000

/**
 * Shows an alert once the keys are idle, if `stillHolds`: during a scan the alert would swallow the remaining keys and
 * be closed by the scan's Enter. If a scan that starts just then closes it, a toast repeats the message.
 */
export async function alertWhenKeysIdle(sentence: string, stillHolds = () => true): Promise<void> {
  await untilKeysIdle()
  if (!stillHolds()) return
  const opened = performance.now()
  window.alert(sentence)
  if (performance.now() - opened < MIN_READING_TIME)
    toast.warning(sentence, { description: 'O sırada bir ürün okuttuysanız alınmadı; yeniden okutun' })
}

/** Resolves when no key was handled for `MAX_PAUSE`: only then may an alert or a confirm open. */
export async function untilKeysIdle(): Promise<void> {
  const left = () => lastKeyAt + MAX_PAUSE - performance.now()
  while (left() > 0) await new Promise(resolve => setTimeout(resolve, left()))
}
