import { useEffect, useEffectEvent } from 'react'

type CloseWatcher = { onclose: (() => void) | null; destroy: () => void }
declare global {
  interface Window {
    /** Chrome 126 and later. */
    CloseWatcher?: new () => CloseWatcher
  }
}

/**
 * Has Android's Back close what is open rather than leave the page. Elsewhere the browser's watcher would also react to
 * Esc, which what is open handles itself.
 */
export function useCloseRequest(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const Watcher = window.CloseWatcher
    if (!isOpen || !Watcher || !navigator.userAgent.includes('Android')) return
    let watcher: CloseWatcher
    // A watcher ends with its first request, after which a form with unsaved changes may still be open.
    const watch = () => {
      watcher = new Watcher()
      watcher.onclose = () => {
        watch()
        close()
      }
    }
    watch()
    return () => watcher.destroy()
  }, [isOpen])
}
