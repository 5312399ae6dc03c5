import { expect, test, vi } from 'vitest'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'

test('the content has the focus when the link to another view went with the view that it was in', async () => {
  stubResizeObserver()
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  window.scrollTo = () => undefined
  history.replaceState(null, '', '/admin/dashboard?tab=stock')
  const { Link, LocationProvider, useLocation } = await import('../ui/router.tsx')
  const { Frame } = await import('./frame.tsx')
  function Views() {
    const { search } = useLocation()
    return search === '?tab=stock' ? <Link to="?tab=stock&step=history">Geçmiş</Link> : <p>Mal kabuller</p>
  }
  const { act } = await openScreen(
    <LocationProvider>
      <Frame header={<Link to="?tab=orders">Siparişler</Link>}>
        <Views />
      </Frame>
    </LocationProvider>,
  )
  const follow = async (text: string) => {
    const link = Array.from(document.querySelectorAll('a')).find(({ textContent }) => textContent === text)!
    link.focus()
    await act(async () => link.click())
    return link
  }
  await follow('Geçmiş')
  await shows(() => document.activeElement?.id === 'content')
  // A link that stays keeps it.
  const orders = await follow('Siparişler')
  expect([location.search, document.activeElement]).toEqual(['?tab=orders', orders])
})
