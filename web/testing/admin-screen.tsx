import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { NEW_PRODUCT } from '#contract/products.ts'
import { ADMIN } from './samples.ts'
import { openScreen, shows, stubResizeObserver } from './screen.ts'
import { startServer } from './scripted-server.ts'

/** A product as the API sends it to an admin. */
export const WIRE_PRODUCT = {
  ...NEW_PRODUCT,
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  category: 'Peynir',
  price: 289.5,
  unit: 'KG',
  vat_rate: 10,
  stock_quantity: 400,
  reserved_quantity: 100,
  available_quantity: 300,
  barcode: '8690000000017',
  first_expiry: null,
  is_offer: false,
  created_at: '2026-03-10T07:00:00.000Z',
  updated_at: '2026-03-10T07:00:00.000Z',
} as const

/** Starts a server, and renders the screen that `load` returns at `address`, for an admin at a desk or on a phone. */
export async function openAdminScreen(
  address: string,
  load: () => Promise<ReactNode>,
  { isPhone = false }: { isPhone?: boolean } = {},
) {
  const server = await startServer()
  history.replaceState(null, '', address)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isPhone && query.startsWith('(max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  stubResizeObserver()
  const alerts: string[] = []
  vi.stubGlobal('alert', (message: unknown) => void alerts.push(String(message)))
  const { startSession } = await import('../current-session.ts')
  startSession(ADMIN)
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const content = await load()
  const screen = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>{content}</LocationProvider>
    </QueryClientProvider>,
  )
  const says = (words: string) => shows(() => document.body.textContent?.includes(words) === true)
  return { ...screen, server, alerts, says }
}
