import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { trackConnection } from './pwa/connectivity.ts'
import { reloadOnStaleCode } from './pwa/stale-code-reload.ts'
import { queryClient } from './queries.ts'
import './pwa/install-offer.ts'
import { onSessionChange } from './current-session.ts'
import { whenIdle } from './pwa/when-idle.ts'
import { Routes } from './routes.tsx'
import './theme.css'
import { LocationProvider } from './ui/router.tsx'
import { Shortcuts } from './ui/shortcuts.tsx'
import { Toaster } from './ui/toaster.tsx'

// Cached responses of one user must not be shown to the next.
onSessionChange(() => queryClient.clear())
trackConnection(queryClient)
reloadOnStaleCode()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
// A transition, so that the page's initial content stays until the first screen is ready.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LocationProvider>
          <Routes />
        </LocationProvider>
        <Toaster />
        <Shortcuts />
      </QueryClientProvider>
    </StrictMode>,
  ),
)

// Offline support loads after the first screen, so that it does not delay it.
void whenIdle()
  .then(async () => {
    const { persistQueries } = await import('./pwa/persisted-queries.ts')
    persistQueries(queryClient)
    if (import.meta.env.PROD) await (await import('./pwa/app-update.ts')).registerServiceWorker()
  })
  .catch(() => undefined)
