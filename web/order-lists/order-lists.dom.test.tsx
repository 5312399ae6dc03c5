import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { CUSTOMER, EMPTY_LIST } from '../testing/samples.ts'
import { button, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { type Exchange } from '../testing/scripted-server.ts'

const GONE = `“${EMPTY_LIST.name}” silinmiş`
const OTHER = { ...EMPTY_LIST, id: '00000000-0000-4000-8000-00000000000c', name: 'Bar' }
const QUESTION = 'Liste silinsin mi?'
const OWNER = CUSTOMER.user.id
const PATH = `GET /api/marketer/customers/${OWNER}`

test('when another user deletes the shown list, the bought products replace it with a message', async () => {
  const { server, act, says } = await openLists()
  const lists = await server.next(`${PATH}/lists`)
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  lists.reply(200, [EMPTY_LIST])
  await says('Bu listede ürün yok')
  expect(document.body.textContent).not.toContain(GONE)
  server.respond(`${PATH}/lists`, one => one.reply(200, []))
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['lists']))
  await says(GONE)
  await act(async () => button('Tamam').click())
  expect(document.body.textContent).not.toContain(GONE)
})

test('the URL of a deleted list shows that it was not found', async () => {
  const { server, act, says } = await openLists()
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  const lists = await server.next(`${PATH}/lists`)
  expect(document.body.textContent).not.toContain('bulunamadı')
  lists.reply(200, [])
  await says('Bu liste bulunamadı; yerine “Aldıklarım” gösteriliyor.')
  await act(async () => button('Tamam').click())
  expect(document.body.textContent).not.toContain('bulunamadı')
})

/** Opens lists that cannot be loaded, with a guide of cheese; `recover` has them loaded again. */
async function openWithoutLists(list?: string) {
  const { server, act, says } = await openLists(list)
  const { target: _, ...cheese } = lineOf(CHEESE)
  const last = { quantity: 2, price: 250, vat_rate: 10, ordered_at: '2026-03-01T07:00:00.000Z' }
  const bought = { ...cheese, ...last, expected_stock_date: null, orders: 3, usual_quantity: 2 }
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [CHEESE])))
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [bought] })
  ;(await server.next(`${PATH}/lists`)).refuse(403, 'forbidden', 'Listeler yüklenemedi')
  await says('Listeler yüklenemedi')
  const recover = async () => {
    await act(async () => button('Tekrar dene').click())
    ;(await server.next(`${PATH}/lists`)).reply(200, [EMPTY_LIST])
    await says(`${EMPTY_LIST.name} (0)`)
    expect(document.body.textContent).not.toContain('Listeler yüklenemedi')
  }
  return { recover, says }
}

test('if the lists cannot be loaded, the bought products are not shown instead of the chosen one', async () => {
  const { recover, says } = await openWithoutLists()
  expect(document.body.textContent).not.toContain(CHEESE.name)
  await recover()
  await says('Bu listede ürün yok')
})

test('if the lists cannot be loaded, a strip beside the bought products says so', async () => {
  const { recover, says } = await openWithoutLists('')
  await says('Yalnızca “Aldıklarım” gösteriliyor.')
  await says(CHEESE.name)
  await recover()
  expect(document.body.textContent).toContain(CHEESE.name)
})

test('the question before a deletion is not moved to another list when its own has disappeared', async () => {
  stubResizeObserver()
  const { server, act, says } = await openLists()
  const lists = await server.next(`${PATH}/lists`)
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  lists.reply(200, [EMPTY_LIST, OTHER])
  await says('Bu listede ürün yok')
  await act(openMenu)
  await act(async () => menuItem('Listeyi sil')?.click())
  await says(QUESTION)
  server.respond(`${PATH}/lists`, one => one.reply(200, [OTHER]))
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['lists']))
  await says(GONE)
  await act(async () => choose(OTHER.id))
  await says('Bu listede ürün yok')
  expect(document.body.textContent).not.toContain(QUESTION)
})

const OLIVES: Product = { ...CHEESE, id: '00000000-0000-4000-8000-000000000002', name: 'Zeytin' }
const OIL: Product = { ...CHEESE, id: '00000000-0000-4000-8000-000000000003', name: 'Zeytinyağı' }
const lineOf = ({ id, name, brand, unit }: Product) => ({
  product_id: id,
  product_name: name,
  brand,
  unit,
  target: null,
})

