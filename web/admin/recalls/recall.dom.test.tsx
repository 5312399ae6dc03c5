import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const LOT = {
  id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  category: 'Peynir',
  unit: 'KG',
  warehouse: 'Ana Depo',
  code: 'L2417',
  expires_on: '2099-03-01',
  expiry_kind: 'skt',
  supplier: 'Yörük Gıda',
  delivery_note: null,
  received_at: '2026-02-10T07:00:00.000Z',
  on_hand: 12,
  picked_quantity: 2,
  value: 3474,
  blocked_at: null,
  blocked_by_admin_name: null,
  block_reason: null,
  in_catalogue: false,
  is_related: false,
  sold_past_expiry: false,
  is_offer: false,
}
const BLOCK = { blocked_at: '2026-03-10T07:00:00.000Z', blocked_by_admin_name: 'Zeynep', block_reason: 'Küf' }
const label = { lot_id: LOT.id, code: LOT.code, expires_on: LOT.expires_on, expiry_kind: 'skt' }
const order = (n: number, company_name: string, customer_id: string | null, is_open: boolean) => ({
  ...label,
  order_id: `0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c6${n}`,
  product_name: LOT.product_name,
  unit: 'KG',
  warehouse: 'Ana Depo',
  ordered_at: '2026-02-12T07:00:00.000Z',
  quantity: n,
  is_open,
  customer_id,
  company_name,
  told_at: null as string | null,
})
const [LEZZET, DENIZ] = ['0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c71', '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c72'] as const
const customer = (company_name: string, customer_id: string | null, quantity: number) => ({
  customer_id,
  company_name,
  phone: '0212 555 00 00',
  email: null,
  quantity,
  order_count: 1,
  told_at: null as string | null,
  told_by_admin_name: null as string | null,
})

