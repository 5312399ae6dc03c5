import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { expireSession } from '../../testing/expired-session.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const select = (name: string) => document.querySelector<HTMLSelectElement>(`select[name=${name}]`)

async function choose(name: string, value: string) {
  const shown = select(name)
  if (!shown) throw new Error(`there is no ${name}`)
  shown.value = value
  shown.dispatchEvent(new Event('change', { bubbles: true }))
}

const chooseCheese = () => choose('category', 'Peynir')

test('the first field of the form that is at fault takes the focus', async () => {
  const { act, says, server } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { NewProductDialog } = await import('./new-product.tsx')
    return <NewProductDialog open onClose={() => undefined} />
  })
  const categories = await server.next('GET /api/admin/products/categories')
  categories.reply(200, ['Peynir'])
  await shows(() => document.querySelector('option[value=Peynir]') !== null)
  const type = (label: string, text: string) => act(async () => typeIn(field(label), text))
  await type('Ürün adı', 'Ezine peyniri')
  await type('Marka', 'Bahçıvan')
  await act(chooseCheese)
  await type('Beklenen stok tarihi', '31.2.26')
  await type('Fiyat', 'x')
  await act(async () => button('Ürünü ekle').click())
  await says('31.02.2026 diye bir gün yok; o ay 28 gün çeker')
  await says('Fiyat bir sayı olmalıdır')
  expect(document.activeElement).toBe(field('Fiyat'))
  expect(server.untaken()).not.toContain('POST /api/admin/products')
  await type('Fiyat', '12,5')
  await act(async () => button('Ürünü ekle').click())
  expect(document.activeElement).toBe(field('Beklenen stok tarihi'))
  await type('Beklenen stok tarihi', '1.3.2099')
  await act(async () => button('Ürünü ekle').click())
  const sent = await server.next('POST /api/admin/products')
  expect(JSON.parse(sent.body)).toMatchObject({ price: 12.5, expected_stock_date: '2099-03-01' })
  // Without a reply the request is sent again with the same key, so the product is added once.
  sent.drop()
  const again = await server.next('POST /api/admin/products')
  expect([again.body, again.headers['idempotency-key']]).toEqual([sent.body, sent.headers['idempotency-key']])
})

test('saving waits for a picture that is still being read; of two pictures, the later one counts', async () => {
  // jsdom has neither pictures nor a canvas: the first file takes longer to read than the second.
  const read = new Map<string, (picture: object) => void>()
  vi.stubGlobal('createImageBitmap', ({ name }: File) => new Promise(resolve => read.set(name, resolve)))
  const drawn: unknown[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: (picture: unknown) => drawn.push(picture),
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AA==')
  const { act, server } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { NewProductDialog } = await import('./new-product.tsx')
    return <NewProductDialog open onClose={() => undefined} />
  })
  ;(await server.next('GET /api/admin/products/categories')).reply(200, ['Peynir'])
  await shows(() => document.querySelector('option[value=Peynir]') !== null)
  await act(async () => typeIn(field('Ürün adı'), 'Ezine peyniri'))
  await act(async () => typeIn(field('Marka'), 'Bahçıvan'))
  await act(chooseCheese)
  const files = document.querySelector<HTMLInputElement>('[type=file]')!
  const choose = (name: string) =>
    act(async () => {
      Object.defineProperty(files, 'files', {
        value: [new File(['x'], name, { type: 'image/jpeg' })],
        configurable: true,
      })
      files.dispatchEvent(new Event('change', { bubbles: true }))
    })
  const canSave = () => !button('Ürünü ekle').matches(':disabled')
  const later = { width: 2, height: 2, close: vi.fn() }
  const earlier = { width: 2, height: 2, close: vi.fn() }
  expect(canSave()).toBe(true)
  await choose('ilk.jpg')
  expect(canSave()).toBe(false)
  await choose('son.jpg')
  await act(async () => read.get('son.jpg')?.(later))
  expect([canSave(), drawn]).toEqual([true, [later]])
  await act(async () => read.get('ilk.jpg')?.(earlier))
  expect([drawn, earlier.close.mock.calls.length]).toEqual([[later], 1])
})

test('the form starts with an allowed rate and offers no other, even if the rates arrive late', async () => {
  const { act, server } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { NewProductDialog } = await import('./new-product.tsx')
    return <NewProductDialog open onClose={() => undefined} />
  })
  ;(await server.next('GET /api/admin/products/categories')).reply(200, ['Peynir'])
  await shows(() => document.querySelector('option[value=Peynir]') !== null)
  await act(async () => typeIn(field('Ürün adı'), 'Ezine peyniri'))
  const choices = { vat_rates: [1, 20], units: ['ADET'], categories: ['Peynir'] }
  const settings = { company_name: 'Toptan', support_email: '', support_phone: '', ...choices }
  ;(await server.next('GET /api/settings')).reply(200, settings)
  const rates = () => document.querySelector<HTMLSelectElement>('select[name=vat_rate]')
  await shows(() => Array.from(rates()?.options ?? [], ({ text }) => text).join() === '%1,%20')
  expect([rates()?.value, field('Ürün adı').value]).toEqual(['1', 'Ezine peyniri'])
  await act(async () => typeIn(field('Marka'), 'Bahçıvan'))
  await act(chooseCheese)
  await act(async () => typeIn(field('Fiyat'), '90'))
  await act(async () => typeIn(field('Stok'), '5'))
  await act(async () => button('Ürünü ekle').click())
  const sent = await server.next('POST /api/admin/products')
  expect(JSON.parse(sent.body)).toMatchObject({ vat_rate: 1 })
})

test('a product without a price is put on sale only after a question', async () => {
  const { act, server } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { NewProductDialog } = await import('./new-product.tsx')
    return <NewProductDialog open onClose={() => undefined} />
  })
  ;(await server.next('GET /api/admin/products/categories')).reply(200, ['Peynir'])
  await shows(() => document.querySelector('option[value=Peynir]') !== null)
  for (const [label, text] of Object.entries({ 'Ürün adı': 'Ezine peyniri', Marka: 'Bahçıvan', Stok: '5' }))
    await act(async () => typeIn(field(label), text))
  await act(chooseCheese)
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) > 1)
  const add = () => act(async () => button('Ürünü ekle').click())
  await add()
  expect(questions).toEqual(['Ezine peyniri ₺0,00 ile satışta olacak. Fiyat doğru mu?'])
  expect(document.activeElement).toBe(field('Fiyat'))
  expect(server.untaken()).not.toContain('POST /api/admin/products')
  await add()
  const sent = await server.next('POST /api/admin/products')
  expect(JSON.parse(sent.body)).toMatchObject({ price: 0, is_active: true })
})

test('a new product that the end of the session interrupts is filled in again for the warehouse that was chosen', async () => {
  const open = () =>
    openAdminScreen('/admin/dashboard?tab=products', async () => {
      const { NewProductDialog } = await import('./new-product.tsx')
      return <NewProductDialog open onClose={() => undefined} />
    })
  const first = await open()
  ;(await first.server.next('GET /api/admin/products/categories')).reply(200, ['Peynir'])
  await shows(() => document.querySelector('option[value=Peynir]') !== null)
  await first.act(async () => typeIn(field('Ürün adı'), 'Ezine peyniri'))
  await first.act(chooseCheese)
  await first.act(() => choose('warehouse', 'Gecici Depo'))
  await expireSession(first)
  await open()
  expect([field('Ürün adı').value, select('category')?.value, select('warehouse')?.value]).toEqual([
    'Ezine peyniri',
    'Peynir',
    'Gecici Depo',
  ])
})
