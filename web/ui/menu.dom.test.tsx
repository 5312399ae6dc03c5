import { expect, test, vi } from 'vitest'
import { openScreen } from '../testing/screen.ts'

test('a menu keeps the focus that a closing dialog would return elsewhere, and Escape closes it', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  const { Menu, MenuItem } = await import('./menu.tsx')
  const { act } = await openScreen(
    <main>
      <button type="button">Satır</button>
      <Menu trigger={<button type="button">İşlemler</button>}>
        <MenuItem>Pasif yap</MenuItem>
      </Menu>
    </main>,
  )
  const menu = () => document.querySelector<HTMLElement>('main [role=menu]')
  const [row, trigger] = document.querySelectorAll('button')
  await act(async () => trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(menu()?.contains(document.activeElement)).toBe(true)
  await act(async () => row?.focus())
  expect(menu()?.dataset.state).toBe('open')
  expect(menu()?.contains(document.activeElement)).toBe(true)
  await act(async () => menu()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(menu()).toBe(null)
  expect(document.activeElement).toBe(trigger)
})
