import { expect, test } from 'vitest'
import { ADMIN, ORDER_ID, WIRE_ORDER } from '../../testing/samples.ts'
import { button, field, openScreen, typeIn } from '../../testing/screen.ts'
import { startServer, until } from '../../testing/scripted-server.ts'

const PRODUCT_ID = '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55'
const LOT_ID = '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c61'
const SHORT_ID = '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c63'
const TETT_ID = '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c64'
const SKT_ID = '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c65'
const LATER_ID = '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c62'

const line = (lot_id: string, code: string, quantity: number, reason: string | null = null) => ({
  product_id: PRODUCT_ID,
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  barcode: '8690000000017',
  has_lots: true,
  unit: 'KG',
  warehouse: 'Ana Depo',
  quantity: 4,
  lots: [{ lot_id, code, expires_on: '2099-05-01', expiry_kind: 'skt', quantity, reason }],
  without_lot: 4 - quantity,
  leaves_on: '2099-01-01',
  min_remaining_days: 30,
  not_proposed: [],
})

const stored = (id: string, code: string, more: object = {}) => ({
  id,
  product_id: PRODUCT_ID,
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  category: 'Peynir',
  unit: 'KG',
  warehouse: 'Ana Depo',
  code,
  expires_on: '2099-05-01',
  expiry_kind: 'skt',
  supplier: null,
  delivery_note: null,
  received_at: '2026-03-10T07:00:00.000Z',
  on_hand: 9,
  picked_quantity: 4,
  value: 100,
  blocked_at: null,
  blocked_by_admin_name: null,
  block_reason: null,
  in_catalogue: false,
  sold_past_expiry: false,
  is_offer: false,
  ...more,
})

