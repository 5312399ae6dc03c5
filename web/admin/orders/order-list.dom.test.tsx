import { expect, test, vi } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { WIRE_ORDER } from '../../testing/samples.ts'
import { button, hasButton, shows } from '../../testing/screen.ts'
import type { Exchange } from '../../testing/scripted-server.ts'

const [PENDING, PREPARING, COMPLETED, CANCELLED] = ORDER_STATUSES
const idOf = (n: number) => `${n.toString(16).padStart(8, '0')}-93c2-4f3c-8f5d-6f4d1f0f8a12`
/** The whole list, of more orders than fit into one file; its first page has three. */
const MANY = Array.from({ length: 205 }, (_, i) => idOf(i))
const IDS = MANY.slice(0, 24)
const STATS = {
  total_orders: 1504,
  pending_orders: 205,
  preparing_orders: 2,
  completed_orders: 1,
  total_customers: 1,
  active_customers: 1,
  total_products: 1,
  new_quotes: 0,
  total_revenue: 0,
  recent_orders_count: 0,
  popular_products: [],
}

async function openList(query = '', ids: readonly string[] = MANY, size: { isPhone?: boolean } = {}) {
  const listed: Record<string, string>[] = []
  const load = async () => {
    const { OrdersTab } = await import('./orders-tab.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <OrdersTab />
        <Toaster />
      </>
    )
  }
  const { server, ...screen } = await openAdminScreen(`/admin/dashboard?tab=orders${query}`, load, size)
  vi.stubGlobal('scrollTo', () => undefined)
  server.respond('GET /api/admin/stats', ({ reply }) => reply(200, STATS))
  server.respond('GET /api/admin/order-totals', ({ reply }) =>
    reply(200, { orders: ids.length, cancelled_orders: 5, amount: 1234.5 }),
  )
  server.respond('GET /api/admin/orders', ({ query, reply }) => {
    listed.push(query)
    const rows = IDS.slice(0, 3).map(id => ({ ...WIRE_ORDER, id }))
    // Further pages stay pending: the tests need only the first one.
    if (query['cursor']) return
    reply(200, rows, { link: '</api/admin/orders?cursor=next>; rel="next"' })
  })
  await shows(() => document.querySelector('[data-index="2"]') !== null)
  const act = (work: () => unknown) => screen.act(async () => void work())
  const press = (name: string) => act(() => button(name).click())
  /** Chooses a status for the selected orders. */
  const setStatus = async (status: string | undefined) => {
    await shows(() => document.body.textContent.includes('Durumu değiştir'))
    await act(() =>
      button('Durumu değiştir').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    )
    const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    await shows(() => items().length > 1)
    await act(() => items()[ORDER_STATUSES.findIndex(one => one === status)]?.click())
  }
  return { server, listed, ...screen, act, press, setStatus }
}

/** Opens the list of pending orders and selects all 24, also those that the table does not show. */
async function openAllSelected(statusOf: (place: number) => string | undefined = () => PENDING) {
  const screen = await openList(`&status=${PENDING}`, IDS)
  vi.stubGlobal('confirm', () => true)
  await screen.act(() => document.querySelector<HTMLInputElement>('[aria-label="Tümünü seç"]')?.click())
  await screen.says('3 satır seçildi')
  // The code of this button is loaded when it is needed.
  await screen.says('24 siparişin tümünü seç')
  await screen.press('24 siparişin tümünü seç')
  const selection = await screen.server.next('GET /api/admin/order-selection')
  selection.reply(
    200,
    IDS.map((id, place) => ({ id, status: statusOf(place) })),
  )
  await screen.says('24 satır seçildi')
  return { ...screen, selection }
}

const box = (place: number) =>
  document.querySelector<HTMLInputElement>(`[data-index="${place}"] [aria-label="Satırı seç"]`)