/** Shows a list of cheese and oil, of which cheese is wanted, and begins to put it into the cart. */
async function openTaking() {
  const { server, act, says } = await openLists()
  const { setWanted, wantedOf } = await import('./wanted-quantities.ts')
  const { cartLines } = await import('../cart/cart.ts')
  setWanted(new Map([[CHEESE.id, { quantity: 1 }]]))
  const taken: Exchange[] = []
  server.respond('GET /api/products', exchange => {
    // What is put into the cart waits for the test; the products of whole lists do not.
    if (exchange.query['ids']?.includes(',')) exchange.reply(200, PRODUCTS)
    else taken.push(exchange)
  })
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  ;(await server.next(`${PATH}/lists`)).reply(200, [
    { ...EMPTY_LIST, lines: [CHEESE, OIL].map(lineOf) },
    { ...OTHER, lines: [OLIVES, OIL, CHEESE].map(lineOf) },
  ])
  await says('1 ürünü sepete ekle')
  await act(async () => button('1 ürünü sepete ekle').click())
  await shows(() => taken.length > 0)
  const reply = () => taken[0]?.reply(200, z.encode(listProducts.reply, [CHEESE]))
  const inCart = () => cartLines().map(({ product_id, quantity }) => [product_id, quantity])
  return { act, says, reply, inCart, setWanted, wantedOf }
}
const PRODUCTS = z.encode(listProducts.reply, [CHEESE, OLIVES, OIL])

test('when another list is shown before the reply, only what was confirmed in the first one is put into the cart', async () => {
  const { act, says, reply, inCart, setWanted, wantedOf } = await openTaking()
  await act(async () => choose(OTHER.id))
  await says(OLIVES.name)
  await act(async () =>
    setWanted(
      new Map([
        [OLIVES.id, { quantity: 7 }],
        [OIL.id, { quantity: 2 }],
      ]),
    ),
  )
  reply()
  await shows(() => inCart().length > 0)
  expect(inCart()).toEqual([[CHEESE.id, 1]])
  expect([CHEESE, OLIVES, OIL].map(({ id }) => wantedOf(id).quantity)).toEqual([0, 7, 2])
})

test('a quantity changed in another list before the reply remains there, and the confirmed one is put into the cart', async () => {
  const { act, says, reply, inCart, setWanted, wantedOf } = await openTaking()
  await act(async () => choose(OTHER.id))
  await says(OLIVES.name)
  await act(async () => setWanted(new Map([[CHEESE.id, { quantity: 5 }]])))
  reply()
  await shows(() => inCart().length > 0)
  expect([inCart(), wantedOf(CHEESE.id).quantity]).toEqual([[[CHEESE.id, 1]], 5])
})

const rows = () => Array.from(document.querySelectorAll('#order-list h2'), ({ textContent }) => textContent)

/** Shows a list of cheese, olives and oil, which another user then changes to oil and cheese, with a target. */
async function openChangedList() {
  const { server, act, says } = await openLists()
  server.respond('GET /api/products', exchange => exchange.reply(200, PRODUCTS))
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  ;(await server.next(`${PATH}/lists`)).reply(200, [
    { ...EMPTY_LIST, lines: [CHEESE, OLIVES, OIL].map(lineOf) },
    { ...OTHER, lines: [OLIVES].map(lineOf) },
  ])
  await says('Sepete ekle')
  expect(rows()).toEqual([CHEESE, OLIVES, OIL].map(({ name }) => name))
  const lines = [{ ...lineOf(OIL), target: 24 }, lineOf(CHEESE)]
  server.respond(`${PATH}/lists`, exchange =>
    exchange.reply(200, [
      { ...EMPTY_LIST, lines },
      { ...OTHER, lines: [OLIVES].map(lineOf) },
    ]),
  )
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['lists']))
  await says('Hedef: 24')
  return { server, act, says, lines }
}

test('the lines of an open list that another user changes keep their places until it is opened again', async () => {
  const { act, says } = await openChangedList()
  expect(rows()).toEqual([CHEESE, OLIVES, OIL].map(({ name }) => name))
  await act(async () => choose(OTHER.id))
  await shows(() => rows().length === 1)
  await act(async () => choose(EMPTY_LIST.id))
  await says('Hedef: 24')
  expect(rows()).toEqual([OIL, CHEESE].map(({ name }) => name))
})

