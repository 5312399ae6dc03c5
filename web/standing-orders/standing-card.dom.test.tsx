import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { StandingOrder } from '#contract/standing-orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { STANDING } from '../testing/standing-order.ts'

/** Shows a standing order to its customer. */
async function openCard(initial: Partial<StandingOrder>) {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { StandingCard } = await import('./standing-card.tsx')
  const card = (standing: Partial<StandingOrder>) => (
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <StandingCard
          standing={{ ...z.decode(StandingOrder, STANDING), ...standing }}
          namesCustomer={false}
          orderPath={id => `/orders/${id}`}
          onEdit={() => undefined}
        />
      </LocationProvider>
    </QueryClientProvider>
  )
  const { act, show } = await openScreen(card(initial))
  return { server, act, show: (standing: Partial<StandingOrder>) => show(card(standing)) }
}

test('past orders say what was missing and why, as their mail does', async () => {
  const cheese = { product_name: 'Kaşar', unit: 'KG', wanted: 6, ordered: 4, why: 'insufficient_stock' } as const
  const curd = { product_name: 'Lor', unit: 'KG', wanted: 6, ordered: 0, why: 'product_unavailable' } as const
  const day = { due_on: '2026-03-10', day: '2026-03-10', made_at: '2026-03-10T04:00:00.000Z', failure: null }
  const past = [{ ...day, order_id: '1a2b3c4d-93c2-4f3c-8f5d-6f4d1f0f8a12', shortages: [cheese, curd] }]
  const { act } = await openCard({ past })
  const summary = Array.from(document.querySelectorAll<HTMLElement>('summary, button')).find(
    ({ textContent }) => textContent === 'Son siparişler',
  )
  await act(async () => summary?.click())
  await shows(() => document.body.textContent?.includes('Lor') === true)
  const lines = Array.from(document.querySelectorAll('li p'), ({ textContent }) => textContent)
  expect(lines).toContain('Kaşar: 6 yerine 4 KG (stokta bu kadar var)')
  expect(lines).toContain('Lor: 6 KG verilemedi (satışta değil)')
})

test('products whose units have changed are named, and their quantities are not in the total', async () => {
  const { id: product_id, name: product_name, brand, unit, price, vat_rate } = CHEESE
  const line = { product_id, product_name, brand, unit, new_unit: 'PAKET', price, vat_rate, quantity: 24 }
  await openCard({ items: [line] })
  expect(document.body.textContent).toContain(
    'Yeni birimleri seçilene kadar bu ürünler sipariş edilmez: Ezine peyniri: birimi KG iken PAKET oldu',
  )
  expect(document.body.textContent).toContain('bugünkü fiyatlarla ₺0,00 + KDV')
})

test('a press in an open menu does not resume a standing order that another user has paused meanwhile', async () => {
  stubResizeObserver()
  const { server, act, show } = await openCard({})
  const menu = document.querySelector<HTMLElement>(`[aria-label="İşlemler: ${STANDING.name}"]`)
  await act(async () => void menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await show({ is_paused: true, version: 2 })
  const items = Array.from(document.querySelectorAll<HTMLElement>('[role=menuitem]'))
  await act(async () => items.find(({ textContent }) => textContent === 'Duraklat')?.click())
  const sent = await server.next(`PUT /api/standing-orders/${STANDING.id}`)
  expect(JSON.parse(sent.body)).toEqual({ version: 1, is_paused: true })
})
