import { type ReactNode, useEffect } from 'react'
import { isRequestError } from '../api.ts'
import { isOnline, onConnectionChange } from '../pwa/connectivity.ts'
import { reloadForMissingCode } from '../pwa/stale-code-reload.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useLocation } from '../ui/router.tsx'
import { ErrorState } from '../ui/states.tsx'
import { OfflineNotice } from './offline-notice.tsx'

/** Renders a screen, or an error in its place. Navigating to another address retries. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <ErrorBoundary resetBy={pathname + search} fallback={error => <ScreenError error={error} />}>
      {children}
    </ErrorBoundary>
  )
}

/**
 * Shown when a screen failed to render or its code could not be loaded. Reloading the page repairs both, and happens
 * automatically when the server can be reached again. Offline, the notice replaces the screen without changing the URL,
 * so that the reload opens the same screen.
 */
function ScreenError({ error }: { error: unknown }) {
  const reload = () => location.reload()
  useEffect(() => {
    reloadForMissingCode(error)
    return onConnectionChange(() => isOnline() && reload())
  }, [error])
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      {navigator.onLine ? (
        <>
          <title>Sayfa açılamadı</title>
          <h1 className="sr-only">Sayfa açılamadı</h1>
          <ErrorState
            text={isRequestError(error) ? error.message : 'Sayfa açılırken bir hata oluştu'}
            onRetry={reload}
          />
        </>
      ) : (
        <OfflineNotice />
      )}
    </div>
  )
}
