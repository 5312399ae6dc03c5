import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { startServer, type TestServer, until } from '../testing/scripted-server.ts'
import { CHEESE } from './sample-product.ts'

type Wanted = { search: string; category: string; typed: string; isSearching: boolean }

const product = (n: number, name: string, changes: Partial<Product> = {}): Product => ({
  ...CHEESE,
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name,
  ...changes,
})
const PEYNIR = product(1, 'Peynir', { stock_quantity: 20 })
const PEKMEZ = product(2, 'Pekmez', { category: 'Şurup' })
const ZEYTIN = product(3, 'Zeytin', { category: 'Zeytinler' })
const NEW = product(4, 'Xerez sirkesi', { category: 'Sos' })
const wire = (...products: Product[]) => z.encode(listProducts.reply, products)

let server: TestServer

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

/** Opens the catalogue with products from the server, and with the `stored` products in the browser, if given. */
async function open(stored: readonly Product[] | undefined, onServer: readonly Product[] = stored ?? []) {
  const { updateStored } = await import('../pwa/database.ts')
  const text = stored && JSON.stringify(wire(...stored))
  if (text) await updateStored('catalogue', 'products', () => ({ at: new Date().toISOString(), text }))
  const { act } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../queries.ts')
  const { useCatalogue } = await import('./catalogue.ts')
  // Loaded on demand by the app; imported here, as the waits below are too short for that.
  await import('./offline-catalogue.ts')
  const rendered: ReturnType<typeof useCatalogue>[] = []
  const Rendered = (wanted: Wanted): ReactNode => {
    rendered.push(useCatalogue(wanted))
    return null
  }
  const root = createRoot(document.createElement('div'))
  const want = async (wanted: Partial<Wanted>) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <Rendered search="" category="" typed="" isSearching {...wanted} />
        </QueryClientProvider>,
      ),
    )
  onTestFinished(() => act(() => root.unmount()))
  const shown = () => {
    const { query, isProvisional } = rendered.at(-1)!
    return { names: query.items.map(({ name }) => name), isProvisional, isDimmed: query.isPlaceholderData }
  }
  const settle = async (isSettled: () => boolean) => act(async () => until(isSettled))
  await want({})
  const first = await server.next('GET /api/products')
  first.reply(200, wire(...onServer))
  await settle(() => shown().names.length === onServer.length)
  if (!stored) return { want, shown, settle, latest: () => rendered.at(-1)! }
  // The stored copy is ready when it returns matches.
  await want({ typed: 'zeyt' })
  await settle(() => shown().isProvisional)
  await want({})
  return { want, shown, settle, latest: () => rendered.at(-1)! }
}

const ALL = [PEKMEZ, PEYNIR, ZEYTIN]

/** Opens the catalogue in a browser that saves data, and therefore stores no copy of it. */
function openUnstored() {
  const device = { connection: { value: { saveData: true } }, onLine: { get: () => true } }
  vi.spyOn(window, 'navigator', 'get').mockReturnValue(Object.create(navigator, device))
  return open(undefined, ALL)
}

test('each letter shows the matches of the stored catalogue without a request', async () => {
  const { want, shown } = await open(ALL)
  await want({ typed: 'pe' })
  expect(shown()).toEqual({ names: ['Pekmez', 'Peynir'], isProvisional: true, isDimmed: false })
  await want({ typed: 'pey' })
  expect(shown().names).toEqual(['Peynir'])
  await want({ typed: 'pe', category: 'Şurup' })
  expect(shown().names).toEqual(['Pekmez'])
  const requested = await server.next('GET /api/products')
  expect(requested.query.category).toBe('Şurup')
  expect(requested.query.search).toBeUndefined()
})

test('the count is that of the whole list, of which one page is loaded', async () => {
  const { want, settle, latest } = await open(ALL)
  expect(latest().count).toBe(3)
  await want({ typed: 'pe' })
  expect(latest().count).toBe(2)
  await want({ typed: 'pe', search: 'pe' })
  const requested = await server.next('GET /api/products')
  const next = { link: '</api/products?limit=60&cursor=x>; rel="next"' }
  requested.reply(200, wire(PEKMEZ, PEYNIR), { ...next, 'x-total-count': '1254' })
  await settle(() => !latest().isProvisional)
  expect(latest().count).toBe(1254)
  await want({ category: 'Sos' })
  ;(await server.next('GET /api/products')).reply(200, wire(NEW), next)
  await settle(() => latest().query.items[0]?.name === NEW.name)
  expect(latest().count).toBeUndefined()
})

test('the server’s reply replaces the matches, but not those of text typed since', async () => {
  const { want, shown, settle } = await open(ALL)
  await want({ typed: 'pe', search: 'pe' })
  const late = await server.next('GET /api/products')
  expect(late.query.search).toBe('pe')
  await want({ typed: 'zey', search: 'pe' })
  late.reply(200, wire(PEKMEZ, NEW))
  await want({ typed: 'zey', search: 'zey' })
  expect(shown()).toEqual({ names: ['Zeytin'], isProvisional: true, isDimmed: false })
  const current = await server.next('GET /api/products')
  current.reply(200, wire(ZEYTIN, NEW))
  await settle(() => !shown().isProvisional)
  expect(shown().names).toEqual(['Zeytin', 'Xerez sirkesi'])
})

