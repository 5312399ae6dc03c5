import { expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

test('the form of a new product has an address: Back closes it once the loss of the input is confirmed', async () => {
  const { act, says, server } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { ProductsTab } = await import('./products-tab.tsx')
    return <ProductsTab />
  })
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, [WIRE_PRODUCT]))
  await act(async () => button('Yeni ürün').click())
  expect(location.search).toBe('?tab=products&new=product')
  await says('Ürünü ekle')
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) > 1)
  await act(async () => typeIn(field('Ürün adı'), 'Bal'))
  history.back()
  await shows(() => questions.length === 1 && location.search === '?tab=products&new=product')
  expect(field('Ürün adı').value).toBe('Bal')
  history.back()
  await shows(() => location.search === '?tab=products')
  await shows(() => !document.body.textContent?.includes('Ürünü ekle'))
  expect(questions[0]).toBe('Yeni ürün için yazdıklarınız kaybolur. Devam edilsin mi?')
  // The form of the next product begins empty.
  await act(async () => button('Yeni ürün').click())
  expect(field('Ürün adı').value).toBe('')
})

test('the form of a row stays in its place when the list is updated, and its row has moved or left the list', async () => {
  const [first, edited, last] = ['Ayran', 'Beyaz peynir', 'Cevizli sucuk'].map((name, index) => {
    return { ...WIRE_PRODUCT, id: WIRE_PRODUCT.id.slice(0, -1) + String(index), name }
  })
  if (!first || !edited || !last) throw new Error('no products')
  let products = [first, edited, last]
  const { act, says, server } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { ProductsTab } = await import('./products-tab.tsx')
    return <ProductsTab />
  })
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, products))
  server.respond(`GET /api/admin/products/${edited.id}`, ({ reply }) => reply(200, edited))
  await says('Cevizli sucuk')
  const { queryClient } = await import('../../queries.ts')
  const { showNextResults } = await import('../../lists/steady-list.ts')
  const arrive = async (next: typeof products) => {
    products = next
    showNextResults('products')
    // Not awaited: other requests of the screen get no reply.
    await act(async () => void queryClient.invalidateQueries())
  }
  /** The names in the order of the rows, and the typed one in the place of the row that is edited. */
  const rows = () =>
    [...document.querySelectorAll('tbody tr[data-index]')].map(row => {
      return row.querySelector('input[name=name]') instanceof HTMLInputElement
        ? field('Ürün adı').value
        : products.find(({ name }) => row.textContent?.includes(name))?.name
    })
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Düzenle: Beyaz peynir"]')?.click())
  await act(async () => typeIn(field('Ürün adı'), 'Beyaz peynir 1 kg'))
  await arrive([edited, last, first])
  await shows(() => rows().join() === 'Cevizli sucuk,Beyaz peynir 1 kg,Ayran')
  await arrive([last])
  await shows(() => rows().join() === 'Cevizli sucuk,Beyaz peynir 1 kg')
  await arrive([])
  await shows(() => rows().join() === 'Beyaz peynir 1 kg')
})

test('a selected product that has left the list is neither counted nor given a new price once the list is updated', async () => {
  const [first, second, third] = ['Ayran', 'Beyaz peynir', 'Cevizli sucuk'].map((name, index) => {
    return { ...WIRE_PRODUCT, id: WIRE_PRODUCT.id.slice(0, -1) + String(index), name }
  })
  let products = [first, second, third]
  const { act, says, server } = await openAdminScreen('/admin/dashboard?tab=products&active=true', async () => {
    const { ProductsTab } = await import('./products-tab.tsx')
    return <ProductsTab />
  })
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, products))
  server.respond('GET /api/admin/products/price-changes', ({ reply }) => reply(200, []))
  await says('Cevizli sucuk')
  for (const box of document.querySelectorAll<HTMLElement>('tbody input[type=checkbox]'))
    await act(async () => box.click())
  await says('3 satır seçildi')
  // The second one was made passive.
  products = [first, third]
  const { queryClient } = await import('../../queries.ts')
  // Not awaited: other requests of the screen get no reply.
  await act(async () => void queryClient.invalidateQueries())
  await says('Liste değişti, güncelle')
  await says('3 satır seçildi')
  await act(async () => button('Liste değişti, güncelle').click())
  await says('2 satır seçildi')
  await act(async () => button('Fiyatları değiştir').click())
  await says('Önizle')
  await act(async () => typeIn(field('Oran'), '10'))
  await act(async () => button('Önizle').click())
  const { body } = await server.next('POST /api/admin/products/price-changes/preview')
  expect(JSON.parse(body).product_ids).toEqual([first?.id, third?.id])
})

test('changes by others move no row of the open list; the user’s own change does', async () => {
  const [first, second] = ['Ayran', 'Beyaz peynir'].map((name, index) => {
    return { ...WIRE_PRODUCT, id: WIRE_PRODUCT.id.slice(0, -1) + String(index), name, stock_quantity: 10 + index }
  })
  if (!first || !second) throw new Error('no products')
  let products = [first, second]
  const { act, says, server } = await openAdminScreen('/admin/dashboard?tab=products&sort=stock_quantity', async () => {
    const { ProductsTab } = await import('./products-tab.tsx')
    return <ProductsTab />
  })
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, products))
  await says('Beyaz peynir')
  const rows = () =>
    [...document.querySelectorAll('tbody tr[data-index]')]
      .map(({ textContent }) => (textContent?.includes('Ayran') ? 'Ayran' : 'Beyaz peynir'))
      .join()
  products = [{ ...second, stock_quantity: 9 }, first]
  const { invalidate } = await import('../../queries.ts')
  await act(async () => void invalidate(['products']))
  await says('Liste değişti, güncelle')
  expect(rows()).toBe('Ayran,Beyaz peynir')

  await act(async () =>
    document
      .querySelector('[aria-label="İşlemler: Ayran"]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
  )
  const toggle = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
    ({ textContent }) => textContent === 'Pasif yap',
  )
  await act(async () => toggle?.click())
  const passive = { ...first, is_active: false }
  ;(await server.next(`PUT /api/admin/products/${first.id}`)).reply(200, {
    success: true,
    product: passive,
  })
  await shows(() => rows() === 'Beyaz peynir,Ayran')
  expect([...document.querySelectorAll('button')].map(one => one.textContent)).not.toContain('Liste değişti, güncelle')
})

test('“Pasif yap” in an open menu says and does the same after another admin has made the product passive', async () => {
  let product: object = WIRE_PRODUCT
  const { act, says, server } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { ProductsTab } = await import('./products-tab.tsx')
    return <ProductsTab />
  })
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, [product]))
  await says(WIRE_PRODUCT.name)
  const menu = document.querySelector(`[aria-label="İşlemler: ${WIRE_PRODUCT.name}"]`)
  await act(async () => menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  product = { ...WIRE_PRODUCT, is_active: false, brand: 'Muratbey' }
  const { invalidate } = await import('../../queries.ts')
  await act(async () => void invalidate(['products']))
  await says('Muratbey')
  const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) =>
    textContent?.endsWith('yap'),
  )
  expect(item?.textContent).toBe('Pasif yap')
  await act(async () => item?.click())
  const { body } = await server.next(`PUT /api/admin/products/${WIRE_PRODUCT.id}`)
  expect(JSON.parse(body)).toEqual({ is_active: false })
})
