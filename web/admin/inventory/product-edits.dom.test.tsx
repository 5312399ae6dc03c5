import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readAnyProduct } from '#contract/catalogue.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const PRODUCT = z.decode(readAnyProduct.reply, WIRE_PRODUCT)
const PUT = `PUT /api/admin/products/${PRODUCT.id}`

async function openEdit(edit: 'stock' | 'price') {
  const closed: string[] = []
  const screen = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { EditDialog } = await import('./product-edits.tsx')
    return <EditDialog edit={edit} product={PRODUCT} onClose={() => closed.push(edit)} />
  })
  const type = (label: string, text: string) => screen.act(async () => typeIn(field(label), text))
  const press = (text: string) => screen.act(async () => button(text).click())
  return { ...screen, closed, type, press }
}

test('stock is set in the inventory with the messages of the specification, and oversold is warned of', async () => {
  const { portal, alerts, says, closed, type, press } = await openEdit('stock')
  for (const [text, message] of [
    ['on', 'Lütfen geçerli bir sayı girin'],
    ['-1', 'Stok miktarı negatif olamaz'],
  ] as const) {
    await type('Raftaki miktar', text)
    await press('Stoğu güncelle')
    expect(alerts.splice(0)).toEqual([message])
  }
  await type('Raftaki miktar', '12')
  await says('Satılabilir −88 KG olur')
  await press('Stoğu güncelle')
  const sent = await portal.next(PUT)
  expect(JSON.parse(sent.body)).toMatchObject({ stock_quantity: 12, updated_at: WIRE_PRODUCT.updated_at })
  sent.reply(200, { success: true, product: { ...WIRE_PRODUCT, stock_quantity: 12, available_quantity: -88 } })
  await shows(() => closed.length > 0)
})

test('a price is set in the inventory', async () => {
  const { portal, says, closed, type, press } = await openEdit('price')
  await type('Fiyat', 'x')
  await press('Kaydet')
  await says('Fiyat bir sayı olmalıdır')
  await type('Fiyat', '1.234,50')
  await press('Kaydet')
  const sent = await portal.next(PUT)
  expect(JSON.parse(sent.body)).toEqual({ price: 1234.5, updated_at: WIRE_PRODUCT.updated_at })
  sent.reply(200, { success: true, product: { ...WIRE_PRODUCT, price: 1234.5 } })
  await shows(() => closed.length > 0)
})

test('a bulk date says which of the products have stock, and leaves them out when that is pressed', async () => {
  const empty = { ...PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Zeytin', available_quantity: 0 }
  const { act, says } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { ExpectedDateDialog } = await import('./expected-date.tsx')
    const nothing = () => undefined
    return (
      <ExpectedDateDialog
        candidates={{ products: [PRODUCT, empty], chosen: true }}
        onClose={nothing}
        onUpdated={nothing}
      />
    )
  })
  await says('Seçilenlerden 1 ürünün stoğu var')
  await says('2 / 2 ürün seçili')
  await act(async () => button('İşaretlerini kaldır').click())
  await says('1 / 2 ürün seçili')
  expect(document.body.textContent).not.toContain('stoğu var')
})
