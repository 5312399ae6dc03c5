import { expect, test } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'
import type { Exchange } from '../../testing/scripted-server.ts'

test('the warehouse stays chosen when the tab is left and opened again, unless the address names another one', async () => {
  const load = async () => {
    const { InventoryTab } = await import('./inventory-tab.tsx')
    return <InventoryTab />
  }
  const { show, act } = await openAdminScreen('/admin/dashboard?tab=inventory&warehouse=Gecici+Depo', load)
  const screen = await load()
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../../queries.ts')
  const { LocationProvider } = await import('../../ui/router.tsx')
  const visit = async (address: string) => {
    await show(null)
    await act(async () => history.replaceState(null, '', address))
    await show(
      <QueryClientProvider client={queryClient}>
        <LocationProvider>{screen}</LocationProvider>
      </QueryClientProvider>,
    )
  }
  await visit('/admin/dashboard?tab=inventory')
  await shows(() => new URLSearchParams(location.search).get('warehouse') === 'Gecici Depo')
  await shows(() => document.title === 'Gecici Depo · Envanter')
  await visit('/admin/dashboard?tab=inventory&warehouse=Ana+Depo')
  await shows(() => document.title === 'Ana Depo · Envanter')
  await visit('/admin/dashboard?tab=inventory')
  await shows(() => document.title === 'Ana Depo · Envanter')
  expect(new URLSearchParams(location.search).get('warehouse')).toBeNull()
})

/** Opens the inventory of `WIRE_PRODUCT` and another product. */
async function openTwoProducts() {
  const screen = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { InventoryTab } = await import('./inventory-tab.tsx')
    return <InventoryTab />
  })
  const other = { ...WIRE_PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Zeytin' }
  ;(await screen.server.next('GET /api/admin/products')).reply(200, [WIRE_PRODUCT, other])
  await screen.says('Zeytin')
  return { ...screen, other }
}

test('selected products that have left the list are not counted once it is updated, as no action applies to them', async () => {
  const { server, act, says } = await openTwoProducts()
  await act(async () => document.querySelector<HTMLInputElement>('[aria-label="Tümünü seç"]')?.click())
  await says('2 satır seçildi')
  const { invalidate } = await import('../../queries.ts')
  await act(async () => void invalidate(['products']))
  ;(await server.next('GET /api/admin/products')).reply(200, [WIRE_PRODUCT])
  await says('Liste değişti, güncelle')
  await says('2 satır seçildi')
  await act(async () => button('Liste değişti, güncelle').click())
  await says('1 satır seçildi')
})

const lowStock = (product_id: string, product_name: string) => ({
  product_id,
  product_name,
  brand: 'Bahçıvan',
  unit: 'KG',
  barcode: null,
  warehouse: 'Ana Depo',
  expected_stock_date: null,
  stock_quantity: 3,
  reserved_quantity: 0,
  available_quantity: 3,
  reorder_point: null,
  reorder_quantity: null,
  suggested_quantity: null,
})

