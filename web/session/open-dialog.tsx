import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionChange } from '../current-session.ts'
import { queryClient } from '../queries.ts'

/**
 * Shows a dialog above the open screen, which need not render it; resolves when the dialog has called `close` or the
 * session has changed.
 */
export function openDialog(render: (close: () => void) => ReactNode): Promise<void> {
  return new Promise(resolve => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    const close = () => {
      stop()
      root.unmount()
      host.remove()
      resolve()
    }
    const stop = onSessionChange(close)
    root.render(<QueryClientProvider client={queryClient}>{render(close)}</QueryClientProvider>)
  })
}
