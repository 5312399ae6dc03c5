import './jitless.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { answers } from './parts/asking.ts'
import { router } from './routes.tsx'
import { whenSessionChanges } from './session.ts'
import './theme.css'
import { Shortcuts } from './ui/shortcuts.tsx'
import { Toaster } from './ui/toaster.tsx'

// What one person was shown is not for the next.
whenSessionChanges(() => answers.clear())

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={answers}>
      <RouterProvider router={router} />
      <Toaster />
      <Shortcuts />
    </QueryClientProvider>
  </StrictMode>,
)
