import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Customer, readCustomer } from '#contract/customers.ts'
import { listMarketers } from '#contract/marketers.ts'
import { kurus } from '#contract/money.ts'
import { expireSession } from '../../testing/expired-session.ts'
import { ADMIN } from '../../testing/samples.ts'
import { button, field, openScreen, shows, typeIn } from '../../testing/screen.ts'
import { startServer, type TestServer, until } from '../../testing/scripted-server.ts'

const CUSTOMER: Customer = {
  id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a01',
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'lezzet@ornek.com.tr',
  phone: '0212 000 00 00',
  address: 'İstanbul',
  is_active: true,
  email_verified: true,
  assigned_marketer_id: null,
  assigned_marketer_name: null,
  min_remaining_days: null,
  total_orders: 0,
  total_spent: kurus(0),
  created_at: '2026-03-10T07:00:00.000Z',
}
const ONE = `/api/admin/customers/${CUSTOMER.id}`
const wire = (customer: Customer) => z.encode(readCustomer.reply, customer)

/** Renders a button for each customer, which opens its form. */
async function openRows(server: TestServer, customers: readonly Customer[]) {
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  server.respond('GET /api/admin/marketers', ({ reply }) => reply(200, []))
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../../queries.ts')
  const { useCustomerEditor } = await import('./customer-editor.tsx')
  const Rows = () => {
    const editor = useCustomerEditor()
    return (
      <>
        {customers.map(customer => (
          <button key={customer.id} type="button" onClick={() => editor.edit(customer)}>
            {customer.company_name}
          </button>
        ))}
        {editor.form}
      </>
    )
  }
  return openScreen(
    <QueryClientProvider client={queryClient}>
      <Rows />
    </QueryClientProvider>,
  )
}

test('the first field of a row has the focus as soon as the row opens, so that no key is lost', async () => {
  const { act } = await openRows(await startServer(), [CUSTOMER])
  // No timer runs before the focus is read.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await act(async () => button('Lezzet Lokantası').click())
  expect(document.activeElement).toBe(field('Firma adı'))
})

test('no other row opens while a customer is being saved, as the reply would close it', async () => {
  const server = await startServer()
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question))
  const other = { ...CUSTOMER, id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a02', company_name: 'Öteki Lokanta' }
  const { act } = await openRows(server, [CUSTOMER, other])
  await act(async () => button('Lezzet Lokantası').click())
  await act(async () => typeIn(field('Telefon'), '0532 111 11 11'))
  await act(async () => button('Kaydet').click())
  const sent = await server.next(`PUT ${ONE}`)
  await act(async () => button('Öteki Lokanta').click())
  expect([field('Firma adı').value, questions]).toEqual([CUSTOMER.company_name, []])
  sent.reply(200, { success: true, customer: wire({ ...CUSTOMER, phone: '0532 111 11 11' }) })
  await shows(() => document.querySelector('form') === null)
  await act(async () => button('Öteki Lokanta').click())
  expect(field('Firma adı').value).toBe(other.company_name)
})

test('a value that another admin has saved since is not overwritten: both values are shown, and either can be chosen', async () => {
  const server = await startServer()
  const alerts: string[] = []
  vi.stubGlobal('alert', (text: string) => alerts.push(text))
  const screen = await openRows(server, [CUSTOMER])
  onTestFinished(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
  const act = async (action: () => void) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    await screen.act(async () => action())
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  }
  const press = (label: string) => act(() => button(label).click())
  const type = (label: string, text: string) => act(() => typeIn(field(label), text))
  const form = () => document.querySelector('form')
  await press('Lezzet Lokantası')
  await type('Firma adı', 'Lezzet Lokantası Moda')
  await type('Telefon', '0532 111 11 11')
  await type('E-posta', 'yeni@ornek.com.tr')
  await type('En az kalan gün', '30')
  await press('Kaydet')
  const first = await server.next(`PUT ${ONE}`)
  const { company_name, phone, email, min_remaining_days } = CUSTOMER
  expect(JSON.parse(first.body)).toEqual({
    company_name: 'Lezzet Lokantası Moda',
    phone: '0532 111 11 11',
    email: 'yeni@ornek.com.tr',
    min_remaining_days: 30,
    seen: { company_name, phone, email, min_remaining_days },
  })
  first.refuse(409, 'customer_changed', 'Müşterinin bilgileri siz bakarken değişti')
  const theirs = {
    company_name: 'Lezzet A.Ş.',
    phone: '0533 222 22 22',
    username: 'lezzet-as',
    email: 'yeni@ornek.com.tr',
    min_remaining_days: 45,
  }
  const fresh = { ...CUSTOMER, ...theirs }
  const again = await server.next(`GET ${ONE}`)
  again.reply(200, wire(fresh))
  await until(() => form()?.textContent.includes('Bu arada değişti: 0533 222 22 22') === true)
  expect(alerts).toEqual(['Müşterinin bilgileri siz bakarken değişti'])
  const values = () => ['Firma adı', 'Telefon', 'Kullanıcı adı'].map(label => field(label).value)
  expect(values()).toEqual(['Lezzet Lokantası Moda', '0532 111 11 11', 'lezzet-as'])
  // Both admins entered the same e-mail address: no conflict.
  expect(form()?.textContent).not.toContain('Bu arada değişti: yeni@')
  expect(form()?.textContent).toContain('Bu arada değişti: 45')
  // The choices stay open when another field is changed in between.
  await press('Kaydet')
  const undecided = await server.next(`PUT ${ONE}`)
  undecided.refuse(409, 'customer_changed', 'Müşterinin bilgileri siz bakarken değişti')
  const moved = await server.next(`GET ${ONE}`)
  moved.reply(200, wire({ ...fresh, address: 'Moda Cad. 7' }))
  await until(() => form()?.textContent.includes('Bu arada değişti: Moda Cad. 7') === true)
  expect(form()?.textContent).toContain('Bu arada değişti: 0533 222 22 22')
  await press('Onunkini al: Telefon')
  await press('Benimkini koru: En az kalan gün')
  await type('En az kalan gün', '')
  await press('Benimkini koru: Firma adı')
  expect(values()).toEqual(['Lezzet Lokantası Moda', '0533 222 22 22', 'lezzet-as'])
  await press('Kaydet')
  const second = await server.next(`PUT ${ONE}`)
  expect(JSON.parse(second.body)).toEqual({
    company_name: 'Lezzet Lokantası Moda',
    min_remaining_days: null,
    seen: { company_name: 'Lezzet A.Ş.', min_remaining_days: 45 },
  })
  second.reply(200, { success: true, customer: wire({ ...fresh, company_name: 'Lezzet Lokantası Moda' }) })
  await until(() => form() === null)
})

