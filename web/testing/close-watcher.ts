import { vi } from 'vitest'
import { stubResizeObserver } from './screen.ts'

/** Stands for the browser's watchers, of which the newest gets a request to close. */
class Watcher {
  static readonly open: Watcher[] = []
  onclose: (() => void) | null = null
  constructor() {
    Watcher.open.push(this)
  }
  destroy() {
    const index = Watcher.open.indexOf(this)
    if (index >= 0) Watcher.open.splice(index, 1)
  }
}

/** Makes the browser one of this system, with watchers. Returns its Back, and the watchers that are open. */
export function stubCloseWatcher(system: string) {
  stubResizeObserver()
  Watcher.open.length = 0
  vi.stubGlobal('CloseWatcher', Watcher)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${system}) Chrome/131.0.0.0`)
  return { goBack: () => Watcher.open.pop()?.onclose?.(), watchers: Watcher.open }
}