const confirmSaved = (exchange: Exchange, status = JSON.parse(exchange.body).status, more: object = {}) =>
  exchange.reply(200, { message: 'Sipariş durumu güncellendi', order: { ...WIRE_ORDER, status }, ...more })

const refuseChanged = (exchange: Exchange) =>
  exchange.refuse(409, 'order_status_changed', 'Siparişin durumu bu arada değişti: İptal')

const cancelled = (id: string | undefined) => ({
  ...WIRE_ORDER,
  id,
  status: CANCELLED,
  updated_at: '2026-03-10T08:00:00.000Z',
})

test('the figures filter the list, a filtered list shows its count and sum, and the column heads sort it', async () => {
  const { listed, press, says } = await openList()
  expect(document.body.textContent).not.toContain('KDV dahil')
  const counter = button('Beklemede')
  expect(counter.getAttribute('aria-pressed')).toBe('false')
  expect(button('Toplam sipariş').getAttribute('aria-pressed')).toBe('true')
  await press('Beklemede')
  await says('205 sipariş · KDV dahil ₺1.234,50 (5 iptal hariç)')
  expect(button('Beklemede').getAttribute('aria-pressed')).toBe('true')
  expect(location.search).toContain(`status=${PENDING}`)
  await press('Toplam')
  await shows(() => listed.some(({ sort, status }) => sort === 'grand_total' && status === PENDING))
  await press('Toplam')
  await shows(() => listed.some(({ sort, order }) => sort === 'grand_total' && order === 'desc'))
  await press('Toplam sipariş')
  await shows(() => !document.body.textContent.includes('KDV dahil'))
  expect(location.search).toContain('sort=grand_total')
})

test('the whole filtered list is changed few orders at a time; lost requests are repeated, refused rows stay selected', async () => {
  const { server, says, alerts, setStatus, selection } = await openAllSelected()
  expect(selection.query).toEqual({ status: PENDING })
  const sent: string[] = []
  const keys = new Set<unknown>()
  let underWay = 0
  let isLost = false
  for (const id of IDS)
    server.respond(`PUT /api/admin/orders/${id}/status`, exchange => {
      sent.push(id)
      keys.add(exchange.headers['idempotency-key'])
      expect(++underWay).toBeLessThanOrEqual(4)
      expect(JSON.parse(exchange.body)).toEqual({ status: PREPARING, expected_status: PENDING })
      setImmediate(() => {
        underWay--
        if (id === IDS[7] && !isLost) {
          isLost = true
          exchange.drop()
        } else if (id === IDS[10]) refuseChanged(exchange)
        else
          confirmSaved(
            exchange,
            PREPARING,
            id === IDS[3] ? { delivery_warning: '12.03.2026 Perşembe: teslimat dolu' } : {},
          )
      })
    })
  server.respond(`GET /api/admin/orders/${IDS[10]}`, ({ reply }) => reply(200, cancelled(IDS[10])))
  await setStatus(PREPARING)
  await shows(() => alerts.length === 1)
  expect(alerts).toEqual([
    [
      '1 siparişin durumu güncellenemedi; seçili kaldı.',
      '0000000a: Siparişin durumu bu arada değişti: İptal',
      'Durumu güncellenen, ama teslimat günü uygun olmayan siparişler:',
      '00000003: 12.03.2026 Perşembe: teslimat dolu',
    ].join('\n'),
  ])
  await says('23 siparişin durumu güncellendi')
  expect(new Set(sent).size).toBe(IDS.length)
  expect(sent.filter(id => id === IDS[7])).toHaveLength(2)
  // The repetition has the key of the lost request, so that it gets the same reply.
  expect([keys.size, keys.has(undefined)]).toEqual([IDS.length, false])
  await says('1 satır seçildi')
})