const ZEYTIN = { ...WIRE_PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Zeytin' }

test.for([
  ['?tab=inventory&sort=stock_quantity', 'GET /api/admin/products', [WIRE_PRODUCT, ZEYTIN]],
  [
    '?tab=inventory&view=low',
    'GET /api/admin/inventory/low-stock',
    [lowStock(WIRE_PRODUCT.id, 'Ezine peyniri'), lowStock(ZEYTIN.id, 'Zeytin')],
  ],
] as const)('the rows of %s keep their places when others move goods', async ([address, endpoint, listed]) => {
  const { server, act, says } = await openAdminScreen(`/admin/dashboard${address}`, async () => {
    const { InventoryTab } = await import('./inventory-tab.tsx')
    return <InventoryTab />
  })
  ;(await server.next(endpoint)).reply(200, listed)
  await says('Zeytin')
  const isFirst = (name: string) => document.querySelector('[data-index="0"]')?.textContent?.includes(name) === true
  const { invalidate } = await import('../../queries.ts')
  await act(async () => void invalidate(['products']))
  ;(await server.next(endpoint)).reply(200, [...listed].reverse())
  await says('Liste değişti, güncelle')
  expect(isFirst('Ezine peyniri')).toBe(true)
  await act(async () => button('Liste değişti, güncelle').click())
  await shows(() => isFirst('Zeytin'))
})

const movement = (id: number, on_hand_after: number) => ({
  id,
  created_at: '2026-03-10T07:00:00.000Z',
  reason: 'receipt',
  on_hand_change: 10,
  reserved_change: 0,
  on_hand_after,
  reserved_after: 0,
  unit: 'KG',
  new_unit: null,
  actor_name: 'Zeynep',
  order_id: null,
  count_id: null,
  note: null,
})

test('the movements stay open and in their places when others move goods, also if the product leaves the list', async () => {
  const { server, act, says, other } = await openTwoProducts()
  const table = document.querySelector('table[aria-label="Ana Depo ürünleri"]')
  await act(async () => table?.querySelector<HTMLElement>('tbody tr')?.click())
  ;(await server.next('GET /api/admin/stock/ledger')).reply(200, [movement(1, 400)])
  await says('Zeynep')
  const list = document.querySelector('ol[aria-label="Stok hareketleri"]')
  const { invalidate } = await import('../../queries.ts')
  const { showNextResults } = await import('../../lists/steady-list.ts')
  await act(async () => void invalidate(['products']))
  ;(await server.next('GET /api/admin/stock/ledger')).reply(200, [movement(2, 410), movement(1, 400)])
  ;(await server.next('GET /api/admin/products')).reply(200, [WIRE_PRODUCT, other])
  await says('1 yeni hareket')
  expect(list?.children).toHaveLength(1)
  await act(async () => button('1 yeni hareket').click())
  expect(list?.children).toHaveLength(2)

  showNextResults('products')
  await act(async () => void invalidate(['products']))
  ;(await server.next('GET /api/admin/products')).reply(200, [other])
  // The product is fetched alone now; its reply is held back.
  await server.next(`GET /api/admin/products/${WIRE_PRODUCT.id}`)
  expect(list?.isConnected).toBe(true)
})

test('the figures of a movement name their unit if the product has another one now', async () => {
  const { server, act, says } = await openTwoProducts()
  const table = document.querySelector('table[aria-label="Ana Depo ürünleri"]')
  await act(async () => table?.querySelector<HTMLElement>('tbody tr')?.click())
  const former = { ...movement(1, 240), unit: 'ADET', new_unit: 'KG' }
  ;(await server.next('GET /api/admin/stock/ledger')).reply(200, [movement(2, 20), former])
  await says('240 ADET')
  const texts = [...document.querySelectorAll('ol[aria-label="Stok hareketleri"] li')].map(row => row.textContent)
  expect(texts[0]).not.toContain('KG')
  expect(texts[1]).toContain('Ayrılan0 ADET')
})

test('offers are left out where products get an expected date, a reorder level or another warehouse', async () => {
  const { server, act, says } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { InventoryTab } = await import('./inventory-tab.tsx')
    return <InventoryTab />
  })
  const empty = { ...WIRE_PRODUCT, stock_quantity: 100, available_quantity: 0 }
  const offer = { ...empty, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Ezine (Fırsat)', is_offer: true }
  ;(await server.next('GET /api/admin/products')).reply(200, [empty, offer])
  await says('Ezine (Fırsat)')
  const openMenu = (trigger: Element | null) =>
    act(async () => trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await openMenu(document.querySelector('[aria-label="İşlemler: Ezine (Fırsat)"]'))
  expect(items().map(({ textContent }) => textContent)).toEqual([
    'Stoğu düzelt',
    'Fiyatı değiştir',
    'Ürünü düzenle',
    'Stok hareketleri',
  ])
  await act(async () => items()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))

  await act(async () => document.querySelector<HTMLInputElement>('[aria-label="Tümünü seç"]')?.click())
  await act(async () => button('Beklenen tarih ver').click())
  await says('1 / 1 ürün seçili')
  await act(async () => button('Vazgeç').click())
  await act(async () => document.querySelector<HTMLInputElement>('tr[data-index] input')?.click())
  await says('1 satır seçildi')
  expect(document.body.textContent).not.toMatch(/Beklenen tarih ver|Depoya aktar/)

  await openMenu(button('İşlemler'))
  await act(async () =>
    items()
      .find(({ textContent }) => textContent === 'Stok=0 olanlara tarih ver')
      ?.click(),
  )
  const found = await server.next('GET /api/admin/products')
  expect(found.query).toMatchObject({ level: 'out' })
  found.reply(200, [offer, empty])
  await says('1 / 1 ürün seçili')
})

test('a date for one product, from the menu of its row, leaves the others selected; one for these does not', async () => {
  const { server, act, says, other } = await openTwoProducts()
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, [WIRE_PRODUCT, other]))
  const update = 'POST /api/admin/products/bulk-update-expected-date'
  const give = async (day: string) => {
    await says('1 / 1 ürün seçili')
    await act(async () => typeIn(field('Beklenen tarih'), day))
    await act(async () => button('Kaydet').click())
    const given = await server.next(update)
    given.reply(200, { updated_count: 1, changed_ids: [] })
    await shows(() => document.querySelector('[role=dialog]') === null)
    return JSON.parse(given.body).product_ids
  }
  await act(async () => document.querySelector<HTMLInputElement>('tr[data-index="0"] input')?.click())
  await says('1 satır seçildi')
  const menu = document.querySelector('[aria-label="İşlemler: Zeytin"]')
  await act(async () => menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await act(async () => items.find(({ textContent }) => textContent === 'Beklenen tarih ver')?.click())
  expect(await give('1.3.2099')).toEqual([other.id])
  expect(document.body.textContent).toContain('1 satır seçildi')
  await act(async () => button('Beklenen tarih ver').click())
  expect(await give('2.3.2099')).toEqual([WIRE_PRODUCT.id])
  await shows(() => !document.body.textContent?.includes('satır seçildi'))
})

