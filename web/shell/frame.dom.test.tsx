import { expect, test } from 'vitest'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'

test('after Back, the focus is on the link with which the page was left, even if its list appears later', async () => {
  stubResizeObserver()
  window.scrollTo = () => undefined
  history.replaceState(null, '', '/orders')
  const { Link, LocationProvider, Switch } = await import('../ui/router.tsx')
  const { Frame } = await import('./frame.tsx')
  const linkTo = (id: string) => (
    <Link key={id} to={`/orders/${id}`}>
      {id}
    </Link>
  )
  const screen = (orders: readonly string[]) => (
    <LocationProvider>
      <Frame header={<Link to="/products">Katalog</Link>}>
        <Switch routes={[{ path: '/orders', element: orders.map(linkTo) }]} fallback={<p>Sipariş</p>} />
      </Frame>
    </LocationProvider>
  )
  const { act, show } = await openScreen(screen(['S1', 'S2']))
  const open = async (text: string) => {
    button(text).focus()
    await act(async () => button(text).click())
    expect(document.activeElement?.id).toBe('content')
  }
  const focused = () => document.activeElement?.textContent
  await import('../ui/focus-memory.ts')
  await open('S2')
  await act(async () => history.back())
  await shows(() => focused() === 'S2')

  await open('S1')
  await show(screen([]))
  await act(async () => history.back())
  await shows(() => !document.querySelector('main p'))
  expect(document.activeElement?.id).toBe('content')
  await show(screen(['S1', 'S2']))
  await shows(() => focused() === 'S1')

  // A link outside of the content leads back to no row.
  button('Katalog').focus()
  await act(async () => button('Katalog').click())
  await act(async () => history.back())
  await shows(() => document.querySelectorAll('main a').length > 0)
  expect(document.activeElement?.id).toBe('content')
})

test('the content has the focus when the link to another view went with the view that it was in', async () => {
  stubResizeObserver()
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
  await import('../ui/focus-memory.ts')
  const follow = async (text: string) => {
    const link = Array.from(document.querySelectorAll('a')).find(({ textContent }) => textContent === text)!
    link.focus()
    await act(async () => link.click())
    return link
  }
  await follow('Geçmiş')
  await shows(() => document.activeElement?.id === 'content')
  await act(async () => history.back())
  await shows(() => document.activeElement?.textContent === 'Geçmiş')
  // A link that stays keeps it.
  const orders = await follow('Siparişler')
  expect([location.search, document.activeElement]).toEqual(['?tab=orders', orders])
})
