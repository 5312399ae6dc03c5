import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER, MARKETER, OTHER_CUSTOMER, WIRE_QUOTE } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'

const chosen = ({ id, company_name }: { id: string; company_name: string }) =>
  JSON.stringify({ id, company_name, is_active: true })

/** Opens the screen with a chosen customer. */
async function openTab() {
  // jsdom has none of them.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  stubResizeObserver()
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(MARKETER)
  const { storedText, storeText } = await import('../pwa/stored-text.ts')
  const { queryClient } = await import('../queries.ts')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { CustomOrderTab } = await import('./custom-order-tab.tsx')
  storeText('quote-customer', chosen(CUSTOMER.user))
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CustomOrderTab />
        <Toaster />
      </LocationProvider>
    </QueryClientProvider>,
  )
  return { act, portal, storedText, storeText, queryClient }
}

test('a customer that is chosen for the next request while one is being sent stays chosen', async () => {
  const { act, portal, storedText, storeText } = await openTab()
  const send = async () => {
    await act(async () => {
      typeIn(field('Ürün adı'), 'Trüf yağı')
      typeIn(field('Miktar'), '2')
      typeIn(field('Birim fiyat'), '10')
    })
    await act(async () => button('Teklif iste').click())
    return portal.next('POST /api/marketer/custom-orders')
  }
  const sent = async () => {
    await shows(() => field('Ürün adı').value === '')
    return storedText('quote-customer')
  }
  const first = await send()
  // Another customer is chosen in another tab.
  await act(async () => storeText('quote-customer', chosen(OTHER_CUSTOMER.user)))
  first.reply(201, WIRE_QUOTE)
  expect(await sent()).toBe(chosen(OTHER_CUSTOMER.user))
  ;(await send()).reply(201, { ...WIRE_QUOTE, customer_id: OTHER_CUSTOMER.user.id })
  expect(await sent()).toBe('')
})

test('a strip above the form names the answers that wait when the screen opens, not those that arrive later', async () => {
  const { act, portal, queryClient } = await openTab()
  const answer = { items: [], notes: null, valid_until: '2099-03-10', answered_at: '2026-03-10T08:00:00.000Z' }
  const first = { ...WIRE_QUOTE, status: 'cevaplandi', answer }
  const second = { ...first, id: '4b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12' }
  const waits = (text: string) => document.body.textContent.includes(`${text} kararınızı bekliyor.`)
  let answered = [first]
  const LIST = 'GET /api/marketer/custom-orders'
  const isUntaken = () => portal.untaken().includes(LIST)
  portal.respond(LIST, ({ reply }) => reply(200, answered))
  while (isUntaken()) (await portal.next(LIST)).reply(200, answered)
  await shows(() => waits('1 teklif'))
  // The first is decided on another device while another answer arrives.
  answered = [second]
  await act(async () => void queryClient.invalidateQueries())
  await shows(() => !waits('teklif'))
})