const REORDER_LEVEL = `/api/admin/inventory/reorder-levels/${WIRE_PRODUCT.id}`

test.each([
  ['Depoya aktar', '30', 'POST /api/admin/stock/transfers'],
  ['Sipariş noktası', '20', `PUT ${REORDER_LEVEL}`],
  ['Beklenen tarih ver', '1.3.2099', 'POST /api/admin/products/bulk-update-expected-date'],
])('a product leaves the list when “%s” is refused because it was deleted', async (action, typed, endpoint) => {
  const { server, act, says, alerts, other } = await openTwoProducts()
  let listed: object[] = [WIRE_PRODUCT, other]
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, listed))
  server.respond(`GET ${REORDER_LEVEL}`, ({ reply }) =>
    reply(200, { reorder_point: null, reorder_quantity: null, unit: 'KG' }),
  )
  const menu = document.querySelector('[aria-label="İşlemler: Ezine peyniri"]')
  await act(async () => menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await act(async () => items.find(({ textContent }) => textContent === action)?.click())
  const input = () => document.querySelector<HTMLInputElement>('[role=dialog] form input')
  await shows(() => input() !== null)
  await act(async () => typeIn(input()!, typed))
  await act(async () => document.querySelector<HTMLElement>('button[type=submit]')?.click())
  const { refuse } = await server.next(endpoint)
  listed = [other]
  refuse(404, 'not_found', 'Ürün bulunamadı')
  const names = () => [...document.querySelectorAll('tr[data-index]')].map(row => row.textContent)
  await shows(() => names().length === 1)
  expect(names()[0]).toContain('Zeytin')
  expect(alerts).toEqual(['Ürün bulunamadı'])
  await says('Zeytin')
  expect(document.body.textContent).not.toContain('Liste değişti, güncelle')
})

test('products that were out of stock are not offered for a date on the screen of another warehouse, or over a dialog', async () => {
  const { server, act, says, alerts } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { InventoryTab } = await import('./inventory-tab.tsx')
    return <InventoryTab />
  })
  const empty = { ...WIRE_PRODUCT, available_quantity: 0 }
  const searches: Exchange[] = []
  server.respond('GET /api/admin/products', exchange => {
    if (exchange.query.level === 'out') searches.push(exchange)
    else exchange.reply(200, [{ ...empty, warehouse: exchange.query.warehouse }])
  })
  if (server.untaken().includes('GET /api/admin/products'))
    (await server.next('GET /api/admin/products')).reply(200, [empty])
  await says(WIRE_PRODUCT.name)
  const press = async (trigger: Element | null, item: string) => {
    await act(async () => trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    await act(async () => items.find(({ textContent }) => textContent === item)?.click())
  }
  const search = async () => {
    await press(button('İşlemler'), 'Stok=0 olanlara tarih ver')
    await shows(() => searches.length === 1)
  }
  /** Answers the search, and resolves once its reply has been handled. */
  const answer = async (found: object[]) => {
    searches.pop()?.reply(200, found)
    await shows(() => button('İşlemler').getAttribute('aria-busy') !== 'true')
  }
  const dialogs = () => Array.from(document.querySelectorAll('[role=dialog] h2'), ({ textContent }) => textContent)

  await search()
  await act(async () => document.querySelector<HTMLInputElement>('input[type=radio][value="Gecici Depo"]')?.click())
  await shows(() => document.title === 'Gecici Depo · Envanter')
  await answer([empty])
  expect(dialogs()).toEqual([])
  await search()
  await press(document.querySelector(`[aria-label="İşlemler: ${empty.name}"]`), 'Fiyatı değiştir')
  await answer([])
  expect([dialogs(), alerts]).toEqual([['Fiyatı değiştir'], []])
  await act(async () => button('Vazgeç').click())
  await search()
  await answer([{ ...empty, warehouse: 'Gecici Depo' }])
  await shows(() => dialogs().includes('Beklenen tarih ver'))
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Gecici Depo')
})

test('a barcode that only a filter hides is not said to be missing, whether the other warehouse has it or not', async () => {
  const address = `/admin/dashboard?tab=inventory&search=${WIRE_PRODUCT.barcode}&is_active=false`
  const { server, act, says } = await openAdminScreen(address, async () => {
    const { InventoryTab } = await import('./inventory-tab.tsx')
    return <InventoryTab />
  })
  const there = { ...WIRE_PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', warehouse: 'Gecici Depo' }
  server.respond('GET /api/admin/products', ({ query, reply }) => reply(200, query.is_active ? [] : [WIRE_PRODUCT]))
  server.respond(`GET /api/admin/products/by-barcode/${WIRE_PRODUCT.barcode}/warehouses`, ({ reply }) =>
    reply(200, [WIRE_PRODUCT, there]),
  )
  await says('Ezine peyniri Ana Depo içinde var, ama diğer filtrelere uymuyor.')
  expect(document.body.textContent).not.toContain('içinde yok')
  await act(async () => button('Diğer filtreleri kaldır').click())
  await says('Bahçıvan')
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    tab: 'inventory',
    search: WIRE_PRODUCT.barcode,
  })
})
