import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { type Exchange, startServer, type TestServer } from '../testing/scripted-server.ts'
import { CHEESE } from './sample-product.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
  server.respond('GET /api/products', ({ reply }) => reply(200, []))
  server.respond('GET /api/products/categories', ({ reply }) => reply(200, ['Peynir', 'Zeytinler']))
  stubResizeObserver()
  // jsdom lacks it for elements.
  Element.prototype.scrollTo = () => undefined
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

async function openCatalogue() {
  const { CataloguePage } = await import('./catalogue-page.tsx')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { queryClient } = await import('../queries.ts')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <CataloguePage title="Ürün Kataloğu" />
      </LocationProvider>
    </QueryClientProvider>,
  )
  await shows(() => document.querySelectorAll('[type=radio]').length === 3)
  const search = document.querySelector<HTMLInputElement>('input[type=search]')!
  return { act, search, leadsTo: (query: string) => shows(() => location.search === query) }
}

test('Back undoes a whole search, and then the category that was chosen before it', async () => {
  const { act, search, leadsTo } = await openCatalogue()
  await act(async () => document.querySelectorAll<HTMLInputElement>('[type=radio]')[1]!.click())
  await leadsTo('?category=Peynir')
  for (const typed of ['ez', 'ezine']) {
    await act(async () => typeIn(search, typed))
    await leadsTo(`?category=Peynir&search=${typed}`)
  }
  await act(async () => history.back())
  await leadsTo('?category=Peynir')
  await shows(() => search.value === '')
  await act(async () => history.back())
  await leadsTo('')
})

test('when the filters are removed by the keyboard, the search has the focus', async () => {
  const { act, search, leadsTo } = await openCatalogue()
  await act(async () => typeIn(search, 'ezine'))
  await leadsTo('?search=ezine')
  const clear = document.querySelector<HTMLElement>('button[aria-label="Filtreleri temizle"]')!
  clear.focus()
  // A click without a pointer.
  await act(async () => clear.click())
  await leadsTo('')
  expect(document.activeElement).toBe(search)
})

test('filters that are removed before the screen is redrawn stay removed', async () => {
  history.replaceState(null, '', '/products?search=zeytin&category=Zeytinler')
  const { act, search, leadsTo } = await openCatalogue()
  // Both clicks happen in one task, so that nothing is drawn in between.
  await act(async () => {
    document.querySelector<HTMLElement>('button[aria-label="Aramayı temizle"]')!.click()
    document.querySelector<HTMLElement>('[type=radio]')!.click()
  })
  await leadsTo('')
  expect(search.value).toBe('')
})

test('the catalogue says that it is searching until the server has replied to the search', async () => {
  let asked: Exchange | undefined
  server.respond('GET /api/products', exchange =>
    exchange.query.search ? (asked = exchange) : exchange.reply(200, []),
  )
  const { act, search } = await openCatalogue()
  await shows(() => document.body.textContent.includes('0 ürün'))
  await act(async () => typeIn(search, 'ezine'))
  await shows(() => asked !== undefined)
  expect(document.body.textContent).toContain('Aranıyor…')
  asked?.reply(200, [])
  await shows(() => !document.body.textContent.includes('Aranıyor…'))
})

test('the catalogue can be saved as a PDF only while there is a network', async () => {
  const { act } = await openCatalogue()
  const canSave = () => !button('PDF Katalog İndir').matches(':disabled')
  expect(canSave()).toBe(true)
  const isConnected = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => dispatchEvent(new Event('offline')))
  expect(canSave()).toBe(false)
  isConnected.mockReturnValue(true)
  await act(async () => dispatchEvent(new Event('online')))
  await shows(canSave)
})

test('without a stored catalogue, the loaded part is not called the whole one when the connection is lost', async () => {
  let isConnected = true
  const device = { connection: { value: { saveData: true } }, onLine: { get: () => isConnected } }
  vi.spyOn(window, 'navigator', 'get').mockReturnValue(Object.create(navigator, device))
  const more = { link: '</api/products?limit=60&cursor=x>; rel="next"', 'x-total-count': '1254' }
  server.respond('GET /api/products', ({ query, reply }) => {
    if (!query.cursor) reply(200, z.encode(listProducts.reply, [CHEESE]), more)
  })
  const { act } = await openCatalogue()
  const says = (text: string) => shows(() => document.body.textContent.includes(text))
  await says('1.254 ürün')
  isConnected = false
  await act(async () => dispatchEvent(new Event('offline')))
  await says('tarihli kataloğun bir kısmı gösteriliyor')
  await says('1.254 ürün')
})
