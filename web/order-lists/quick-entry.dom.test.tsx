import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { type OrderGuide, readCustomersGuide } from '#contract/order-lists.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { expireSession } from '../testing/expired-session.ts'
import { MARKETER } from '../testing/samples.ts'
import { announced, button, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { type Exchange, startServer, until } from '../testing/scripted-server.ts'

const CUSTOMER = { id: '00000000-0000-4000-8000-00000000000a', company_name: 'Fırın 06', is_active: true }
const OTHER = { id: '00000000-0000-4000-8000-00000000000b', company_name: 'Kuytu Kahve', is_active: true }
const productsWith = (stock_quantity: number) => z.encode(listProducts.reply, [{ ...CHEESE, stock_quantity }])
const PRODUCTS = productsWith(40)

type Catalogues = {
  storedStock?: number
  storedAt?: number
  isServed?: boolean
  others?: readonly Product[]
  /** Replies to the request for the guide; by default at once. */
  replyGuide?: (exchange: Exchange) => void
  /** The list to paste. */
  list?: string
}

/** Opens the dialog of the first customer's cart, and pastes a list into it. */
async function openDialog(options: Catalogues = {}) {
  const { storedStock, storedAt = 0, isServed = true, others = [], replyGuide, list = 'ezine peyniri 3' } = options
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  const { cartLines } = await import('../cart/cart.ts')
  const { queryClient } = await import('../queries.ts')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { QuickEntry } = await import('./quick-entry.tsx')
  chooseCustomer(CUSTOMER)
  if (storedStock !== undefined) {
    const { updateStored } = await import('../pwa/database.ts')
    const text = JSON.stringify(productsWith(storedStock))
    await updateStored('catalogue', 'products', () => ({ at: new Date(storedAt).toISOString(), text }))
  }
  const guide: { days: number; lines: object[] } = { days: 90, lines: [] }
  server.respond(`GET /api/marketer/customers/${CUSTOMER.id}/guide`, exchange =>
    replyGuide ? replyGuide(exchange) : exchange.reply(200, guide),
  )
  const { act, unmount } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <QuickEntry owner={CUSTOMER.id} />
      <Toaster />
    </QueryClientProvider>,
  )
  const field = () => document.querySelector('textarea')
  const paste = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text)
      field()?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const taken: Exchange[] = []
  /** The requests for the whole catalogue, of which each finds one kilogram more. */
  const whole: Exchange[] = []
  server.respond('GET /api/products', exchange => {
    // The requests for products that are put into the cart wait for the test.
    if (exchange.query['ids']) return void taken.push(exchange)
    whole.push(exchange)
    const served = [...productsWith(39 + whole.length), ...z.encode(listProducts.reply, [...others])]
    if (isServed) exchange.reply(200, served)
    else exchange.drop()
  })
  const open = async () => {
    await act(async () => button('Hızlı sipariş').click())
    await shows(() => field() !== null)
  }
  const says = (words: string) => shows(() => document.body.textContent.includes(words))
  const close = () => act(async () => document.querySelector<HTMLElement>('[role=dialog] [aria-label=Kapat]')?.click())
  await open()
  if (list) await paste(list)
  const take = async () => {
    await says('1 ürünü sepete ekle')
    await act(async () => button('1 ürünü sepete ekle').click())
    await shows(() => taken.length > 0)
    return () => taken[0]?.reply(200, PRODUCTS)
  }
  const quantities = (owner: string) => cartLines(owner).map(({ quantity }) => quantity)
  return { act, unmount, open, paste, close, take, field, quantities, chooseCustomer, says, whole, guide }
}

test('closing needs a confirmation before a pasted list is discarded', async () => {
  const { act, close, field, says } = await openDialog()
  await close()
  await says('Listenizdeki satırlar sepete eklenmedi.')
  await act(async () => button('Düzenlemeye dön').click())
  expect(field()?.value).toBe('ezine peyniri 3')
})

test('on a touch screen a scan goes to the field, and its Enter does not press the close button', async () => {
  await openDialog({ list: '' })
  const dialog = document.querySelector('[role=dialog]')
  expect(document.activeElement?.textContent).toBe('Hızlı sipariş')
  const press = (key: string, more = {}) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
  for (const key of ['Enter', 'Tab', ' ']) press(key)
  press('v', { ctrlKey: true })
  expect(document.activeElement?.textContent).toBe('Hızlı sipariş')
  press('8')
  expect(document.activeElement).toBe(dialog?.querySelector('input'))
  // What is typed into another field stays there.
  dialog?.querySelector('textarea')?.focus()
  press('8')
  expect(document.activeElement).toBe(dialog?.querySelector('textarea'))
})

test('the dialog remains open while its lines are being added to the cart', async () => {
  const { close, take, field, quantities } = await openDialog()
  const reply = await take()
  await close()
  expect([field()?.value, document.body.textContent]).toEqual([
    'ezine peyniri 3',
    expect.not.stringContaining('Kaydetmeden kapat'),
  ])
  reply()
  await shows(() => field() === null)
  expect(quantities(CUSTOMER.id)).toEqual([3])
})

test('the lines remain in the list if another customer’s cart is opened in another tab', async () => {
  const { act, take, field, quantities, chooseCustomer, says } = await openDialog()
  const reply = await take()
  await act(async () => void chooseCustomer(OTHER))
  reply()
  await says('Bu arada başka bir sepet açıldı')
  expect([quantities(OTHER.id), quantities(CUSTOMER.id), field()?.value]).toEqual([[], [], 'ezine peyniri 3'])
})

