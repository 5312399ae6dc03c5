import { expect, test, vi } from 'vitest'
import { NO_MARKETER } from '#contract/customers.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { WIRE_CUSTOMER } from '../../testing/samples.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const idOf = (n: number) => `${n.toString(16).padStart(8, '0')}-93c2-4f3c-8f5d-6f4d1f0f8a12`
const IDS = Array.from({ length: 120 }, (_, i) => idOf(i))
const ZEYNEP = { id: idOf(900), name: 'Zeynep', username: 'zeynep', is_active: true, customer_count: 2 }
const wire = (id: string) => ({
  ...WIRE_CUSTOMER,
  id,
  username: `u${id}`,
  company_name: `Firma ${id.slice(4, 8)}`,
})

async function openList(query = '', { isWhole = false } = {}) {
  const listed: Record<string, string>[] = []
  const state = { customers: IDS.slice(0, 2).map(wire) }
  const { server, ...screen } = await openAdminScreen(`/admin/dashboard?tab=customers${query}`, async () => {
    const { CustomersTab } = await import('./customers-tab.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <CustomersTab />
        <Toaster />
      </>
    )
  })
  server.respond('GET /api/admin/marketers', ({ reply }) => reply(200, []))
  server.respond('GET /api/admin/customers', ({ query, reply }) => {
    if (query['cursor']) return
    listed.push(query)
    // The next page is never answered.
    const more: Record<string, string> = isWhole ? {} : { link: '</api/admin/customers?cursor=next>; rel="next"' }
    const headers = { ...more, 'x-total-count': `${IDS.length}` }
    reply(200, state.customers, headers)
  })
  await shows(() => document.querySelector('tr[data-index="1"]') !== null)
  const act = (work: () => unknown) => screen.act(async () => void work())
  return { server, listed, state, ...screen, act, press: (name: string) => act(() => button(name).click()) }
}

test('the customer list is sorted by its columns, filtered by its figures, counted, and selected as a whole', async () => {
  const { server, listed, press, act, says } = await openList()
  await press('Harcama')
  await shows(() => listed.some(({ sort }) => sort === 'total_spent'))
  await press('Aktif')
  await says('120 müşteri')
  expect(location.search).toContain('active=true')
  await act(() => document.querySelector<HTMLInputElement>('[aria-label="Tümünü seç"]')?.click())
  await press('120 müşterinin tümünü seç')
  const selection = await server.next('GET /api/admin/customer-selection')
  expect(selection.query).toEqual({ is_active: 'true', with: 'marketer' })
  // The server of an earlier version, during a restart.
  selection.reply(200, IDS)
  await says('120 satır seçildi')
})

