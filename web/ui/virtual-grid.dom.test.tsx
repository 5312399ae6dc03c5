import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'

beforeEach(stubResizeObserver)

const ROW = 100
const names = (prefix: string, count = 40) => Array.from({ length: count }, (_, place) => `${prefix}${place}`)

/** Opens a list in one column in a window of a few rows; `show` replaces its items. */
async function openGrid(items: readonly string[]) {
  vi.stubGlobal('innerHeight', 4 * ROW)
  const { VirtualGrid } = await import('./virtual-grid.tsx')
  const grid = (shown: readonly string[]) => (
    <VirtualGrid
      label="Harfler"
      items={shown}
      itemKey={name => name}
      estimate={() => ROW}
      render={name => <button type="button">{name}</button>}
    />
  )
  const { show } = await openScreen(grid(items))
  const drawn = () => Array.from(document.querySelectorAll('li'), ({ textContent }) => textContent)
  return { show: (shown: readonly string[]) => show(grid(shown)), drawn }
}

test('the visible rows of another list are painted first, and those beyond them right after', async () => {
  const { show, drawn } = await openGrid(names('a'))
  const whole = drawn()
  await show(names('b'))
  const first = drawn()
  expect(first).toEqual(names('b').slice(0, first.length))
  expect(first.length).toBe(whole.length - 3)
  await shows(() => drawn().length === whole.length)
  expect(drawn()).toEqual(names('b').slice(0, whole.length))
})

test('rows beyond the visible ones, and the focus in them, remain when the list changes only far below', async () => {
  const { show, drawn } = await openGrid(names('a'))
  const whole = drawn()
  const last = Array.from(document.querySelectorAll('button')).at(-1)
  last?.focus()
  await show([...names('a', 30), ...names('b')])
  expect(drawn()).toEqual(whole)
  expect(document.activeElement).toBe(last)
})

test('of two lists in quick succession, only the second gets its rows beyond the visible ones', async () => {
  const { show, drawn } = await openGrid(names('a'))
  const whole = drawn()
  await show(names('b'))
  await show(names('c'))
  await shows(() => drawn().length === whole.length)
  expect(drawn()).toEqual(names('c').slice(0, whole.length))
})

test('of enlarged text, fewer cards are beside each other', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  onTestFinished(() => document.documentElement.removeAttribute('style'))
  const columnsAt = async (fontSize: string) => {
    document.documentElement.style.fontSize = fontSize
    await openGrid(names('a'))
    return Array.from(document.querySelectorAll('ul')).at(-1)?.querySelectorAll('[data-index="0"]').length
  }
  expect([await columnsAt('16px'), await columnsAt('24px'), await columnsAt('32px')]).toEqual([4, 3, 1])
})
