import { expect, onTestFinished, test, vi } from 'vitest'

/** Opens a screen at an address. `shown` returns its token; `follow` opens another fragment in the same tab. */
async function open(address: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { act } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { useLinkToken } = await import('./link-token.ts')
  act(() => history.replaceState(null, '', address))
  const Screen = () => useLinkToken() ?? 'none'
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <LocationProvider>
        <Screen />
      </LocationProvider>,
    ),
  )
  onTestFinished(() => act(() => root.unmount()))
  const follow = (hash: string) =>
    act(async () => {
      const followed = new Promise(resolve => addEventListener('hashchange', resolve, { once: true }))
      location.hash = hash
      await followed
    })
  return { shown: () => host.textContent, follow }
}

test.each([
  ['/reset-password#token=a-_1', 'a-_1'],
  ['/reset-password?token=b', 'b'],
  ['/reset-password?token=b#token=c', 'c'],
  ['/reset-password', 'none'],
  ['/reset-password#content', 'none'],
])('the link %s has the token %s', async (address, token) => {
  expect((await open(address)).shown()).toBe(token)
})

test('another link opened in the same tab is followed, a link within the page is not', async () => {
  const { shown, follow } = await open('/reset-password#token=first')
  await follow('#content')
  expect(shown()).toBe('first')
  await follow('#token=second')
  expect(shown()).toBe('second')
})
