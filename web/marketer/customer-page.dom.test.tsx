import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { MARKETER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

const { id, phone } = WIRE_OWN_CUSTOMER
const GONE = 'Müşteri silinmiş veya başka bir pazarlamacıya geçmiş olabilir.'

let server: TestServer

beforeEach(async () => {
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  server = await startServer()
  server.respond(`GET /api/marketer/customers/${id}`, ({ reply }) => reply(200, WIRE_OWN_CUSTOMER))
  for (const path of [`marketer/customers/${id}/usual-products`, `customers/${id}/notes`, 'marketer/orders'])
    server.respond(`GET /api/${path}`, ({ reply }) => reply(200, []))
  const { startSession } = await import('../session.ts')
  startSession(MARKETER)
  await import('./edit-customer.tsx')
})

const says = (text: string) => document.body.textContent.includes(text)

/** Opens the page; `lose` assigns the customer to another marketer, and has the page fetched again. */
async function openPage() {
  const { CustomerPage } = await import('./customer-page.tsx')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { invalidate, queryClient } = await import('../queries.ts')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CustomerPage id={id} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  await shows(() => says(phone) && says('Henüz not yok.'))
  const lose = async () => {
    server.respond(`GET /api/marketer/customers/${id}`, ({ refuse }) => refuse(404, 'not_found', 'Kayıt bulunamadı'))
    await act(() => invalidate(['customers']))
    await shows(() => says(GONE))
  }
  return { act, lose }
}

test('the page of a customer who has been handed over gives way to a message, which has the note that was not added', async () => {
  const { act, lose } = await openPage()
  await act(async () => {
    const note = document.querySelector('textarea')!
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(note, 'Cumaları teslimat yok')
    note.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await lose()
  expect([phone, WIRE_OWN_CUSTOMER.company_name, 'Sipariş oluştur'].map(says)).toEqual([false, false, false])
  expect(says('Yazdığınız not eklenmedi: “Cumaları teslimat yok”')).toBe(true)
})

test('what was typed in the form of a customer who has been handed over stays', async () => {
  const { act, lose } = await openPage()
  await act(async () => button('Düzenle').click())
  await shows(() => document.querySelector('[role=dialog]') !== null)
  await act(async () => typeIn(field('Firma adı'), 'Lezzet Sofrası'))
  await lose()
  expect(field('Firma adı').value).toBe('Lezzet Sofrası')
})
