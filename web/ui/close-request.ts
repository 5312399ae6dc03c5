import { useEffect, useEffectEvent } from 'react'

type CloseWatcher = { onclose: (() => void) | null; destroy: () => void }
declare global {
  interface Window {
    /** Chrome 126 and later. */
    CloseWatcher?: new () => CloseWatcher
  }
}

/**
 * Closes a dialog or menu when the user presses Back on Android, instead of leaving the page. Other browsers would also
 * call back on Esc, which dialogs and menus handle themselves.
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
