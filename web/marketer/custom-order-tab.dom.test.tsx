import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER, MARKETER, OTHER_CUSTOMER, WIRE_QUOTE } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'

const chosen = ({ id, company_name }: { id: string; company_name: string }) =>
  JSON.stringify({ id, company_name, is_active: true })

test('a customer that is chosen for the next request while one is being sent stays chosen', async () => {
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
