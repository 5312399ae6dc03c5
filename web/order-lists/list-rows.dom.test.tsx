import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import type { BoughtProduct } from '#contract/order-lists.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { MARKETER } from '../testing/samples.ts'
import { button, hasButton, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer, TIMERS } from '../testing/scripted-server.ts'
import type { ShownLine } from './list-rows.tsx'
import type { CountedList } from './shelf-counts.ts'

const OLIVES: Product = { ...CHEESE, id: '00000000-0000-4000-8000-000000000002', name: 'Zeytin' }
/** What the customer has bought of the cheese. */
const BOUGHT: BoughtProduct = {
  product_id: CHEESE.id,
  product_name: CHEESE.name,
  brand: CHEESE.brand,
  unit: 'KG',
  quantity: 24,
  price: CHEESE.price,
  vat_rate: CHEESE.vat_rate,
  expected_stock_date: null,
  ordered_at: '2026-03-02T07:00:00.000Z',
  orders: 3,
  usual_quantity: 24,
}
const LIST: CountedList = { id: '00000000-0000-4000-8000-00000000000c', name: 'Mutfak' }
const CUSTOMER = { id: '00000000-0000-4000-8000-00000000000a', company_name: 'Fırın 06', is_active: true }
const OTHER = { id: '00000000-0000-4000-8000-00000000000b', company_name: 'Kuytu Kahve', is_active: true }

type Rows = {
  products: Product[]
  lines?: ShownLine[]
  bought?: BoughtProduct[]
  onTaken?: () => void
  beside?: ReactNode
}

/** Shows the lines of a marketer's list, by default one without a target for each product. */
async function openRows({ products, lines, bought = [], onTaken = () => undefined, beside }: Rows) {
  // jsdom lacks it.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  const { setWanted } = await import('./wanted-quantities.ts')
  const { ListRows } = await import('./list-rows.tsx')
  const { FOOT_ID } = await import('../shell/frame.tsx')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { queryClient } = await import('../queries.ts')
  chooseCustomer(CUSTOMER)
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <ListRows
          name="Liste"
          list={LIST}
          shelves={new Map()}
          lines={
            lines ?? products.map(({ id, name, unit }) => ({ product_id: id, product_name: name, unit, target: null }))
          }
          bought={new Map(bought.map(product => [product.product_id, product]))}
          products={new Map(products.map(product => [product.id, product]))}
          isChecking={false}
          waiting={{ added: 0, isAllNew: false, isOutdated: false, show: () => undefined }}
          onTaken={onTaken}
        />
        {beside}
        <div id={FOOT_ID} />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const want = (quantity: number, ids = products.map(({ id }) => id), unit?: string) =>
    act(async () => setWanted(new Map(ids.map(id => [id, { quantity, unit }]))))
  return { server, act, want, chooseCustomer }
}

/** Begins to put one piece of the cheese into the first customer's cart. */
async function openTaking() {
  const onTaken = vi.fn()
  const { server, act, want, chooseCustomer } = await openRows({ products: [CHEESE, OLIVES], onTaken })
  const { cartLines } = await import('../cart/cart.ts')
  await want(1, [CHEESE.id])
  await act(async () => button('1 ürünü sepete ekle').click())
  const requested = await server.next('GET /api/products')
  expect(requested.query).toEqual({ ids: CHEESE.id })
  const reply = () => requested.reply(200, z.encode(listProducts.reply, [CHEESE]))
  const quantities = (owner: string) => cartLines(owner).map(({ product_id, quantity }) => [product_id, quantity])
  return { reply, act, onTaken, quantities, want, chooseCustomer }
}

test('a quantity entered while current prices are fetched is also put into the cart', async () => {
  const { reply, onTaken, quantities, want } = await openTaking()
  await want(3, [OLIVES.id])
  reply()
  await shows(() => onTaken.mock.calls.length > 0)
  expect(quantities(CUSTOMER.id)).toEqual([
    [CHEESE.id, 1],
    [OLIVES.id, 3],
  ])
})