test('customers outside the loaded part are assigned from the marketers that they had at the selection', async () => {
  const { server, press, act, says, alerts } = await openList()
  server.respond('GET /api/admin/marketers', ({ reply }) => reply(200, [ZEYNEP]))
  await act(() => document.querySelector<HTMLInputElement>('[aria-label="Tümünü seç"]')?.click())
  await press('120 müşterinin tümünü seç')
  const theirs = (id: string) => (id === IDS[1] ? null : ZEYNEP.id)
  const selection = await server.next('GET /api/admin/customer-selection')
  selection.reply(
    200,
    IDS.slice(0, 4).map(id => ({ id, assigned_marketer_id: theirs(id) })),
  )
  await says('4 satır seçildi')
  /** Assigns the selected customers to none; resolves to what was seen of each. */
  const assign = async (ids: string[]) => {
    await press('Pazarlamacı ata')
    await says('müşteri seçildi')
    await act(() => {
      const select = document.querySelector<HTMLSelectElement>('[role=dialog] select')
      if (select) select.value = NO_MARKETER
      select?.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await press('Ata')
    const sent = await Promise.all(ids.map(id => server.next(`PUT /api/admin/customers/${id}`)))
    return { sent, seen: sent.map(({ body }) => JSON.parse(body).seen.assigned_marketer_id) }
  }
  const { sent, seen } = await assign(IDS.slice(0, 4))
  // The list shows the first two.
  expect(seen).toEqual([WIRE_CUSTOMER.assigned_marketer_id, WIRE_CUSTOMER.assigned_marketer_id, ZEYNEP.id, ZEYNEP.id])
  for (const [place, { reply, refuse }] of sent.entries())
    if (place === 3) refuse(409, 'customer_changed', 'Müşterinin bilgileri siz bakarken değişti')
    else reply(200, { success: true, customer: wire(IDS[place] ?? '') })
  await shows(() => alerts.length === 1)
  // The user knows now that it has changed.
  expect((await assign(IDS.slice(3, 4))).seen).toEqual([undefined])
})

test('the address of notes also opens them for a customer outside the loaded part, and reports an unknown customer', async () => {
  const { server, says } = await openList(`&notes=${idOf(99)}`)
  ;(await server.next(`GET /api/admin/customers/${idOf(99)}`)).reply(200, wire(idOf(99)))
  await says('Notlar: Firma 0063')
  history.pushState(null, '', `/admin/dashboard?tab=customers&notes=${idOf(500)}`)
  ;(await server.next(`GET /api/admin/customers/${idOf(500)}`)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('Kayıt bulunamadı')
})

test('the form of a new customer has an address: Back closes it once the loss of the input is confirmed', async () => {
  const { act, press, says } = await openList()
  await press('Yeni müşteri')
  expect(location.search).toBe('?tab=customers&new=customer')
  await says('Müşteriyi ekle')
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) > 1)
  await act(() => typeIn(field('Firma adı'), 'Lezzet'))
  history.back()
  await shows(() => questions.length === 1 && location.search === '?tab=customers&new=customer')
  expect(field('Firma adı').value).toBe('Lezzet')
  history.back()
  await shows(() => location.search === '?tab=customers')
  await shows(() => !document.body.textContent?.includes('Müşteriyi ekle'))
  expect(questions[0]).toBe('Yeni müşteri için yazdıklarınız kaybolur. Devam edilsin mi?')
})

test('the toast of a customer who was made passive names the company and undoes it', async () => {
  const { server, press, act, says } = await openList()
  const menu = document.querySelector('[aria-label="İşlemler: Firma 0000"]')
  await act(() => menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await act(() => items.find(({ textContent }) => textContent === 'Pasif yap')?.click())
  const change = async (is_active: boolean) => {
    const { body, reply } = await server.next(`PUT /api/admin/customers/${idOf(0)}`)
    expect(JSON.parse(body)).toEqual({ is_active })
    reply(200, { success: true, customer: { ...wire(idOf(0)), is_active } })
  }
  await change(false)
  await says('Müşteri pasif yapıldıFirma 0000')
  await press('Geri al')
  await change(true)
  await says('Müşteri aktif yapıldıFirma 0000')
})

test('orders update the figures of the customers in their places; the user’s own change shows the present order', async () => {
  const { server, state, press, act, says } = await openList('&sort=total_spent&order=desc', { isWhole: true })
  vi.stubGlobal('confirm', () => true)
  const names = () =>
    [...document.querySelectorAll('tr[data-index]')].map(row => /Firma \d+/.exec(row.textContent ?? '')?.[0]).join()
  const [first, second] = IDS.map(wire)
  state.customers = [{ ...second!, total_spent: 770 }, first!]
  const { invalidate } = await import('../../queries.ts')
  await act(() => invalidate(['orders'], { isAnnounced: true }))
  await says('Liste değişti, güncelle')
  await shows(() => document.querySelector('tr[data-index="1"]')?.textContent?.includes('₺770,00') === true)
  expect(names()).toBe('Firma 0000,Firma 0001')
  await press('Liste değişti, güncelle')
  await shows(() => names() === 'Firma 0001,Firma 0000')

  const menu = document.querySelector('[aria-label="İşlemler: Firma 0001"]')
  await act(() => menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await act(() => items.find(({ textContent }) => textContent === 'Müşteriyi sil')?.click())
  ;(await server.next(`GET /api/admin/customers/${second!.id}`)).reply(200, second)
  const deletion = await server.next(`DELETE /api/admin/customers/${second!.id}`)
  state.customers = [first!]
  deletion.reply(200, { success: true, deleted_orders: 77 })
  await shows(() => names() === 'Firma 0000')
})
