import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type AdminProduct, readAnyProduct } from '#contract/products.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { expireSession } from '../../testing/expired-session.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const CHEESE = z.decode(readAnyProduct.reply, WIRE_PRODUCT)
const BUTTER = { ...CHEESE, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Tereyağı' }
const TRANSFER = 'POST /api/admin/stock/transfers'
const WAS_SENT = 'Oturumunuz bu aktarım gönderilirken sona erdi'

async function openTransfer(...products: AdminProduct[]) {
  const screen = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { TransferDialog } = await import('./transfer-dialog.tsx')
    return <TransferDialog products={products} onClose={() => undefined} />
  })
  const type = (label: string, text: string) => screen.act(async () => typeIn(field(label), text))
  const send = () => screen.act(async () => button('Aktar').click())
  const values = () => products.map(({ name }) => field(name).value)
  return { ...screen, type, send, values }
}

const storedForms = () => Object.keys(localStorage).filter(key => key.startsWith('kept-form:'))

test('a transfer that the end of the session interrupts is filled in again for the same products only', async () => {
  const first = await openTransfer(CHEESE, BUTTER)
  await first.type('Tereyağı', '12')
  await expireSession(first)
  const other = await openTransfer(BUTTER)
  expect(other.values()).toEqual([''])
  await other.unmount()
  // In whatever order they were chosen.
  const { values, send, server } = await openTransfer(BUTTER, CHEESE)
  expect([values(), document.body.textContent.includes(WAS_SENT)]).toEqual([['12', ''], false])
  await send()
  const sent = await server.next(TRANSFER)
  expect(JSON.parse(sent.body)).toEqual({ items: [{ product_id: BUTTER.id, quantity: 12, unit: 'KG' }], notes: null })
})

test('a kept quantity is not filled in for a product that has another unit by then', async () => {
  const first = await openTransfer(CHEESE, BUTTER)
  await first.type('Ezine peyniri', '30')
  await first.type('Tereyağı', '1200,5')
  await expireSession(first)
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  const { values } = await openTransfer(CHEESE, { ...BUTTER, unit: 'KOLI' })
  expect(values()).toEqual(['30', ''])
  expect(warned.mock.calls).toEqual([
    ['Tereyağı: birim artık KOLI', { description: 'Yazdığınız miktar geri getirilmedi: 1.200,5 KG' }],
  ])
})

test('a transfer whose reply was lost is not kept, and one that was being sent says so when it is filled in', async () => {
  const lost = await openTransfer(CHEESE)
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  await lost.type('Ezine peyniri', '30')
  await lost.send()
  await lost.server.lose(TRANSFER)
  await lost.says('Cevap alınamadı')
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  await expireSession(lost)
  expect([storedForms(), warned.mock.calls.map(([message]) => message)]).toEqual([
    [],
    ['Ezine peyniri, aktarım: kaydedilip kaydedilmediği bilinmiyor'],
  ])
  const refused = await openTransfer(CHEESE)
  await refused.type('Ezine peyniri', '40')
  await refused.send()
  ;(await refused.server.next(TRANSFER)).refuse(401, 'unauthorized', 'Oturum gerekli')
  await shows(() => storedForms().length > 0)
  await expireSession(refused)
  const { values } = await openTransfer(CHEESE)
  expect([values(), document.body.textContent.includes(WAS_SENT)]).toEqual([['40'], true])
})