test('a product keeps the stock of the last reply while more is typed', async () => {
  const { want, latest } = await open(ALL, [PEKMEZ, { ...PEYNIR, stock_quantity: 0 }, ZEYTIN])
  const stock = () => latest().query.items.map(({ stock_quantity }) => stock_quantity)
  await want({ typed: 'peyn' })
  expect(stock()).toEqual([0])
  await want({ typed: 'peyn', search: 'peyn' })
  await server.next('GET /api/products')
  expect(stock()).toEqual([0])
})

test('without a match the previous matches remain, dimmed, until the server has replied', async () => {
  const { want, shown, settle } = await open(ALL)
  await want({ typed: 'pe' })
  await want({ typed: 'xerez' })
  expect(shown()).toEqual({ names: ['Pekmez', 'Peynir'], isProvisional: true, isDimmed: true })
  await want({ typed: 'xerez', search: 'xerez' })
  const requested = await server.next('GET /api/products')
  requested.reply(200, wire(NEW))
  await settle(() => !shown().isProvisional)
  expect(shown().names).toEqual(['Xerez sirkesi'])
})

test('if the server refuses the request, the matches remain, with its error', async () => {
  const { want, shown, settle, latest } = await open(ALL)
  await want({ typed: 'pe', search: 'pe' })
  const requested = await server.next('GET /api/products')
  requested.refuse(400, 'invalid', 'Olmadı')
  await settle(() => latest().query.error !== null)
  expect(shown()).toEqual({ names: ['Pekmez', 'Peynir'], isProvisional: false, isDimmed: false })
})

test('without a stored catalogue the list remains until the server has replied to the search', async () => {
  const { want, shown, settle } = await openUnstored()
  await want({ typed: 'pe' })
  expect(shown()).toEqual({ names: ['Pekmez', 'Peynir', 'Zeytin'], isProvisional: false, isDimmed: false })
  await want({ typed: 'pe', search: 'pe' })
  expect(shown().isDimmed).toBe(true)
  const requested = await server.next('GET /api/products')
  requested.reply(200, wire(PEKMEZ))
  await settle(() => !shown().isDimmed)
  expect(shown().names).toEqual(['Pekmez'])
})

/** Lets the open catalogue fetch its products again, which have changed on the server. */
async function refetch(...products: Product[]) {
  const { act } = await import('react')
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['products']))
  ;(await server.next('GET /api/products')).reply(200, wire(...products))
}

test('products keep their places while the catalogue is open, until the user updates it', async () => {
  const { shown, settle, latest } = await openUnstored()
  const waiting = () => [latest().waiting?.added, latest().waiting?.isOutdated]
  await refetch(NEW, PEKMEZ, ZEYTIN)
  await settle(() => latest().waiting?.added === 1)
  expect([shown().names, waiting()]).toEqual([
    ['Pekmez', 'Peynir', 'Zeytin'],
    [1, true],
  ])
  await refetch(PEKMEZ, { ...PEYNIR, stock_quantity: 0 }, ZEYTIN)
  await settle(() => latest().query.items[1]?.stock_quantity === 0)
  await refetch(NEW, ZEYTIN)
  await settle(() => latest().waiting?.added === 1)
  await settle(() => latest().waiting?.show() === undefined)
  await settle(() => shown().names[0] === NEW.name)
  expect([shown().names, waiting()]).toEqual([
    [NEW.name, 'Zeytin'],
    [0, false],
  ])
})

test('while the user is at the products, a change of the controls waits, but not one of the stock', async () => {
  const { settle, latest } = await openUnstored()
  const stock = () => latest().query.items.map(({ stock_quantity }) => stock_quantity)
  const card = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => card.remove())
  card.dataset['index'] = '0'
  card.dispatchEvent(new Event('pointermove', { bubbles: true }))
  await refetch({ ...PEKMEZ, stock_quantity: 7 }, { ...PEYNIR, stock_quantity: 0 }, ZEYTIN)
  await settle(() => stock()[0] === 7)
  expect(stock()).toEqual([7, 20, ZEYTIN.stock_quantity])
  expect(latest().waiting?.isOutdated).toBe(true)
})

test('while a pointer is down, the products of another search are not shown as those of this one', async () => {
  const { want, shown, settle, latest } = await open(ALL)
  await want({ typed: 'pe', search: 'pe' })
  const requested = await server.next('GET /api/products')
  await settle(() => dispatchEvent(new Event('pointerdown')))
  requested.reply(200, wire(PEYNIR))
  await settle(() => !latest().query.isFetching)
  expect(shown()).toEqual({ names: ['Pekmez', 'Peynir'], isProvisional: true, isDimmed: false })
  await settle(() => dispatchEvent(new Event('pointerup')))
  await settle(() => !shown().isProvisional)
  expect(shown().names).toEqual(['Peynir'])
})

test('if a search fails, the products of the last one are not shown', async () => {
  const { want, shown, settle, latest } = await openUnstored()
  await want({ typed: 'xerez', search: 'xerez' })
  const requested = await server.next('GET /api/products')
  requested.refuse(400, 'invalid', 'Olmadı')
  await settle(() => latest().query.error !== null)
  expect(shown().names).toEqual([])
})