test('a list that the user saves is shown as it was saved', async () => {
  const { server, act, says, lines } = await openChangedList()
  await act(openMenu)
  await act(async () => menuItem('Listeyi düzenle')?.click())
  await says('Liste adı')
  await act(async () => button('Kaydet').click())
  ;(await server.next(`PUT /api/lists/${EMPTY_LIST.id}`)).reply(200, { ...EMPTY_LIST, lines })
  await shows(() => rows().length === 2)
  expect(rows()).toEqual([OIL, CHEESE].map(({ name }) => name))
})

async function openMenu() {
  const menu = document.querySelector<HTMLElement>('[aria-label="Liste işlemleri"]')
  menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
}

const menuItem = (text: string) =>
  Array.from(document.querySelectorAll<HTMLElement>('[role=menuitem]')).find(({ textContent }) => textContent === text)

test('a number that is being typed stays in its row when the product is sold out or leaves the sale meanwhile', async () => {
  stubResizeObserver()
  const { server, act, says } = await openLists()
  let products: Product[] = [CHEESE, OIL]
  server.respond('GET /api/products', one => one.reply(200, z.encode(listProducts.reply, products)))
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  ;(await server.next(`${PATH}/lists`)).reply(200, [{ ...EMPTY_LIST, lines: [CHEESE, OIL].map(lineOf) }])
  await says('Sepete ekle')
  const quantity = document.querySelector<HTMLInputElement>(`[aria-label="${CHEESE.name} miktarı"] input`)!
  await act(async () => quantity.focus())
  await act(async () => typeIn(quantity, '12'))
  const { invalidate } = await import('../queries.ts')
  products = [{ ...CHEESE, stock_quantity: 0 }]
  await act(async () => void invalidate(['products']))
  await says('Liste değişti, güncelle')
  expect([quantity.isConnected, quantity.value, document.activeElement]).toEqual([true, '12', quantity])
  expect(document.body.textContent).not.toContain('Artık satışta değil')
  await act(async () => button('Liste değişti, güncelle').click())
  await says('Artık satışta değil')
  expect(quantity.isConnected).toBe(false)
})

test('after the user has saved a list, changes of its products by others wait as before', async () => {
  stubResizeObserver()
  const { server, act, says } = await openLists()
  let products: Product[] = [CHEESE, OIL]
  const lines = [CHEESE, OIL].map(lineOf)
  server.respond('GET /api/products', one => one.reply(200, z.encode(listProducts.reply, products)))
  server.respond(`${PATH}/lists`, one => one.reply(200, [{ ...EMPTY_LIST, lines }]))
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  await says('Sepete ekle')
  await act(openMenu)
  await act(async () => menuItem('Listeyi düzenle')?.click())
  await says('Liste adı')
  await act(async () => button('Kaydet').click())
  ;(await server.next(`PUT /api/lists/${EMPTY_LIST.id}`)).reply(200, { ...EMPTY_LIST, lines })
  // The dialog returns the focus a moment after it has closed.
  await shows(() => document.activeElement?.ariaLabel === 'Liste işlemleri')
  const quantity = document.querySelector<HTMLInputElement>(`[aria-label="${CHEESE.name} miktarı"] input`)!
  await act(async () => quantity.focus())
  const { invalidate } = await import('../queries.ts')
  products = [{ ...CHEESE, stock_quantity: 0 }, OIL]
  await act(async () => void invalidate(['products'], { isAnnounced: true }))
  await says('Liste değişti, güncelle')
  expect([quantity.isConnected, document.activeElement]).toEqual([true, quantity])
})

/** Chooses a list. */
function choose(id: string) {
  const chooser = document.querySelector<HTMLSelectElement>('[aria-label=Liste]')
  if (chooser) chooser.value = id
  chooser?.dispatchEvent(new Event('change', { bubbles: true }))
}

function openLists(list: string = EMPTY_LIST.id) {
  return openAdminScreen(`/phone-order?tab=cart&list=${list}`, async () => {
    const { OrderLists } = await import('./order-lists.tsx')
    const { FOOT_ID } = await import('../shell/frame.tsx')
    return (
      <>
        <OrderLists owner={OWNER} catalogue="/products" onTaken={() => undefined} />
        <div id={FOOT_ID} />
      </>
    )
  })
}
