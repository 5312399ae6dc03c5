import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { StandingOrder } from '#contract/standing-orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { STANDING } from '../testing/standing-order.ts'

const DAY = {
  due_on: '2026-03-17',
  day: '2026-03-17',
  why: null,
  unskipped_day: '2026-03-17',
  ordered_at: null,
  is_changeable: true,
  items: null,
}

test.each<[string, Partial<StandingOrder> | undefined]>([
  ['is paused', { is_paused: true }],
  ['has other days', { coming: [] }],
  ['is about to make its order', { coming: [{ ...DAY, is_changeable: false }] }],
  ['is deleted', undefined],
])('the form of a day remains open with its changes when its standing order %s', async (_, change) => {
  await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { dayAddress, OpenedDay } = await import('./opened-day.tsx')
  const { id: product_id, name: product_name, brand, unit, price, vat_rate } = CHEESE
  const items = [{ product_id, product_name, brand, unit, new_unit: null, price, vat_rate, quantity: 4 }]
  const standing = { ...z.decode(StandingOrder, STANDING), items, coming: [DAY] }
  history.replaceState(null, '', `?day=${dayAddress(standing, DAY)}`)
  const screen = (shown: readonly StandingOrder[]) => (
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <OpenedDay items={shown} />
      </LocationProvider>
    </QueryClientProvider>
  )
  const { act, show } = await openScreen(screen([standing]))
  const quantity = () => document.querySelector<HTMLInputElement>(`[aria-label="${product_name} miktarı (${unit})"]`)
  await shows(() => quantity() !== null)
  await act(async () => document.querySelector<HTMLElement>('button[aria-label=Artır]')?.click())
  await show(screen(change ? [{ ...standing, coming: [], ...change }] : []))
  expect([quantity()?.value, button('Kaydet').hasAttribute('disabled')]).toEqual(['5', true])
  expect(document.body.textContent).toContain('Bu sipariş artık değiştirilemez')
  await show(screen([standing]))
  expect([quantity()?.value, button('Kaydet').hasAttribute('disabled')]).toEqual(['5', false])
})