function quantityOf(code: string): HTMLInputElement {
  const input = document.querySelector(`[aria-label="${code} · SKT 01.05.2099 miktarı"]`)
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no quantity of ${code}`)
  return input
}

async function openPicking() {
  const server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../queries.ts')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { PickingCard } = await import('./picking/picking-card.tsx')
  const completions: string[] = []
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <PickingCard
        order={WIRE_ORDER}
        onComplete={() => completions.push(ORDER_ID)}
        isCompleting={false}
        hasFailed={false}
      />
    </QueryClientProvider>,
  )
  const load = async (lines: object[]) => {
    const exchange = await server.next(`GET /api/admin/orders/${ORDER_ID}/picking`)
    await act(async () => exchange.reply(200, lines))
    await until(() => document.body.textContent.includes('satır'))
  }
  return { server, act, load, queryClient, completions, shown: () => document.body.textContent }
}

test('the lots of a prepared order are shown, and others are chosen with the reason that the server requires', async () => {
  const { server, act, load, shown } = await openPicking()
  const lots = `/api/admin/orders/${ORDER_ID}/lots`
  await load([line(LOT_ID, 'L5', 4)])
  expect(shown()).toContain('0 / 1 satır')
  expect(shown()).toContain('4 KG · L5 · SKT 01.05.2099')
  await act(async () => button('Değiştir').click())
  const list = [stored(LOT_ID, 'L5'), stored(LATER_ID, '6', { picked_quantity: 0 })]
  list.push(stored(PRODUCT_ID, 'L7', { blocked_at: '2026-03-10T07:00:00.000Z', block_reason: 'Şüpheli' }))
  list.push(stored(SHORT_ID, 'L8', { expires_on: '2099-01-13' }), stored(ORDER_ID, 'L9', { expires_on: '2098-12-31' }))
  const past = { expires_on: '2020-02-01', picked_quantity: 0 }
  list.push(stored(TETT_ID, 'L1', { ...past, expiry_kind: 'tett' }))
  list.push(stored(SKT_ID, 'L2', { ...past, sold_past_expiry: true }))
  const next = { link: '</api/admin/lots?cursor=next>; rel="next"' }
  await act(async () => (await server.next('GET /api/admin/lots')).reply(200, list.slice(0, 2), next))
  await until(() => shown().includes('L 6 · SKT 01.05.2099'))
  await act(async () => button('Devamını göster').click())
  await act(async () => (await server.next('GET /api/admin/lots')).reply(200, list.slice(2)))
  await until(() => shown().includes('Engellendi'))
  expect(shown()).toContain('L8 · SKT 13.01.2099Boşta 5 KGÖnerilmedi: kalan gün 12, istenen 30')
  expect(shown()).toContain('L9 · SKT 31.12.2098Tarihi teslimattan önce doluyor')
  expect(shown()).toContain('L1 · TETT 01.02.2020Boşta 9 KGÖnerilmedi: TETT geçti')
  expect(shown()).toContain('L2 · SKT 01.02.2020Boşta 9 KGÖnerilmedi: SKT geçti, satışı onaylandı')
  await act(async () => typeIn(quantityOf('L5'), '1'))
  await act(async () => typeIn(quantityOf('L 6'), '4'))
  expect([shown().includes('Seçilen: 5 / 4 KG'), button('Kaydet').matches(':disabled')]).toEqual([true, true])
  for (const [typed, fault] of [
    ['-1', 'Miktar en az 1 olmalıdır'],
    ['1,5', 'Miktar tam sayı olmalıdır'],
    ['üç', 'Miktar bir sayı olmalıdır'],
  ] as const) {
    await act(async () => typeIn(quantityOf('L 6'), typed))
    expect([shown().includes(fault), shown().includes('Seçilen: 1 / 4 KG')]).toEqual([true, true])
    expect(button('Kaydet').matches(':disabled')).toBe(true)
  }
  await act(async () => typeIn(quantityOf('L 6'), '3'))
  await act(async () => button('Vazgeç').click())
  await until(() => shown().includes('Seçtiğiniz partiler kaydedilmedi.'))
  await act(async () => button('Düzenlemeye dön').click())
  await act(async () => button('Kaydet').click())
  const first = await server.next(`PUT ${lots}`)
  const message = 'Daha erken tarihli parti varken neden yazılmalıdır'
  await act(async () => first.refuse(400, 'invalid_input', message, [{ field: 'reason', message }]))
  await until(() => shown().includes(message))
  await act(async () => typeIn(field('Neden'), 'L5 kolisi ezik'))
  await act(async () => button('Kaydet').click())
  const second = await server.next(`PUT ${lots}`)
  expect(JSON.parse(second.body)).toEqual({
    product_id: PRODUCT_ID,
    lots: [
      { lot_id: LOT_ID, quantity: 1 },
      { lot_id: LATER_ID, quantity: 3 },
    ],
    reason: 'L5 kolisi ezik',
    seen: [{ lot_id: LOT_ID, quantity: 4 }],
  })
  const chosen = [line(LOT_ID, 'L5', 1)]
  await act(async () => second.reply(200, { message: 'Partiler kaydedildi', lots: chosen }))
  await until(() => document.querySelector('[role=dialog]') === null)
})

test('lots that another admin chooses meanwhile are shown, and replaced only by the next saving', async () => {
  const { server, act, load, shown } = await openPicking()
  const lots = `/api/admin/orders/${ORDER_ID}/lots`
  await load([line(LOT_ID, 'L5', 4)])
  server.respond('GET /api/admin/lots', ({ reply }) =>
    reply(200, [stored(LOT_ID, 'L5'), stored(LATER_ID, '6', { picked_quantity: 0 }), stored(SHORT_ID, 'L8')]),
  )
  await act(async () => button('Değiştir').click())
  await until(() => shown().includes('L8'))
  await act(async () => typeIn(quantityOf('L5'), '3'))
  await act(async () => typeIn(quantityOf('L8'), '1'))
  await act(async () => button('Kaydet').click())
  const first = await server.next(`PUT ${lots}`)
  expect(JSON.parse(first.body).seen).toEqual([{ lot_id: LOT_ID, quantity: 4 }])
  const message = '“Lor” ürününün partileri siz bakarken değişti; şimdi L 6 · SKT 01.05.2099: 4 KG'
  await act(async () => first.refuse(409, 'lots_changed', message))
  await until(() => shown().includes(message))
  await load([line(LATER_ID, '6', 4, 'L5 kolisi ezik')])
  await until(() => shown().includes('Siz bakarken değiştiL 6 · SKT 01.05.2099: 4 KG · L5 kolisi ezik'))
  expect(shown()).not.toContain(message)
  // What was entered stays, and the rest is as the other admin left it.
  expect(['L5', 'L 6', 'L8'].map(code => quantityOf(code).value)).toEqual(['3', '4', '1'])
  expect([field('Neden').value, button('Kaydet').matches(':disabled')]).toEqual(['L5 kolisi ezik', true])
  await act(async () => typeIn(quantityOf('L5'), '0'))
  await act(async () => typeIn(quantityOf('L 6'), '3'))
  await act(async () => button('Kaydet').click())
  expect(JSON.parse((await server.next(`PUT ${lots}`)).body)).toEqual({
    product_id: PRODUCT_ID,
    lots: [
      { lot_id: LATER_ID, quantity: 3 },
      { lot_id: SHORT_ID, quantity: 1 },
    ],
    reason: 'L5 kolisi ezik',
    seen: [{ lot_id: LATER_ID, quantity: 4 }],
  })
})

test('lots of which other orders get more or less meanwhile have not changed', async () => {
  const { server, act, load, shown, queryClient } = await openPicking()
  const before = line(LOT_ID, 'L5', 4)
  const short = before.lots.map(lot => ({ ...lot, too_little: { on_hand: 9, picked: 12 } }))
  await load([before])
  server.respond('GET /api/admin/lots', ({ reply }) => reply(200, [stored(LOT_ID, 'L5')]))
  await act(async () => button('Değiştir').click())
  await until(() => document.querySelector('[role=dialog] input[aria-label^=L5]') !== null)
  await act(async () => typeIn(quantityOf('L5'), '3'))
  await act(async () => void queryClient.invalidateQueries())
  await load([{ ...before, lots: short }])
  await until(() => shown().includes('siparişlere 12 KG ayrıldı'))
  expect(shown()).not.toContain('Siz bakarken değişti')
  expect(quantityOf('L5').value).toBe('3')
})

test('chosen lots of which nothing is left, or that are blocked meanwhile, can be set to 0', async () => {
  const { server, act, load, shown, queryClient } = await openPicking()
  await load([line(LOT_ID, 'L5', 4)])
  const later = stored(LATER_ID, '6', { picked_quantity: 0 })
  let list = [later, stored(SHORT_ID, 'L8'), stored(TETT_ID, 'L9')]
  server.respond('GET /api/admin/lots', ({ reply }) => reply(200, list))
  await act(async () => button('Değiştir').click())
  await until(() => shown().includes('L8'))
  expect(shown()).toContain('L5 · SKT 01.05.2099Elde kalmadı')
  await act(async () => typeIn(quantityOf('L5'), '0'))
  await act(async () => typeIn(quantityOf('L 6'), '3'))
  for (const code of ['L8', 'L9']) await act(async () => typeIn(quantityOf(code), '1'))
  // Another admin has written off one lot and blocked another that are entered, but not saved yet.
  list = [later, stored(TETT_ID, 'L9', { blocked_at: '2026-03-10T07:00:00.000Z', block_reason: 'Şüpheli' })]
  await act(async () => void queryClient.invalidateQueries())
  await until(() => shown().includes('L8 · SKT 01.05.2099Elde kalmadı'))
  expect(shown()).toContain('L9 · SKT 01.05.2099Engellendi')
  for (const code of ['L8', 'L9']) await act(async () => typeIn(quantityOf(code), '0'))
  await act(async () => typeIn(quantityOf('L 6'), '4'))
  await act(async () => button('Kaydet').click())
  const saved = await server.next(`PUT /api/admin/orders/${ORDER_ID}/lots`)
  expect(JSON.parse(saved.body).lots).toEqual([{ lot_id: LATER_ID, quantity: 4 }])
})

test('a line names the lots on the shelf that were not proposed, and its own lots that do not leave with the order', async () => {
  const { load, shown } = await openPicking()
  const past = { expires_on: '2020-02-01', expiry_kind: 'tett' }
  const lacking = line(LOT_ID, 'L5', 1)
  const own = (code: string, reason: string | null) => ({
    lot_id: `${TETT_ID.slice(0, -2)}${code}`,
    code,
    ...past,
    quantity: 1,
    reason,
  })
  const named = { lot_id: TETT_ID, code: 'L1', ...past, quantity: 3 }
  await load([{ ...lacking, lots: [own('70', null), own('71', 'Müşteri istedi')], not_proposed: [named] }])
  expect(shown()).toContain('Rafta var, önerilmedi: L1 · TETT 01.02.2020 · 3 KG · TETT geçti')
  expect(shown()).toContain('L 70 · TETT 01.02.2020TETT geçti: neden yazıp yeniden seçmezseniz siparişle çıkmaz')
  expect(shown()).toContain('L 71 · TETT 01.02.2020 · Müşteri istediTETT geçti')
})

test('one press completes the order as proposed; once every line is ticked the button has another label', async () => {
  const { act, load, shown, completions } = await openPicking()
  await load([line(LOT_ID, 'L5', 4)])
  await act(async () => button('Önerildiği gibi tamamla').click())
  expect(completions).toEqual([ORDER_ID])
  await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await until(() => shown().includes('1 / 1 satır'))
  await act(async () => button('Tamamla').click())
  expect(completions).toHaveLength(2)
})