test('when another customer is chosen while prices are fetched, no cart gets the wanted quantities', async () => {
  const { act, reply, onTaken, quantities, chooseCustomer } = await openTaking()
  await act(async () => void chooseCustomer(OTHER))
  reply()
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  expect([quantities(OTHER.id), quantities(CUSTOMER.id), onTaken.mock.calls]).toEqual([[], [], []])
})

test('a quantity that expires while the list is open is no longer among those to be put into the cart', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const { act, want } = await openRows({ products: [CHEESE, OLIVES] })
  const { TAKE_ID } = await import('./list-row.tsx')
  const count = () => document.querySelector(`#${TAKE_ID}`)?.textContent
  const later = (hours: number) => act(() => vi.advanceTimersByTimeAsync(hours * 60 * 60 * 1000 + 1_000))
  await want(1, [CHEESE.id])
  await later(20)
  await want(3, [OLIVES.id])
  expect(count()).toBe('2 ürünü sepete ekle')
  await later(4)
  expect(count()).toBe('1 ürünü sepete ekle')
  await later(20)
  expect(count()).toBe('Sepete ekle')
})

/** Opens the row of a product in a list. */
async function openRow(product: Product, target: number | null, bought?: BoughtProduct) {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { ListRow } = await import('./list-row.tsx')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { queryClient } = await import('../queries.ts')
  const shelves = [{ list: LIST, target, unit: product.unit }]
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <ListRow product={product} bought={bought} list={LIST} shelves={shelves} target={target} inCart="" />
      </LocationProvider>
    </QueryClientProvider>,
  )
  return { act, server }
}

test('a marketer is not offered to be notified of a sold-out product', async () => {
  const { server } = await openRow({ ...CHEESE, stock_quantity: 0 }, null)
  const labels = Array.from(document.querySelectorAll('button'), one => one.getAttribute('aria-label'))
  expect([labels, server.untaken()]).toEqual([[`Stokta yok: ${CHEESE.name}`], []])
})

test.each([
  ['is offered', 'KG', [`${CHEESE.name}: genellikle 24 KG, al`]],
  ['in a former unit is not offered in the present one', 'PAKET', []],
])('the usual quantity %s', async (_, unit, offered) => {
  await openRow({ ...CHEESE, unit }, null, BOUGHT)
  const labels = Array.from(document.querySelectorAll('button'), one => one.getAttribute('aria-label') ?? '')
  expect(labels.filter(label => label.includes('genellikle'))).toEqual(offered)
})

test('a quantity on the shelf that is not whole stays as typed, with its error, until it is corrected', async () => {
  const { act } = await openRow(CHEESE, 4)
  const onShelf = document.querySelector<HTMLInputElement>(`[aria-label="${CHEESE.name}: rafta kaç KG var"]`)!
  const wanted = document.querySelector<HTMLInputElement>(`[aria-label="${CHEESE.name} miktarı"] input`)!
  const enter = async (text: string) => {
    await act(async () => onShelf.focus())
    await act(async () => typeIn(onShelf, text))
    await act(async () => onShelf.blur())
    const error = document.querySelector('[role=alert]')?.textContent
    return [onShelf.value, onShelf.getAttribute('aria-invalid'), error, wanted.value]
  }
  expect(await enter('2,5')).toEqual(['2,5', 'true', 'Raftaki miktar tam sayı olmalıdır', '0'])
  expect(await enter('3')).toEqual(['3', null, undefined, '1'])
})