test('a recall is shown, its lots are blocked with one press, and its customers are notified after a preview', async () => {
  const { server, act, says } = await openAdminScreen(`/admin/recall?lot_id=${LOT.id}`, async () => {
    const { RecallScreen } = await import('./recall.tsx')
    return <RecallScreen />
  })
  const recall: { lots: object[]; receipts: object[]; orders: object[]; customers: ReturnType<typeof customer>[] } = {
    lots: [LOT],
    receipts: [
      {
        ...label,
        product_name: LOT.product_name,
        unit: LOT.unit,
        warehouse: 'Ana Depo',
        receipt_id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c81',
        created_at: '2026-02-10T07:00:00.000Z',
        created_by_admin_name: 'Ayşe',
        supplier: 'Yörük Gıda',
        delivery_note: 'IRS-7',
        quantity: 30,
        is_reversed: false,
      },
    ],
    orders: [order(6, 'Lezzet', LEZZET, false), order(2, 'Deniz', DENIZ, true), order(4, 'Eski Müşteri', null, false)],
    customers: [customer('Lezzet', LEZZET, 6), customer('Eski Müşteri', null, 4), customer('Deniz', DENIZ, 2)],
  }
  server.respond('GET /api/admin/recalls', ({ query, reply }) => {
    expect(query).toEqual({ lot_id: LOT.id })
    reply(200, recall)
  })
  await says('Yörük Gıda · İrsaliye IRS-7')
  expect(button('Partilere dön').getAttribute('href')).toBe('/admin/dashboard?tab=inventory&view=lots')
  await says('L2417 · SKT 01.03.2099: 30 KG')
  await says('2 KG siparişler için hazırlanıyor')
  await says('Henüz teslim edilmedi')
  await says('Hesabı silinmiş')
  await says('6 KG · 1 sipariş')
  await act(async () => button('Engelle').click())
  const lost = await server.next(`POST /api/admin/lots/${LOT.id}/block`)
  lost.drop()
  const blocking = await server.next(`POST /api/admin/lots/${LOT.id}/block`)
  expect(blocking.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  expect(JSON.parse(blocking.body)).toEqual({ reason: 'Geri çağırma' })
  const blocked = { ...LOT, ...BLOCK, block_reason: 'Geri çağırma' }
  recall.lots = [blocked]
  await act(async () => blocking.reply(200, { message: 'Parti engellendi', lot: blocked }))
  await says('Engellendi: Geri çağırma · 2 KG teslim günü geçmiş siparişlerde kaldı')
  await act(async () => button('Önizle ve gönder').click())
  await says('2 müşteri bilgilendirilsin mi?')
  await says('Ezine peyniri: 6 KG')
  await act(async () => button('Gönder').click())
  const sending = await server.next('POST /api/admin/recalls/letters')
  expect(JSON.parse(sending.body)).toMatchObject({ lot_id: LOT.id, text: expect.stringContaining('geri çağırıyoruz') })
  for (const one of recall.customers)
    if (one.customer_id) Object.assign(one, { told_at: '2026-03-10T08:00:00.000Z', told_by_admin_name: 'Ayşe' })
  await act(async () => sending.reply(200, { message: '2 müşteri bilgilendirildi', told: 2 }))
  await says('Bilgilendirildi: 10.03.2026')
  expect(document.body.textContent).not.toContain('Önizle ve gönder')
})

test('the preview of a letter lists what the letter lists: the lots that the customer has not been notified of', async () => {
  const { server, act, says } = await openAdminScreen(`/admin/recall?product_id=${LOT.product_id}`, async () => {
    const { RecallScreen } = await import('./recall.tsx')
    return <RecallScreen />
  })
  const known = { ...order(6, 'Lezzet', LEZZET, false), told_at: '2026-03-09T08:00:00.000Z' }
  const other = { lot_id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c57', code: 'L2418' }
  const open = { ...order(2, 'Lezzet', LEZZET, true), ...other }
  const recall = {
    lots: [LOT],
    receipts: [],
    orders: [known, open],
    customers: [{ ...customer('Lezzet', LEZZET, 8), order_count: 2 }],
  }
  server.respond('GET /api/admin/recalls', ({ reply }) => reply(200, recall))
  await says('Müşterileri bilgilendir')
  await says('Bir kısmı bildirildi')
  await says('Bildirildi: 09.03.2026')
  await act(async () => button('Önizle ve gönder').click())
  await says('1 müşteri bilgilendirilsin mi?')
  const preview = () => document.querySelector('[role=alertdialog], [role=dialog]')?.textContent ?? ''
  expect(preview()).not.toContain('L2417')
  expect(preview()).toContain('Siparişlerinizdeki partiler:')
  for (const text of ['Ezine peyniri: 2 KG', 'L2418 · SKT 01.03.2099', 'Sipariş 0b7c2c2e (henüz teslim edilmedi)'])
    expect(preview()).toContain(text)
})

test('lots of a product that expire between two days are recalled with their related lots, even if another admin blocks one', async () => {
  const { server, act, says, alerts } = await openAdminScreen(
    `/admin/recall?product_id=${LOT.product_id}`,
    async () => {
      const { RecallScreen } = await import('./recall.tsx')
      const { Toaster } = await import('../../ui/toaster.tsx')
      return (
        <>
          <RecallScreen />
          <Toaster />
        </>
      )
    },
  )
  const nothing = { receipts: [], orders: [], customers: [] }
  const other = { ...LOT, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', warehouse: 'Gecici Depo', is_related: true }
  const recall = { ...nothing, lots: [LOT, other] as object[] }
  server.respond('GET /api/admin/recalls', ({ query, reply, refuse }) =>
    query.expires_to ? refuse(404, 'not_found', 'Bulunamadı') : reply(200, recall),
  )
  await says('İlgili parti')
  await says('12 KG · Gecici Depo')
  await says('geldiği ve gittiği partiler ile öteki depodaki aynı parti')
  await act(async () => button('Engelle').click())
  const first = await server.next(`POST /api/admin/lots/${LOT.id}/block`)
  recall.lots = [LOT, other].map(lot => ({ ...lot, ...BLOCK }))
  await act(async () => first.refuse(409, 'lot_blocked', 'Bu parti zaten engellenmiş'))
  const second = await server.next(`POST /api/admin/lots/${other.id}/block`)
  await act(async () => second.reply(200, { message: 'Parti engellendi', lot: recall.lots[1]! }))
  await says('1 parti engellendi')
  await says('Engellendi: Küf')
  expect(alerts).toEqual([])
  await act(async () => typeIn(field('Son gün'), '01.02.2026'))
  await act(async () => field('Son gün').blur())
  await says('son tarihi seçilen günler arasında olan parti yok')
  expect(location.search).toBe(`?product_id=${LOT.product_id}&expires_to=2026-02-01`)
})

test('a lot that the portal has blocked for its expiry is blocked by the recall as well', async () => {
  const { server, act, says } = await openAdminScreen(`/admin/recall?lot_id=${LOT.id}`, async () => {
    const { RecallScreen } = await import('./recall.tsx')
    return <RecallScreen />
  })
  const byPortal = { ...LOT, ...BLOCK, blocked_by_admin_name: null, block_reason: 'Tarihi geçti' }
  const recall = { receipts: [], orders: [], customers: [], lots: [byPortal] as object[] }
  server.respond('GET /api/admin/recalls', ({ reply }) => reply(200, recall))
  await says('Engellendi: Tarihi geçti')
  await act(async () => button('Engelle').click())
  const blocking = await server.next(`POST /api/admin/lots/${LOT.id}/block`)
  recall.lots = [{ ...LOT, ...BLOCK }]
  await act(async () => blocking.reply(200, { message: 'Parti engellendi', lot: { ...LOT, ...BLOCK } }))
  await says('Engellendi: Küf')
  expect(Array.from(document.querySelectorAll('button'), one => one.textContent)).not.toContain('Engelle')
})

test('lots that could not be blocked are named in an alert, beside the message about those that were', async () => {
  const { server, act, says, alerts } = await openAdminScreen(
    `/admin/recall?product_id=${LOT.product_id}`,
    async () => {
      const { RecallScreen } = await import('./recall.tsx')
      const { Toaster } = await import('../../ui/toaster.tsx')
      return (
        <>
          <RecallScreen />
          <Toaster />
        </>
      )
    },
  )
  const other = { ...LOT, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', warehouse: 'Gecici Depo', is_related: true }
  const recall = { receipts: [], orders: [], customers: [], lots: [LOT, other] }
  server.respond('GET /api/admin/recalls', ({ reply }) => reply(200, recall))
  await says('12 KG · Gecici Depo')
  await act(async () => button('Engelle').click())
  const first = await server.next(`POST /api/admin/lots/${LOT.id}/block`)
  await act(async () => first.refuse(404, 'not_found', 'Kayıt bulunamadı'))
  const second = await server.next(`POST /api/admin/lots/${other.id}/block`)
  await act(async () => second.reply(200, { message: 'Parti engellendi', lot: other }))
  await says('1 parti engellendi')
  expect(alerts).toEqual(['Engellenemeyen partiler:\nL2417 · SKT 01.03.2099, Ana Depo: Kayıt bulunamadı'])
})

test('a letter that is being written is kept when other days are chosen, and leaving requires a confirmation', async () => {
  const { server, act, says } = await openAdminScreen(`/admin/recall?product_id=${LOT.product_id}`, async () => {
    const { RecallScreen } = await import('./recall.tsx')
    return <RecallScreen />
  })
  const recall = {
    lots: [LOT],
    receipts: [],
    orders: [order(6, 'Lezzet', LEZZET, false)],
    customers: [customer('Lezzet', LEZZET, 6)],
  }
  server.respond('GET /api/admin/recalls', ({ reply }) => reply(200, recall))
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) === 0)
  await says('Müşterileri bilgilendir')
  const letter = () => document.querySelector('textarea')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(letter(), 'Küf bulundu.')
    letter()?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => typeIn(field('Son gün'), '01.04.2099'))
  await act(async () => field('Son gün').blur())
  await shows(() => location.search.includes('expires_to=2099-04-01') && letter() !== null)
  expect([letter()?.value, questions]).toEqual(['Küf bulundu.', []])
  const { confirmLeave } = await import('../../ui/leave-guard.ts')
  expect(confirmLeave()).toBe(false)
  expect(questions).toEqual(['Müşterilere yazdığınız mesaj kaybolur. Devam edilsin mi?'])
})

test('the usual text mentions goods that are not delivered yet only if the letters list some', async () => {
  const { server, act, says } = await openAdminScreen(`/admin/recall?lot_id=${LOT.id}`, async () => {
    const { RecallScreen } = await import('./recall.tsx')
    return <RecallScreen />
  })
  const { invalidate } = await import('../../queries.ts')
  const { confirmLeave } = await import('../../ui/leave-guard.ts')
  const open = order(2, 'Deniz', DENIZ, true)
  const recall = {
    lots: [LOT],
    receipts: [],
    orders: [{ ...order(6, 'Lezzet', LEZZET, false), left_on: '2026-03-09' }, open],
    customers: [customer('Lezzet', LEZZET, 6), customer('Deniz', DENIZ, 2)],
  }
  server.respond('GET /api/admin/recalls', ({ reply }) => reply(200, recall))
  await says('Müşterileri bilgilendir')
  const letter = () => document.querySelector('textarea')?.value
  const usual =
    'Bu mesajda yazılı partileri geri çağırıyoruz. Teslim aldıklarınızı satmayın, kullanmayın ve bizim için ayırın; almak için sizi arayacağız.'
  expect(letter()).toBe(`${usual} Henüz teslim edilmeyenler size gönderilmeyecek.`)
  open.told_at = '2026-03-09T08:00:00.000Z'
  await act(async () => invalidate(['lots']))
  await says('Bildirildi: 09.03.2026')
  expect([letter(), confirmLeave()]).toEqual([usual, true])
  await says('Teslim günü geçti')
  await act(async () => button('Önizle ve gönder').click())
  await says('Sipariş 0b7c2c2e (teslim günü 09.03.2026)')
})

test('letters whose reply was lost are requested again, after which leaving requires no confirmation', async () => {
  const { server, act, says, alerts } = await openAdminScreen(`/admin/recall?lot_id=${LOT.id}`, async () => {
    const { RecallScreen } = await import('./recall.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <RecallScreen />
        <Toaster />
      </>
    )
  })
  const notified = customer('Lezzet', LEZZET, 6)
  const recall = { lots: [LOT], receipts: [], orders: [order(6, 'Lezzet', LEZZET, false)], customers: [notified] }
  server.respond('GET /api/admin/recalls', ({ reply }) => reply(200, recall))
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) === 0)
  const begin = async () => {
    await says('Müşterileri bilgilendir')
    await act(async () => {
      const letter = document.querySelector('textarea')
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(letter, 'Küf bulundu.')
      letter?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => button('Önizle ve gönder').click())
    await act(async () => button('Gönder').click())
    const first = await server.next('POST /api/admin/recalls/letters')
    Object.assign(notified, { told_at: '2026-03-10T08:00:00.000Z', told_by_admin_name: 'Ayşe' })
    return first
  }
  const send = async () => {
    const first = await begin()
    first.drop()
    const second = await server.next('POST /api/admin/recalls/letters')
    expect([second.body, second.headers['idempotency-key']]).toEqual([first.body, first.headers['idempotency-key']])
    return second
  }
  const { confirmLeave } = await import('../../ui/leave-guard.ts')
  ;(await send()).reply(200, { message: '1 müşteri bilgilendirildi', told: 1 })
  await says('1 müşteri bilgilendirildi')
  expect(alerts).toEqual([])
  expect(confirmLeave()).toBe(true)
  // Both replies are lost.
  Object.assign(notified, { told_at: null })
  const { invalidate } = await import('../../queries.ts')
  await act(async () => invalidate(['lots']))
  ;(await send()).drop()
  await says('Bilgilendirildi: 10.03.2026')
  const unknown = 'Cevap alınamadı: kimlerin bilgilendirildiği bağlantı gelince burada görünür'
  expect(alerts).toEqual([unknown])
  expect([confirmLeave(), questions]).toEqual([true, []])
  // A proxy's reply is not the portal's.
  Object.assign(notified, { told_at: null })
  await act(async () => invalidate(['lots']))
  ;(await begin()).reply(502, '<h1>Bad Gateway</h1>')
  await says('Bilgilendirildi: 10.03.2026')
  expect(alerts).toEqual([unknown, unknown])
})
