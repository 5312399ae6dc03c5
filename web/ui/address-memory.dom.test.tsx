import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen, stubResizeObserver } from '../testing/screen.ts'

/** Opens a screen that follows the address; `go` navigates. */
async function openAt(Screen: () => ReactNode) {
  const { LocationProvider, useNavigate } = await import('./router.tsx')
  const { act } = await openScreen(
    <LocationProvider>
      <Screen />
    </LocationProvider>,
  )
  return { go: (to: string, replace = false) => act(async () => useNavigate()(to, { replace })) }
}

/** Leaves the page; returns the addresses that the tab has stored. */
function storedAddresses(key: string) {
  dispatchEvent(new Event('pagehide'))
  const stored: [string, unknown][] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
  return stored.map(([address]) => address)
}

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `/list?search=${n}`)

test('a list whose address changes while it is searched has its row heights at the last address only', async () => {
  stubResizeObserver()
  const { useVirtualRows } = await import('./virtual-rows.ts')
  const { go } = await openAt(() => {
    useVirtualRows({ count: 3, estimate: 100 })
    return null
  })
  for (const address of addresses(30)) await go(address, true)
  expect(storedAddresses('row-heights')).toEqual(['/list?search=29'])
})

test('row heights and scroll positions are remembered for the latest twenty addresses', async () => {
  stubResizeObserver()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const { useVirtualRows } = await import('./virtual-rows.ts')
  const { useScrollMemory } = await import('./scroll-memory.ts')
  const { useLocation } = await import('./router.tsx')
  function List() {
    useVirtualRows({ count: 3, estimate: 100 })
    return null
  }
  const { go } = await openAt(() => {
    useScrollMemory()
    const { search } = useLocation()
    return <List key={search} />
  })
  for (const address of addresses(30)) {
    await go(address)
    dispatchEvent(new Event('scroll'))
  }
  const latest = addresses(30).slice(10)
  expect(storedAddresses('row-heights')).toEqual(latest)
  expect(storedAddresses('scroll')).toEqual(latest)
  // An address that is visited again is the latest one.
  await go('/list?search=10')
  await go('/list?search=30')
  expect(storedAddresses('row-heights').slice(-2)).toEqual(['/list?search=10', '/list?search=30'])
  expect(storedAddresses('row-heights')[0]).toBe('/list?search=12')
})

test('what does not fit into the storage of the tab is forgotten without an error', async () => {
  const { createAddressMemory } = await import('./address-memory.ts')
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  const faults: unknown[] = []
  addEventListener('error', event => {
    event.preventDefault()
    faults.push(event)
  })
  createAddressMemory('heights', Number).set('/list', 1)
  dispatchEvent(new Event('pagehide'))
  expect([setItem.mock.calls, faults]).toEqual([[['heights', '[["/list",1]]']], []])
})