test('a change of many orders names those whose goods were taken in another unit or lacked, ten at most of each', async () => {
  const { server, alerts, setStatus } = await openAllSelected()
  for (const id of IDS)
    server.respond(`PUT /api/admin/orders/${id}/status`, exchange =>
      confirmSaved(
        exchange,
        COMPLETED,
        id === IDS[0]
          ? { stock_warning: 'Lor (4 ayrıldı, 0 satılabilir)', shortage_warning: 'Ezine (10 istendi, 3 çıktı)' }
          : { unit_warning: 'Un (24 ADET → 24 PAKET)' },
      ),
    )
  await setStatus(COMPLETED)
  await shows(() => alerts.length === 1)
  const [reserved, short, heading, ...lines] = alerts[0]?.split('\n') ?? []
  expect([reserved, short]).toEqual([
    'Stok yetmediği hâlde ayrılan ürünler:',
    `${IDS[0]?.slice(0, 8)}: Lor (4 ayrıldı, 0 satılabilir)`,
  ])
  expect(heading).toBe('Stoğa yeni birimle işlenen ürünler:')
  expect(lines).toHaveLength(13)
  expect(lines[0]).toMatch(/^0000000\w: Un \(24 ADET → 24 PAKET\)$/)
  expect(lines.slice(10)).toEqual([
    've 13 sipariş daha',
    'Stoktan eksik düşülen ürünler:',
    `${IDS[0]?.slice(0, 8)}: Ezine (10 istendi, 3 çıktı)`,
  ])
})

test('a change that was stopped goes on with the statuses of the selection, and with one that a refusal has named', async () => {
  const { server, press, says, alerts, setStatus } = await openAllSelected()
  const sent: Exchange[] = []
  for (const id of IDS) server.respond(`PUT /api/admin/orders/${id}/status`, exchange => void sent.push(exchange))
  await setStatus(PREPARING)
  await shows(() => sent.length === 4)
  await press('Durdur')
  for (const exchange of sent.splice(0)) confirmSaved(exchange)
  await shows(() => alerts.length === 1)
  expect(alerts).toEqual(['20 siparişe sıra gelmedi; durumu değişmedi, seçili kaldı.'])

  // A customer has cancelled an order of the untried ones, which the table does not show.
  const changedId = IDS[20]
  const expected: unknown[] = []
  for (const id of IDS)
    server.respond(`PUT /api/admin/orders/${id}/status`, exchange => {
      expected.push(JSON.parse(exchange.body).expected_status)
      if (id === changedId && expected.at(-1) === PENDING) refuseChanged(exchange)
      else confirmSaved(exchange)
    })
  server.respond(`GET /api/admin/orders/${changedId}`, ({ reply }) => reply(200, cancelled(changedId)))
  await setStatus(PREPARING)
  await shows(() => alerts.length === 2)
  expect(expected).toEqual(Array(20).fill(PENDING))
  await says('1 satır seçildi')
  await setStatus(PREPARING)
  await shows(() => expected.length === 21)
  expect(expected.at(-1)).toBe(CANCELLED)
})

test('a change of many orders leaves out cancelled ones, names completed ones, and changes cancelled ones alone', async () => {
  const place = { [COMPLETED ?? '']: [2, 3], [CANCELLED ?? '']: [5, 6, 7] }
  const { server, says, setStatus } = await openAllSelected(
    at => Object.keys(place).find(status => place[status]?.includes(at)) ?? PENDING,
  )
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question))
  const sent: string[] = []
  for (const id of IDS)
    server.respond(`PUT /api/admin/orders/${id}/status`, exchange => {
      sent.push(id)
      confirmSaved(exchange)
    })
  await setStatus(PREPARING)
  await says('21 siparişin durumu güncellendi')
  expect(questions).toEqual([
    [
      '21 siparişin durumu “Hazırlanıyor” yapılsın mı? Müşterilere haber verilecek.',
      '2 sipariş “Tamamlandı” durumunda: onlar da değişecek, ürünleri stoğa dönecek.',
      'İptal edilmiş 3 sipariş değişmeyecek, seçili kalacak.',
    ].join('\n'),
  ])
  const revived = IDS.slice(5, 8)
  expect(sent.toSorted()).toEqual(IDS.filter(id => !revived.includes(id)))
  await says('3 satır seçildi')

  await setStatus(PREPARING)
  await says('3 siparişin durumu güncellendi')
  expect(questions[1]).toBe(
    '3 siparişin durumu “Hazırlanıyor” yapılsın mı? Müşterilere haber verilecek.\n' +
      'Seçili siparişlerin hepsi iptal edilmiş: iptalleri geri alınacak.',
  )
  expect(sent.slice(21).toSorted()).toEqual(revived)
})