test('a change whose reply was lost is sent again', async () => {
  const server = await startServer()
  const alerts: string[] = []
  vi.stubGlobal('alert', (message: unknown) => void alerts.push(String(message)))
  const { act } = await openRows(server, [CUSTOMER])
  await act(async () => button('Lezzet Lokantası').click())
  await act(async () => typeIn(field('Telefon'), '0212 111 11 11'))
  await act(async () => button('Kaydet').click())
  ;(await server.next(`PUT ${ONE}`)).drop()
  const saved = wire({ ...CUSTOMER, phone: '0212 111 11 11' })
  ;(await server.next(`PUT ${ONE}`)).reply(200, { success: true, customer: saved })
  await shows(() => document.querySelector('form') === null)
  expect(alerts).toEqual([])
})

test('a value that an ended session has kept does not replace a newer one without the user’s choice', async () => {
  const server = await startServer()
  const first = await openRows(server, [CUSTOMER])
  await first.act(async () => button('Lezzet Lokantası').click())
  await first.act(async () => typeIn(field('Telefon'), '0532 111 11 11'))
  await first.act(async () => typeIn(field('Kullanıcı adı'), 'lezzet2'))
  await expireSession(first)
  const changed = { ...CUSTOMER, phone: '0533 222 22 22' }
  const second = await openRows(server, [changed])
  await second.act(async () => button('Lezzet Lokantası').click())
  expect(document.body.textContent).toContain('Bu arada değişti: 0533 222 22 22')
  // The choice stays open when the session ends again.
  await expireSession(second)
  const { act } = await openRows(server, [changed])
  await act(async () => button('Lezzet Lokantası').click())
  expect([field('Telefon').value, field('Kullanıcı adı').value]).toEqual(['0532 111 11 11', 'lezzet2'])
  expect(document.body.textContent).toContain('Bu arada değişti: 0533 222 22 22')
  await act(async () => button('Onunkini al: Telefon').click())
  await act(async () => button('Kaydet').click())
  const sent = await server.next(`PUT ${ONE}`)
  expect(JSON.parse(sent.body)).toEqual({ username: 'lezzet2', seen: { username: 'lezzet' } })
})

test.each([30, null])(
  'over %s, a kept text that is no number is marked as wrong, and a number that was emptied is empty again',
  async min_remaining_days => {
    const server = await startServer()
    const customer = { ...CUSTOMER, min_remaining_days }
    const openRow = async () => {
      const screen = await openRows(server, [customer])
      await screen.act(async () => button('Lezzet Lokantası').click())
      const { queryClient, queryKeyOf } = await import('../../queries.ts')
      await shows(() => queryClient.isFetching({ queryKey: queryKeyOf(listMarketers) }) === 0)
      return screen
    }
    const reopen = async (days: string) => {
      const first = await openRow()
      await first.act(async () => typeIn(field('En az kalan gün'), days))
      await expireSession(first)
      const again = await openRow()
      await again.act(async () => button('Kaydet').click())
      return again
    }
    const invalid = await reopen('otuz')
    expect(field('En az kalan gün').getAttribute('aria-invalid')).toBe('true')
    await invalid.unmount()
    if (min_remaining_days === null) return
    await reopen('')
    const sent = await server.next(`PUT ${ONE}`)
    expect(JSON.parse(sent.body)).toEqual({ min_remaining_days: null, seen: { min_remaining_days: 30 } })
  },
)

test('a marketer that an ended session has kept is shown as chosen, by name once the marketers are loaded', async () => {
  const server = await startServer()
  const zeynep = { id: ADMIN.user.id, name: 'Zeynep', username: 'zeynep', is_active: true, customer_count: 0 }
  const select = () => document.querySelector('select')
  const chosen = () => select()?.selectedOptions[0]?.textContent
  const open = async (isFailing = false) => {
    const screen = await openRows(server, [CUSTOMER])
    server.respond('GET /api/admin/marketers', ({ reply, refuse }) =>
      isFailing ? refuse(500, 'internal', 'Beklenmeyen hata') : reply(200, [zeynep]),
    )
    await screen.act(async () => button('Lezzet Lokantası').click())
    return screen
  }
  const first = await open()
  await shows(() => select()?.options.length === 2)
  await first.act(async () => {
    const shown = select()
    if (shown) shown.value = zeynep.id
    shown?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expireSession(first)
  const again = await open()
  await shows(() => chosen() === 'Zeynep (zeynep)')
  await expireSession(again)
  await open(true)
  await shows(() => chosen() === 'Seçtiğiniz pazarlamacı')
})
