import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../api.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useLocation } from '../ui/router.tsx'
import { ErrorState } from '../ui/states.tsx'
import { OfflineNotice } from './offline-notice.tsx'

/** Where a screen stands, or what is said in its place when it could not be shown. Another address gives it another try. */
export function ScreenPlace({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <ErrorBoundary resetBy={pathname + search} fallback={error => <ScreenFailed error={error} />}>
      {children}
    </ErrorBoundary>
  )
}

/**
 * A screen could not be shown, or its code not be fetched. Loading the page anew is what mends either, and is done by
 * itself when the network returns. Without a network the notice stands in the screen's own place, so that this is the
 * screen that is loaded anew.
 */
function ScreenFailed({ error }: { error: unknown }) {
  const again = () => location.reload()
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      {navigator.onLine ? (
        <>
          <title>Sayfa açılamadı</title>
          <h1 className="sr-only">Sayfa açılamadı</h1>
          <ErrorState
            text={error instanceof ApiError ? error.message : 'Sayfa açılırken bir hata oluştu'}
            onRetry={again}
          />
        </>
      ) : (
        <OfflineNotice />
      )}
    </div>
  )
}
