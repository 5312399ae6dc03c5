import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'

beforeEach(async () => {
  const portal = await startPortal()
  portal.respond('GET /api/products', ({ reply }) => reply(200, []))
  portal.respond('GET /api/products/categories', ({ reply }) => reply(200, ['Peynir', 'Zeytinler']))
  stubResizeObserver()
  // jsdom lacks it for elements.
  Element.prototype.scrollTo = () => undefined
  const { startSession } = await import('../session.ts')
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