test('a quantity on the shelf that leaves more missing than the stock warns once it is entered, not at its digits', async () => {
  const { act } = await openRow({ ...CHEESE, stock_quantity: 5 }, 20)
  const { toast } = await import('../ui/toaster.tsx')
  const warning = vi.spyOn(toast, 'warning')
  const onShelf = document.querySelector<HTMLInputElement>(`[aria-label="${CHEESE.name}: rafta kaç KG var"]`)!
  const enter = async (digits: string) => {
    await act(async () => onShelf.focus())
    for (let at = 0; at < digits.length; at++) await act(async () => typeIn(onShelf, digits.slice(0, at + 1)))
    await act(async () => onShelf.blur())
    return warning.mock.calls.splice(0).map(([text]) => text)
  }
  expect(await enter('16')).toEqual([])
  expect(await enter('12')).toEqual(['Yetersiz stok! Maksimum 5 adet siparis verebilirsiniz.'])
  // Only once: later, the row is merely passed.
  expect(await enter('')).toEqual([])
})

test('a target in a former unit of its product is shown as such, and proposes nothing', async () => {
  const line = (product: Product) => ({ product_id: product.id, product_name: product.name, target: 24 })
  await openRows({
    products: [CHEESE, OLIVES],
    // A list that was stored before the unit changed has no `target_unit`.
    lines: [
      { ...line(CHEESE), unit: 'KG', target_unit: 'ADET' },
      { ...line(OLIVES), unit: 'ADET' },
    ],
  })
  expect(document.body.textContent.match(/Hedef: 24 ADET idi/g)).toHaveLength(2)
  expect(document.querySelector('[aria-label*="rafta kaç"]')).toBeNull()
})

test('a quantity that was entered in a former unit is shown as such, and not put into the cart in the present one', async () => {
  const { want, act } = await openRows({ products: [{ ...CHEESE, unit: 'PAKET' }] })
  const quantity = () => document.querySelector<HTMLInputElement>(`[aria-label="${CHEESE.name} miktarı"] input`)!
  await want(24, [CHEESE.id], 'ADET')
  expect(document.body.textContent).toContain('24 ADET yazmıştınız')
  expect([quantity().value, button('Sepete ekle').hasAttribute('disabled')]).toEqual(['0', true])
  await act(async () => quantity().focus())
  await act(async () => typeIn(quantity(), '2'))
  await act(async () => quantity().blur())
  expect(document.body.textContent).not.toContain('yazmıştınız')
  expect([quantity().value, button('1 ürünü sepete ekle').hasAttribute('disabled')]).toEqual(['2', false])
})

test('a quantity whose unit has changed while its row kept the former one is not put into the cart', async () => {
  const { server, act, want } = await openRows({ products: [CHEESE, OLIVES] })
  const { cartLines } = await import('../cart/cart.ts')
  const { wantedOf } = await import('./wanted-quantities.ts')
  const { toast } = await import('../ui/toaster.tsx')
  const warning = vi.spyOn(toast, 'warning')
  const packets: Product = { ...CHEESE, unit: 'PAKET' }
  const take = async (label: string, reply: Product[]) => {
    await act(async () => button(label).click())
    ;(await server.next('GET /api/products')).reply(200, z.encode(listProducts.reply, reply))
    await shows(() => document.querySelector('[aria-busy=true]') === null)
  }
  await want(24, [CHEESE.id], CHEESE.unit)
  await take('1 ürünü sepete ekle', [packets])
  expect(cartLines(CUSTOMER.id)).toEqual([])
  await want(3, [OLIVES.id], OLIVES.unit)
  await take('2 ürünü sepete ekle', [packets, OLIVES])
  expect(cartLines(CUSTOMER.id).map(line => [line.product_name, line.quantity])).toEqual([['Zeytin', 3]])
  expect([wantedOf(CHEESE.id).quantity, wantedOf(OLIVES.id).quantity]).toEqual([24, 0])
  const told = 'Ezine peyniri: birimi değişti, listede yeniden yazın'
  expect(warning.mock.calls.map(([text]) => text)).toEqual([told, told])
})

