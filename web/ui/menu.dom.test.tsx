import { expect, test, vi } from 'vitest'
import { button, openScreen, stubResizeObserver } from '../testing/screen.ts'

/** Presses the mouse on the menu's button at 100, 100; `release` releases it over the menu's item. */
async function press() {
  stubResizeObserver()
  const { Menu, MenuItem } = await import('./menu.tsx')
  const choose = vi.fn()
  const { act } = await openScreen(
    <Menu trigger={<button type="button">Durumu değiştir</button>}>
      <MenuItem onSelect={choose}>Tamamlandı</MenuItem>
    </Menu>,
  )
  const event = (type: string, x: number, y: number) =>
    new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: y })
  await act(async () => button('Durumu değiştir').dispatchEvent(event('pointerdown', 100, 100)))
  const item = document.querySelector<HTMLElement>('[role=menuitem]')
  if (!item) throw new Error('The menu did not open')
  const release = (x: number, y: number) => act(async () => item.dispatchEvent(event('pointerup', x, y)))
  return { act, item, choose, release }
}

test('a press that ends where it began chooses nothing, even if the menu has moved under the pointer', async () => {
  const { act, item, choose, release } = await press()
  await release(101, 98)
  expect(choose).not.toHaveBeenCalled()
  await act(async () => item.click())
  expect(choose).toHaveBeenCalledOnce()
})

test('a press that is dragged to an item chooses it', async () => {
  const { choose, release } = await press()
  await release(100, 130)
  expect(choose).toHaveBeenCalledOnce()
})
