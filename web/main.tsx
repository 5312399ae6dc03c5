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

// What one person was shown is not for the next.
whenSessionChanges(() => queryClient.clear())
followConnection(queryClient)
reloadForCode()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
// What the page came with stands until the first screen does.
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

// What serves the time without a network comes after the first screen, and is missed only then.
void whenIdle()
  .then(async () => {
    const { persistQueries: keepAnswers } = await import('./pwa/persisted-queries.ts')
    keepAnswers(queryClient)
    if (import.meta.env.PROD) await (await import('./pwa/app-update.ts')).keepShell()
  })
  .catch(() => undefined)
