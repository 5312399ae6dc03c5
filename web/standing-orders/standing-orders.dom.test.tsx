import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { button, hasButton, openScreen, shows, stubFocusVisible } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { STANDING } from '../testing/standing-order.ts'

/** Shows their standing orders to a customer; `reply` replies to the next request for them. */
async function openStandingOrders() {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { invalidate, queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { StandingOrders } = await import('./standing-orders.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <StandingOrders owner={null} orderPath={id => `/orders/${id}`} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const reply = async (...standing: Partial<typeof STANDING>[]) =>
    (await server.next('GET /api/standing-orders')).reply(
      200,
      standing.map(one => ({ ...STANDING, ...one })),
    )
  const says = (words: string) => shows(() => document.body.textContent.includes(words))
  return { server, act, invalidate, reply, says }
}

const DAY = { due_on: '2026-03-17', moved_to: null, ordered_at: null, is_changeable: true, items: null }
const OPEN_DAY = { ...DAY, day: DAY.due_on, why: null, unskipped_day: DAY.due_on }
const CLOSED_DAY = { ...DAY, day: null, why: 'closed', unskipped_day: null } as const

test('the coming days are fetched again when the delivery days change', async () => {
  const { server, invalidate, reply, says } = await openStandingOrders()
  await reply({ coming: [OPEN_DAY] })
  await says('17.03.2026 Salı')
  void invalidate(['delivery'])
  await reply({ coming: [CLOSED_DAY] })
  await says('Kapalı gün, sipariş verilmeyecek')
  expect(server.untaken()).toEqual([])
})

const OTHER = '6b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a13'
const cards = () => Array.from(document.querySelectorAll('h2'), ({ textContent }) => textContent)

test('while the user points at a card, cards keep their places and heights until the user updates the list', async () => {
  const { act, invalidate, reply, says } = await openStandingOrders()
  await reply({ coming: [OPEN_DAY] })
  await says('17.03.2026 Salı')
  const card = document.querySelector('[data-index]')
  await act(async () => void card?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })))
  void invalidate(['delivery'])
  await reply({ id: OTHER, name: 'Aylık' }, { coming: [CLOSED_DAY] })
  await says('1 yeni düzenli sipariş')
  expect(document.body.textContent).not.toContain('Kapalı gün')
  expect(cards()).toEqual(['Haftalık'])
  await act(async () => button('1 yeni düzenli sipariş').click())
  expect(document.body.textContent).toContain('Kapalı gün, sipariş verilmeyecek')
  expect(cards()).toEqual(['Aylık', 'Haftalık'])
})

test('a day that the user skips is shown as skipped immediately', async () => {
  const { server, act, reply, says } = await openStandingOrders()
  await reply({ coming: [OPEN_DAY] })
  await says('Bu seferlik atla')
  const card = document.querySelector('[data-index]')
  await act(async () => void card?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })))
  await act(async () => button('Bu seferlik atla').click())
  const skipped = { coming: [{ ...OPEN_DAY, day: null, why: 'skipped' as const }] }
  ;(await server.next(`PUT /api/standing-orders/${STANDING.id}/day`)).reply(200, { ...STANDING, ...skipped })
  await reply(skipped)
  await says('Atlamayı geri al')
})

test('after the last page, the focus stays where the button was', async () => {
  stubFocusVisible()
  const { server, act, says } = await openStandingOrders()
  const next = { link: '</api/standing-orders?cursor=next>; rel="next"' }
  ;(await server.next('GET /api/standing-orders')).reply(200, [STANDING], next)
  await says('Devamını göster')
  await act(async () => button('Devamını göster').focus())
  const place = document.activeElement?.parentElement
  await act(async () => button('Devamını göster').click())
  ;(await server.next('GET /api/standing-orders')).reply(200, [{ ...STANDING, id: OTHER }])
  await shows(() => !hasButton('Devamını göster'))
  expect(document.activeElement).toBe(place)
})