test('a quantity that was entered in a former unit stays when others are put into the cart', async () => {
  const { server, act, want } = await openRows({ products: [{ ...CHEESE, unit: 'PAKET' }, OLIVES] })
  await want(24, [CHEESE.id], 'ADET')
  await want(3, [OLIVES.id], OLIVES.unit)
  await act(async () => button('1 ürünü sepete ekle').click())
  ;(await server.next('GET /api/products')).reply(200, z.encode(listProducts.reply, [OLIVES]))
  await shows(() => !document.body.textContent.includes('1 ürünü sepete ekle'))
  expect(document.body.textContent).toContain('24 ADET yazmıştınız')
})

test('a quantity on the shelf in a former unit proposes nothing in the present one', async () => {
  const { act } = await openRow(CHEESE, 24)
  const { setWanted } = await import('./wanted-quantities.ts')
  const selectors = [`[aria-label="${CHEESE.name}: rafta kaç KG var"]`, `[aria-label="${CHEESE.name} miktarı"] input`]
  const values = () => selectors.map(selector => document.querySelector<HTMLInputElement>(selector)?.value)
  const counts = [{ list_id: LIST.id, onShelf: 4, at: Date.now() }]
  await act(async () => setWanted(new Map([[CHEESE.id, { quantity: 0, counts, unit: 'KG' }]])))
  expect(values()).toEqual(['4', '20'])
  await act(async () => setWanted(new Map([[CHEESE.id, { quantity: 0, counts, unit: 'ADET' }]])))
  expect(values()).toEqual(['', '0'])
  expect(document.body.textContent).toContain('Rafta 4 ADET yazmıştınız')
  // The count of another list is not named as this one's.
  const others = [{ list_id: '00000000-0000-4000-8000-00000000000d', onShelf: 4, at: Date.now() }]
  await act(async () => setWanted(new Map([[CHEESE.id, { quantity: 0, counts: others, unit: 'ADET' }]])))
  expect(document.body.textContent).not.toContain('yazmıştınız')
})

test('pieces in the cart in a former unit are shown in that unit', async () => {
  const { act } = await openRows({ products: [CHEESE, OLIVES] })
  const { setCart } = await import('../cart/cart.ts')
  const { lineOf } = await import('../cart/cart-line.ts')
  await act(async () => setCart([lineOf({ ...CHEESE, unit: 'ADET' }, 24), lineOf(OLIVES, 3)]))
  expect(document.body.textContent.match(/Sepette \d+( ADET)?/g)).toEqual(['Sepette 24 ADET', 'Sepette 3'])
})

test('the total at the foot contains what can be ordered today of the wanted quantities', async () => {
  const { want } = await openRows({
    products: [
      { ...CHEESE, stock_quantity: 2 },
      { ...OLIVES, stock_quantity: 0 },
    ],
  })
  await want(8)
  // 2 × 289.50 with 10 % VAT
  expect(document.body.textContent).toContain('₺636,90')
  expect(hasButton('1 ürünü sepete ekle')).toBe(true)
})

test('goods that were last bought in another unit, and are short, are reported in the unit in which they were entered', async () => {
  const { useFillReport } = await import('../cart/fill-report.ts')
  const Report = () => <output>{useFillReport()?.lines[0]?.sentences.join(' ')}</output>
  const product: Product = { ...CHEESE, unit: 'PAKET', stock_quantity: 4 }
  const { server, act, want } = await openRows({
    products: [product],
    bought: [{ ...BOUGHT, unit: 'ADET', quantity: 3, usual_quantity: 3 }],
    beside: <Report />,
  })
  await want(8)
  await act(async () => button('1 ürünü sepete ekle').click())
  ;(await server.next('GET /api/products')).reply(200, z.encode(listProducts.reply, [product]))
  const report = 'Stok kadar eklendi: 8 PAKET yerine 4 PAKET. Birimi ADET iken PAKET oldu.'
  await shows(() => document.querySelector('output')?.textContent === report)
})
