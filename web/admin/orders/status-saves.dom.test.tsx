import { beforeEach, expect, test, vi } from 'vitest'
import { decode } from '#contract/call.ts'
import { ORDER_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import { Order } from '#contract/orders.ts'
import { listAllOrders } from '#contract/staff-orders.ts'
import { ADMIN, ORDER_ID, WIRE_ORDER } from '../../testing/samples.ts'
import { announced, button, openScreen, shows, stubResizeObserver } from '../../testing/screen.ts'
import { startServer, type TestServer } from '../../testing/scripted-server.ts'

const SAVE = `PUT /api/admin/orders/${ORDER_ID}/status`
const READ = `GET /api/admin/orders/${ORDER_ID}`
const [FIRST, SECOND, THIRD] = ORDER_STATUSES.map(status => ORDER_STATUS[status].label)

let server: TestServer

beforeEach(async () => {
  stubResizeObserver()
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
})

/** Opens a row whose button sets the next status; `show` passes it another version of the order. */
async function openRow() {
  const { SavedStatus, useStatusSaves } = await import('./status-saves.tsx')
  const { Toaster } = await import('../../ui/toaster.tsx')
  function Row({ order }: { order: Order }) {
    const saves = useStatusSaves()
    return (
      <p>
        <SavedStatus order={order} saves={saves} />
        <button type="button" onClick={() => void saves.advance(order)}>
          Sonraki
        </button>
      </p>
    )
  }
  const rowOf = (changes: object) => (
    <>
      <Row order={decode(Order, { ...WIRE_ORDER, ...changes })} />
      <Toaster />
    </>
  )
  const screen = await openScreen(rowOf({}))
  return { ...screen, show: (changes: object) => screen.show(rowOf(changes)) }
}

const row = () => document.querySelector('p')?.textContent?.replace('Sonraki', '')

test('the next status is shown immediately; if it cannot be saved, it is reverted and the row says so', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { act, show } = await openRow()
  expect(row()).toBe(FIRST)
  await act(async () => button('Sonraki').click())
  expect(row()).toBe(SECOND)
  const refused = await server.next(SAVE)
  expect(JSON.parse(refused.body)).toEqual({ status: ORDER_STATUSES[1], expected_status: ORDER_STATUSES[0] })
  // A second press while the status is being saved does nothing.
  await act(async () => button('Sonraki').click())
  expect(server.untaken()).toEqual([])
  refused.refuse(503, 'not_ready')
  await shows(() => row() === `${FIRST}kaydedilemedi`)
  expect(await announced()).toBe('Sipariş 1a2b3c4d: durum kaydedilemedi')
  expect(logged).toHaveBeenCalledOnce()

  await act(async () => button('Sonraki').click())
  const saved = await server.next(SAVE)
  saved.reply(200, { message: 'Sipariş durumu güncellendi', order: { ...WIRE_ORDER, status: ORDER_STATUSES[1] } })
  await shows(() => document.body.textContent.includes(`Sipariş 1a2b3c4d: ${SECOND}`))
  expect(row()).toBe(SECOND)

  // “Geri al” restores the previous status, and a newer version of the list replaces a saved status.
  await shows(() => document.body.textContent.includes('Geri al'))
  await act(async () => button('Geri al').click())
  const undone = await server.next(SAVE)
  expect(JSON.parse(undone.body)).toEqual({ status: ORDER_STATUSES[0], expected_status: ORDER_STATUSES[1] })
  undone.reply(200, { message: 'Sipariş durumu güncellendi', order: WIRE_ORDER })
  await shows(() => row() === FIRST)
  await show({ status: ORDER_STATUSES[2], updated_at: '2026-03-10T08:00:00.000Z' })
  await shows(() => row() === THIRD)
  // The last status has no next one, nor has a cancelled order.
  await act(async () => button('Sonraki').click())
  await show({ status: ORDER_STATUSES[3], updated_at: '2026-03-10T09:00:00.000Z' })
  await act(async () => button('Sonraki').click())
  expect(server.untaken().filter(endpoint => endpoint === SAVE)).toEqual([])
})

test('the next status whose reply was lost is sent again, and is reported as not saved after a second loss', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { act } = await openRow()
  await act(async () => button('Sonraki').click())
  const first = await server.next(SAVE)
  first.drop()
  const second = await server.next(SAVE)
  const sent = ({ body, headers }: typeof first) => [body, headers['idempotency-key']]
  expect(sent(second)).toEqual(sent(first))
  expect(first.headers['idempotency-key']).toBeTruthy()
  second.reply(200, { message: 'Sipariş durumu güncellendi', order: { ...WIRE_ORDER, status: ORDER_STATUSES[1] } })
  await shows(() => document.body.textContent.includes(`Sipariş 1a2b3c4d: ${SECOND}`))
  expect(row()).toBe(SECOND)
  await act(async () => button('Sonraki').click())
  ;(await server.next(SAVE)).drop()
  ;(await server.next(SAVE)).drop()
  await shows(() => row() === `${SECOND}kaydedilemedi`)
})