test('orders that were changed meanwhile are changed once they were named, those beyond the tenth in their list', async () => {
  const { server, press, act, says, alerts, setStatus } = await openAllSelected()
  const expected = new Map<string, unknown>()
  for (const id of IDS) {
    server.respond(`GET /api/admin/orders/${id}`, ({ reply }) => reply(200, cancelled(id)))
    server.respond(`PUT /api/admin/orders/${id}/status`, exchange => {
      expected.set(id, JSON.parse(exchange.body).expected_status)
      refuseChanged(exchange)
    })
  }
  const run = async (nth: number) => {
    expected.clear()
    await setStatus(PREPARING)
    await shows(() => alerts.length === nth)
    return [...expected.values()]
  }
  expect(await run(1)).toEqual(Array(24).fill(PENDING))
  expect(alerts[0]).toContain('ve 14 sipariş daha')
  // The ten that were named are known to be cancelled, and are left out with others.
  expect(await run(2)).toEqual(Array(14).fill(PENDING))
  await says('Güncellenemeyenler')
  await press('Güncellenemeyenler')
  await says('Durumu güncellenemeyen siparişler')
  await act(() => document.querySelector<HTMLElement>('[role=dialog] [aria-label="Kapat"]')?.click())
  expect(await run(3)).toEqual(Array(24).fill(CANCELLED))
})

test('an order that was cancelled after it had been selected is changed only once a refusal has said so', async () => {
  const { server, act, says, alerts, setStatus } = await openList()
  vi.stubGlobal('confirm', () => true)
  const [id] = IDS
  await act(() => box(0)?.click())
  await says('1 satır seçildi')
  server.respond('GET /api/admin/orders', ({ reply }) =>
    reply(
      200,
      IDS.slice(0, 3).map(one => (one === id ? cancelled(id) : { ...WIRE_ORDER, id: one })),
    ),
  )
  const { queryClient } = await import('../../queries.ts')
  await act(() => queryClient.invalidateQueries())
  await shows(() => document.querySelector('[data-index="0"]')?.textContent.includes('İptal') === true)
  const expectedStatus = async () => {
    await setStatus(PREPARING)
    const exchange = await server.next(`PUT /api/admin/orders/${id}/status`)
    return [exchange, JSON.parse(exchange.body).expected_status] as const
  }
  const [refused, seen] = await expectedStatus()
  expect(seen).toBe(PENDING)
  server.respond(`GET /api/admin/orders/${id}`, ({ reply }) => reply(200, cancelled(id)))
  refuseChanged(refused)
  await shows(() => alerts.length === 1)
  const [repeated, named] = await expectedStatus()
  expect(named).toBe(CANCELLED)
  confirmSaved(repeated)
  await says('1 siparişin durumu güncellendi')
})

test('a selected order that the admin has changed itself is changed from the status that it has got', async () => {
  const { server, act, says, setStatus } = await openList()
  vi.stubGlobal('confirm', () => true)
  await act(() => box(0)?.click())
  await says('1 satır seçildi')
  const save = `PUT /api/admin/orders/${IDS[0]}/status`
  const row = document.querySelector<HTMLElement>('tr[data-index="0"]')
  await act(() => row?.focus())
  await act(() => row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true })))
  const next = await server.next(save)
  next.reply(200, { message: 'Sipariş durumu güncellendi', order: { ...WIRE_ORDER, id: IDS[0], status: PREPARING } })
  await says('Geri al')
  await setStatus(COMPLETED)
  expect(JSON.parse((await server.next(save)).body)).toEqual({ status: COMPLETED, expected_status: PREPARING })
})

