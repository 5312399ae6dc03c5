import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ApiError } from '../api.ts'
import { ErrorState, OfflineState } from '../ui/states.tsx'

/**
 * A screen could not be shown, or its code not be fetched. Loading the page anew is what mends either, and is done by
 * itself when the network returns.
 */
export function ScreenFailed() {
  const error = useRouteError()
  const again = () => location.reload()
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <title>Sayfa açılamadı</title>
      <h1 className="sr-only">Sayfa açılamadı</h1>
      {navigator.onLine ? (
        <ErrorState
          text={error instanceof ApiError ? error.message : 'Sayfa açılırken bir hata oluştu'}
          onRetry={again}
        />
      ) : (
        <OfflineState text="Bu sayfa bağlantı gelince açılabilir." onRetry={again} />
      )}
    </div>
  )
}
