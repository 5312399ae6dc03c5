import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { StandingOrder } from '#contract/standing-orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { STANDING } from '../testing/standing-order.ts'

const DAY = {
  due_on: '2026-03-17',
  day: '2026-03-17',
  why: null,
  moved_to: null,
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
  await startServer()
  const { startSession } = await import('../current-session.ts')
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
        <OpenedDay items={shown} shown={shown} isComplete orderPath={id => `/orders/${id}`} />
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

const ORDER = '1a2b3c4d-93c2-4f3c-8f5d-6f4d1f0f8a12'
const MADE = { due_on: DAY.due_on, day: DAY.day, made_at: '2026-03-17T03:00:00.000Z', shortages: [] }
type Sent = Partial<z.input<typeof StandingOrder>>

/** Opens the screen of standing orders by a link of the reminder; the list is still to be replied. */
async function openLink(parameter: 'day' | 'skip') {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { StandingOrders } = await import('./standing-orders.tsx')
  history.replaceState(null, '', `/standing-orders?${parameter}=${STANDING.id}.${DAY.due_on}`)
  const screen = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <StandingOrders owner={null} orderPath={id => `/orders/${id}`} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const { reply } = await server.next('GET /api/standing-orders')
  return { ...screen, list: (standing?: Sent) => reply(200, standing ? [{ ...STANDING, ...standing }] : []) }
}

const dialog = () => document.querySelector('[role=dialog]')

test.each(['day', 'skip'] as const)(
  'the link ?%s= to an order that has been made says so and leads to it',
  async name => {
    const { act, list } = await openLink(name)
    expect(dialog()).toBeNull()
    list({ past: [{ ...MADE, order_id: ORDER, failure: null }] })
    await shows(() => dialog() !== null)
    expect(dialog()?.querySelector('h2')?.textContent).toBe('Bu sipariş artık değiştirilemez')
    expect(dialog()?.querySelector('a')?.getAttribute('href')).toBe(`/orders/${ORDER}`)
    await act(async () => button('Tamam').click())
    expect([dialog(), location.search]).toEqual([null, ''])
  },
)

const REASON = 'Verilme saati geçti; ya da düzenli sipariş duraklatıldı, değiştirildi veya silindi.'

test.each<[string, Sent | undefined, string]>([
  ['could not be made', { past: [{ ...MADE, order_id: null, failure: 'Stokta yok' }] }, 'Verilemedi: Stokta yok'],
  ['is being made', { coming: [{ ...DAY, is_changeable: false }] }, REASON],
  ['is not due any more', { coming: [{ ...DAY, due_on: '2026-03-18' }] }, REASON],
  ['is of a paused standing order', { is_paused: true }, REASON],
  ['is of a deleted standing order', undefined, REASON],
  ['is skipped already', { coming: [{ ...DAY, day: null, why: 'skipped' }] }, 'Bu sipariş zaten atlandı'],
])('the link that skips an order says why it cannot if the order %s', async (_, standing, text) => {
  const { list } = await openLink('skip')
  list(standing)
  await shows(() => dialog() !== null)
  expect(dialog()?.textContent).toContain(text)
})

test('the link that skips an order asks whether to, as long as it can be skipped', async () => {
  const { list } = await openLink('skip')
  list({ coming: [DAY] })
  await shows(() => document.querySelector('[role=alertdialog]') !== null)
  expect([document.body.textContent.includes('Bu seferlik atlansın mı?'), dialog()]).toEqual([true, null])
})
