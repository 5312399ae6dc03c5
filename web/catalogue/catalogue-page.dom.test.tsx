import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, test } from 'vitest'
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

test('Back undoes a whole search, and then the category that was chosen before it', async () => {
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
  const leadsTo = (search: string) => shows(() => location.search === search)
  await shows(() => document.querySelectorAll('[type=radio]').length === 3)
  await act(async () => document.querySelectorAll<HTMLInputElement>('[type=radio]')[1]!.click())
  await leadsTo('?category=Peynir')
  const search = document.querySelector<HTMLInputElement>('input[type=search]')!
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
