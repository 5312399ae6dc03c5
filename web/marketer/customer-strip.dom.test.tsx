import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CUSTOMER, MARKETER, NO_DELIVERY } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('the delivery fee of a chosen customer is fetched, so that its cart has the right total offline', async () => {
  const { id, company_name } = CUSTOMER.user
  const server = await startServer()
  const { startSession } = await import('../session.ts')
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  const { queryClient } = await import('../queries.ts')
  const { CustomerStrip } = await import('./customer-strip.tsx')
  startSession(MARKETER)
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <CustomerStrip isOrdering />
    </QueryClientProvider>,
  )
  expect(server.untaken()).toEqual([])
  await act(async () => chooseCustomer({ id, company_name, is_active: true }))
  const days = await server.next(`GET /api/marketer/customers/${id}/delivery-days`)
  days.reply(200, NO_DELIVERY)
})