test('the stock of an old stored catalogue is not used while the server sends the current one', async () => {
  const { take, field, quantities } = await openDialog({ storedStock: 2, storedAt: Date.now() - 11 * 60_000 })
  const reply = await take()
  reply()
  await shows(() => field() === null)
  expect(quantities(CUSTOMER.id)).toEqual([3])
})

test.each([
  ['fresh', { storedAt: Date.now() }],
  ['old, but the server sends none', { storedAt: Date.now() - 11 * 60_000, isServed: false }],
])('the stored catalogue is used if it is %s', async (_, catalogues) => {
  const { says } = await openDialog({ storedStock: 2, ...catalogues })
  await says('Stokta 2 KG var')
})

test('the products of an open list do not change, and are fetched when the dialog is opened again', async () => {
  const { act, open, paste, close, field, says, whole } = await openDialog()
  const { invalidate } = await import('../queries.ts')
  await paste('ezine peyniri 41')
  await says('Stokta 40 KG var')
  await act(() => invalidate(['products']))
  expect(whole).toHaveLength(1)
  await says('Stokta 40 KG var')
  await close()
  await says('Listenizdeki satırlar sepete eklenmedi.')
  await act(async () => button('Kaydetmeden kapat').click())
  await shows(() => field() === null)
  await open()
  await paste('ezine peyniri 42')
  await says('Stokta 41 KG var')
})

/** A second cheese, and a guide by which the customer buys it. */
const FAT_CHEESE = { ...CHEESE, id: CHEESE.id.replace(/55$/, '56'), name: 'Ezine peyniri yağlı' }
const BOUGHT = {
  product_id: FAT_CHEESE.id,
  product_name: FAT_CHEESE.name,
  brand: FAT_CHEESE.brand,
  unit: FAT_CHEESE.unit,
  quantity: 1,
  price: 289.5,
  vat_rate: 10,
  expected_stock_date: null,
  ordered_at: '2026-03-10T07:00:00.000Z',
  orders: 1,
  usual_quantity: 1,
}
const typeProduct = (text: string) => typeIn(document.querySelector('input')!, text)
const suggested = () => [...document.querySelectorAll('[role=option]')].map(one => one.textContent.split('Bah')[0])

test('suggested products keep their order when one of them is ordered while the dialog is open', async () => {
  const { act, says, guide } = await openDialog({ others: [FAT_CHEESE] })
  const { invalidate, queryClient, queryKeyOf } = await import('../queries.ts')
  await act(async () => typeProduct('ezine'))
  await says('Ezine peyniri yağlı')
  const before = suggested()
  expect(before).toEqual([CHEESE.name, FAT_CHEESE.name])
  guide.lines = [BOUGHT]
  await act(async () => invalidate(['orders']))
  const fetched = () => queryClient.getQueriesData<OrderGuide>({ queryKey: queryKeyOf(readCustomersGuide) })[0]?.[1]
  await shows(() => fetched()?.lines.length === 1)
  await act(async () => void (await announced()))
  expect(suggested()).toEqual(before)
})

test('what the customer buys is suggested first, even if the guide arrives after the products', async () => {
  const { GUIDE_TIME } = await import('./quick-entry-dialog.tsx')
  const { setTimeout: start } = globalThis
  // The dialog does not give up waiting on a slow machine.
  vi.stubGlobal('setTimeout', (...timer: Parameters<typeof start>) => (timer[1] === GUIDE_TIME ? 0 : start(...timer)))
  const { act, says } = await openDialog({
    others: [FAT_CHEESE],
    replyGuide: ({ reply }) => {
      const areProductsHere = async () => {
        const { queryClient, queryKeyOf } = await import('../queries.ts')
        return queryClient.getQueriesData({ queryKey: queryKeyOf(listProducts) }).some(([, data]) => data)
      }
      void until(areProductsHere).then(() => setTimeout(reply, 300, 200, { days: 90, lines: [BOUGHT] }))
    },
  })
  const input = document.querySelector('input')
  await act(async () => typeProduct('ezine'))
  await says('Ezine peyniri yağlı')
  expect(suggested()).toEqual([FAT_CHEESE.name, CHEESE.name])
  await act(async () => input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const { cartLines } = await import('../cart/cart.ts')
  await shows(() => cartLines(CUSTOMER.id).length === 1)
  expect(cartLines(CUSTOMER.id)[0]?.product_id).toBe(FAT_CHEESE.id)
})

test('a guide that takes long does not keep the dialog waiting, and ranks the suggestions of the next text', async () => {
  const guides: Exchange[] = []
  const { act, says } = await openDialog({ others: [FAT_CHEESE], replyGuide: exchange => void guides.push(exchange) })
  const { queryClient, queryKeyOf } = await import('../queries.ts')
  await act(async () => typeProduct('ezine'))
  await says('Ezine peyniri yağlı')
  guides[0]?.reply(200, { days: 90, lines: [BOUGHT] })
  await shows(() => queryClient.isFetching({ queryKey: queryKeyOf(readCustomersGuide) }) === 0)
  await act(async () => void (await announced()))
  expect(suggested()).toEqual([CHEESE.name, FAT_CHEESE.name])
  await act(async () => typeProduct('ezine p'))
  expect(suggested()).toEqual([FAT_CHEESE.name, CHEESE.name])
})

test('a pasted list that an expired session interrupts is there again after the next login', async () => {
  const first = await openDialog()
  await first.paste('ezine peyniri 3\nlor 2')
  await expireSession(first)
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { storedFormsMessage } = await import('../forms/stored-forms.ts')
  expect(storedFormsMessage()).toContain('(Hızlı sipariş · Fırın 06)')
  const { field } = await openDialog({ list: '' })
  expect(field()?.value).toBe('ezine peyniri 3\nlor 2')
})
