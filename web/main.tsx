import './jitless.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followConnection } from './pwa/connectivity.ts'
import { reloadForCode } from './pwa/fresh-code.ts'
import { queryClient } from './queries.ts'
import './pwa/install-offer.ts'
import { whenIdle } from './pwa/when-idle.ts'
import { Routes } from './routes.tsx'
import { whenSessionChanges } from './session.ts'
import './theme.css'
import { Places } from './ui/router.tsx'
import { Shortcuts } from './ui/shortcuts.tsx'
import { Toaster } from './ui/toaster.tsx'

// Cached responses of one user must not be shown to the next.
whenSessionChanges(() => queryClient.clear())
followConnection(queryClient)
reloadForCode()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
// A transition, so that the page's initial content stays until the first screen is ready.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Places>
          <Routes />
        </Places>
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
    if (import.meta.env.PROD) await (await import('./pwa/app-update.ts')).keepShell()
  })
  .catch(() => undefined)