test('an order that is chosen while others are being changed stays chosen', async () => {
  const { server, act, says, setStatus } = await openList()
  vi.stubGlobal('confirm', () => true)
  await act(() => box(0)?.click())
  await says('1 satır seçildi')
  await setStatus(PREPARING)
  const changing = await server.next(`PUT /api/admin/orders/${IDS[0]}/status`)
  await act(() => box(1)?.click())
  confirmSaved(changing)
  await says('1 siparişin durumu güncellendi')
  expect([box(0)?.checked, box(1)?.checked]).toEqual([false, true])
})

test('a selection that arrives after the filter has changed selects nothing', async () => {
  const { server, press, act, says } = await openList()
  await act(() => document.querySelector<HTMLInputElement>('[aria-label="Tümünü seç"]')?.click())
  await says('205 siparişin tümünü seç')
  await press('205 siparişin tümünü seç')
  const selection = await server.next('GET /api/admin/order-selection')
  await press('Beklemede')
  await says('KDV dahil')
  selection.reply(
    200,
    MANY.map(id => ({ id, status: PENDING })),
  )
  await act(() => document.querySelector<HTMLInputElement>('[aria-label="Satırı seç"]')?.click())
  await says('1 satır seçildi')

  // A selection that arrives in time has more orders than fit into one file.
  await act(() => document.querySelector<HTMLInputElement>('[aria-label="Tümünü seç"]')?.click())
  // It is busy until the late reply has been handled.
  await shows(() => !button('205 siparişin tümünü seç').ariaBusy)
  await press('205 siparişin tümünü seç')
  ;(await server.next('GET /api/admin/order-selection')).reply(
    200,
    MANY.map(id => ({ id, status: PENDING })),
  )
  await says('205 satır seçildi')
  await act(() => button('Yazdır').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await says('Bir dosyada en fazla 200 sipariş olabilir')
})

const ROUTE = { id: MANY[5], name: 'Anadolu', weekdays: [2], cutoff_time: '20:00', days_before: 1, version: 1 }
const RULES = {
  settings: { closed_on_holidays: true, closed_on_half_days: false, minimum: null, fee: null },
  routes: [{ ...ROUTE, capacity: null, minimum: null, fee: null, customer_count: 0 }],
  exceptions: [],
}

test('the filter chip of a route shows its name', async () => {
  const { server, says } = await openList(`&route_id=${ROUTE.id}&delivery_date=2026-11-27`)
  ;(await server.next('GET /api/admin/delivery')).reply(200, RULES)
  await says('Rota: Anadolu')
  expect(hasButton('Rota listesi')).toBe(true)
})

test('on a phone the delivery filters are in the sheet of the filter button, whose number includes them', async () => {
  const { server, says, act, press } = await openList(`&route_id=${ROUTE.id}`, MANY, { isPhone: true })
  ;(await server.next('GET /api/admin/delivery')).reply(200, RULES)
  await says('Rota: Anadolu')
  expect(document.body.textContent).not.toContain('Yarının rotası')
  const filters = () => document.querySelector<HTMLElement>('[aria-label^=Filtreler]')
  expect(filters()?.ariaLabel).toBe('Filtreler: 1 etkin')
  await act(() => filters()?.click())
  await says('Yarının rotası')
  await press('Yarının rotası')
  expect(filters()?.ariaLabel).toBe('Filtreler: 2 etkin')
  expect([button('Toplama listeleri'), button('Rota listesi')]).toHaveLength(2)
})
