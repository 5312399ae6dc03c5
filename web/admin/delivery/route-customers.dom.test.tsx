import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { expireSession } from '../../testing/expired-session.ts'
import { ADMIN, DELIVERY_ROUTE, OTHER_CUSTOMER, WIRE_CUSTOMER } from '../../testing/samples.ts'
import { button, shows, typeIn } from '../../testing/screen.ts'

const CUSTOMERS = `/api/admin/delivery/routes/${DELIVERY_ROUTE.id}/customers`
const OWN = `/api/admin/customers/${WIRE_CUSTOMER.id}/delivery`
const PHONE = '0532 000 00 00'
const NORTH = { route_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c99', route_name: 'Kuzey', position: 1, minimum: 1250.5 }

async function openCustomers(customers: readonly object[] = []) {
  const closed: boolean[] = []
  const opened = await openAdminScreen('/admin/dashboard?tab=customers&view=delivery', async () => {
    const { RouteCustomersDialog } = await import('./route-customers.tsx')
    return <RouteCustomersDialog route={DELIVERY_ROUTE} open onClose={() => closed.push(true)} />
  })
  const { server, act, says } = opened
  server.respond(`GET ${CUSTOMERS}`, ({ reply }) => reply(200, [...customers]))
  server.respond('GET /api/admin/customers', ({ reply }) => reply(200, [{ ...WIRE_CUSTOMER, phone: PHONE }]))
  await says(customers.length > 0 ? 'Müşteri 56' : 'Bu rotada henüz müşteri yok.')
  const add = async () => {
    const input = document.querySelector<HTMLInputElement>('[role=combobox]')!
    await act(async () => input.click())
    await act(async () => typeIn(input, WIRE_CUSTOMER.company_name))
    await shows(() => document.querySelector('[role=option]') !== null)
    await act(async () => document.querySelector<HTMLElement>('[role=option]')?.click())
  }
  const minimum = () => document.querySelector<HTMLInputElement>('input[aria-label$="kendi en az sipariş tutarı (₺)"]')
  return { ...opened, closed, add, minimum }
}

test('a customer that is added to a route has its own minimum, which can be cleared, and the route that it leaves', async () => {
  const { server, act, says, closed, add, minimum } = await openCustomers()
  server.respond(`GET ${OWN}`, ({ reply }) => reply(200, NORTH))
  await add()
  await says('Şu an Kuzey rotasında; kaydedince oradan çıkar')
  expect([minimum()?.value, minimum()?.title]).toEqual(['1.250,50', 'Kayıtlı: ₺1.250,50'])
  await act(async () => typeIn(minimum()!, ''))
  await act(async () => button('Kaydet').click())
  const order = await server.next(`PUT ${CUSTOMERS}`)
  expect(JSON.parse(order.body)).toEqual({ customer_ids: [WIRE_CUSTOMER.id], version: 1 })
  order.reply(200, [])
  const own = await server.next(`PUT ${OWN}`)
  expect(JSON.parse(own.body)).toEqual({ minimum: null })
  own.reply(200, { ...NORTH, minimum: null })
  await shows(() => closed.length === 1)
})

test('nothing is saved while the minimum of an added customer is fetched, and a customer without a route leaves none', async () => {
  const { server, act, alerts, add, minimum } = await openCustomers()
  await add()
  const fetching = await server.next(`GET ${OWN}`)
  expect(button('Kaydet').matches(':disabled')).toBe(true)
  await act(async () => fetching.refuse(403, 'forbidden', 'Müşteri yüklenemedi'))
  await shows(() => alerts.length === 1)
  expect(minimum()).toBeNull()
  server.respond(`GET ${OWN}`, ({ reply }) =>
    reply(200, { route_id: null, route_name: null, position: null, minimum: null }),
  )
  await add()
  await shows(() => minimum() !== null)
  expect([minimum()?.value, button('Kaydet').matches(':disabled')]).toEqual(['', false])
  expect(document.body.textContent).not.toContain('rotasında')
})

test('another user who logs in ends the saving of a route’s customers, and is not told of it', async () => {
  const { server, act, alerts, closed, says, add, minimum } = await openCustomers()
  server.respond(`GET ${OWN}`, ({ reply }) => reply(200, NORTH))
  await add()
  await says('Şu an Kuzey rotasında')
  await act(async () => typeIn(minimum()!, ''))
  await act(async () => button('Kaydet').click())
  const order = await server.next(`PUT ${CUSTOMERS}`)
  const { startSession } = await import('../../current-session.ts')
  await act(async () => startSession({ ...ADMIN, token: 'next', user: { ...ADMIN.user, id: OTHER_CUSTOMER.user.id } }))
  order.reply(200, [])
  await shows(() => server.untaken().includes(`PUT ${OWN}`) || button('Kaydet').getAttribute('aria-busy') !== 'true')
  expect([server.untaken().includes(`PUT ${OWN}`), closed, alerts]).toEqual([false, [], []])
  expect(document.body.textContent).not.toContain('kaydedildi')
})

test('an order of customers that an expired session interrupts is merged into the present one', async () => {
  const customer = (end: string) => ({
    customer_id: WIRE_CUSTOMER.id.replace(/12$/, end),
    company_name: `Müşteri ${end}`,
    phone: '',
    address: '',
    is_active: true,
    position: 1,
    minimum: 100,
  })
  const [north, south, west] = [customer('56'), customer('57'), customer('58')] as const
  const first = await openCustomers([north, south])
  first.server.respond(`GET ${OWN}`, ({ reply }) => reply(200, NORTH))
  await first.add()
  await first.says('Şu an Kuzey rotasında; kaydedince oradan çıkar')
  await first.act(async () => typeIn(first.minimum()!, ''))
  await first.act(async () => document.querySelector<HTMLElement>('[aria-label="Rotadan çıkar: Müşteri 57"]')?.click())
  await expireSession(first)
  const stored = Object.values(localStorage).join()
  expect([stored.includes(WIRE_CUSTOMER.company_name), stored.includes(PHONE)]).toEqual([true, false])
  const { server, act, says, minimum } = await openCustomers([north, south, west])
  await says('Şu an Kuzey rotasında; kaydedince oradan çıkar')
  expect(minimum()?.value).toBe('')
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(`PUT ${CUSTOMERS}`)
  const wanted = [north.customer_id, WIRE_CUSTOMER.id, west.customer_id]
  expect(JSON.parse(body).customer_ids).toEqual(wanted)
})