test('goods that the next status takes in another unit, or of which there are fewer than ordered, are alerted', async () => {
  const alerts: unknown[] = []
  vi.stubGlobal('alert', (text: unknown) => alerts.push(text))
  const { act, show } = await openRow()
  await show({ status: ORDER_STATUSES[1] })
  await act(async () => button('Sonraki').click())
  const order = { ...WIRE_ORDER, status: ORDER_STATUSES[2] }
  const stock_warning = 'Lor (4 ayrıldı, 0 satılabilir)'
  const taken = { unit_warning: 'Un (24 ADET → 24 PAKET)', shortage_warning: 'Ezine (10 istendi, 3 çıktı)' }
  const warnings = { stock_warning, ...taken }
  ;(await server.next(SAVE)).reply(200, { message: 'Sipariş durumu güncellendi', order, ...warnings })
  await shows(() => document.body.textContent.includes(`Sipariş 1a2b3c4d: ${THIRD}`))
  expect(alerts).toEqual([
    'Stok yetmediği hâlde ayrılan ürünler:\nLor (4 ayrıldı, 0 satılabilir)',
    'Stoğa yeni birimle işlenen ürünler:\nUn (24 ADET → 24 PAKET)',
    'Stoktan eksik düşülen ürünler:\nEzine (10 istendi, 3 çıktı)',
  ])
})

test('a status that another user has set is overwritten neither by the next status nor by “Geri al”', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { act, show } = await openRow()
  const next = () => act(async () => button('Sonraki').click())
  const version = (minute: number) => `2026-03-10T08:0${minute}:00.000Z`
  const order = (place: number) => ({ ...WIRE_ORDER, status: ORDER_STATUSES[place], updated_at: version(place) })
  const save = async (place: number) => {
    await next()
    ;(await server.next(SAVE)).reply(200, { message: 'Sipariş durumu güncellendi', order: order(place) })
    await shows(() =>
      document.body.textContent.includes(`Sipariş 1a2b3c4d: ${ORDER_STATUS[ORDER_STATUSES[place]!].label}`),
    )
  }
  await save(1)
  await shows(() => document.body.textContent.includes('Geri al'))
  const older = button('Geri al')
  await save(2)

  // The older toast would undo two steps.
  await act(async () => older.click())
  const undone = await server.next(SAVE)
  expect(JSON.parse(undone.body)).toEqual({ status: ORDER_STATUSES[0], expected_status: ORDER_STATUSES[1] })
  undone.refuse(409, 'order_status_changed', `Siparişin durumu bu arada değişti: ${THIRD}`)
  ;(await server.next(READ)).reply(200, order(2))
  await shows(() => row() === `${THIRD}kaydedilemedi`)
  await shows(() => document.body.textContent.includes(`bu arada değişti: ${THIRD}`))

  // The customer has cancelled the order, which this row does not show yet.
  await show({ status: ORDER_STATUSES[0], updated_at: version(4) })
  await shows(() => row() === FIRST)
  await next()
  ;(await server.next(SAVE)).refuse(409, 'order_status_changed', 'Siparişin durumu bu arada değişti: İptal')
  ;(await server.next(READ)).reply(200, { ...order(3), updated_at: version(5) })
  await shows(() => row() === `${ORDER_STATUS[ORDER_STATUSES[3]!].label}kaydedilemedi`)
  await shows(() => document.body.textContent.includes('bu arada değişti: İptal'))
})

test('an order that has been deleted with its customer leaves the list when its status cannot be set', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let orders = [WIRE_ORDER]
  server.respond('GET /api/admin/orders', ({ reply }) => reply(200, orders))
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { useStatusSaves } = await import('./status-saves.tsx')
  const { useSteadyList } = await import('../../lists/steady-list.ts')
  const { queryClient, useListQuery } = await import('../../queries.ts')
  const { Toaster } = await import('../../ui/toaster.tsx')
  const Orders = () => {
    const saves = useStatusSaves()
    const { items, isPending } = useSteadyList(useListQuery(listAllOrders, {}), '')
    return (
      <>
        <output>{isPending ? 'loading' : items.length}</output>
        {items.map(order => (
          <button key={order.id} type="button" onClick={() => void saves.advance(order)}>
            Sonraki
          </button>
        ))}
      </>
    )
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Orders />
      <Toaster />
    </QueryClientProvider>,
  )
  const shown = (text: string) => shows(() => document.querySelector('output')?.textContent === text)
  await shown('1')
  await act(async () => button('Sonraki').click())
  const sent = await server.next(SAVE)
  orders = []
  sent.refuse(404, 'order_not_found', 'Siparis bulunamadi')
  await shown('0')
  await shows(() => document.body.textContent.includes('Siparis bulunamadi'))
})
