import { beforeEach, expect, test, vi } from 'vitest'
import { openScreen, stubFocusVisible, stubResizeObserver } from '../testing/screen.ts'

beforeEach(() => {
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }))
})

const NAMES = ['a', 'b', 'c', 'd']
const MANY = Array.from({ length: 200 }, (_, i) => `${i}`)

/** Opens a list, below a search if it has one; `list` replaces its rows. */
async function openList({ hasSearch = true } = {}) {
  const { DataTable } = await import('./data-table.tsx')
  const scrolled = { top: 0 }
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => {
    scrolled.top = top
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -top, 1000, 0))
    window.dispatchEvent(new Event('scroll'))
  })
  const content = (names: readonly string[]) => (
    <main id="content" tabIndex={-1}>
      {hasSearch && <input type="search" aria-keyshortcuts="/" />}
      {names.length > 0 ? (
        <DataTable
          label="Harfler"
          columns={[{ key: 'name', head: 'Ad', cell: (name: string) => <button type="button">{name}</button> }]}
          rows={names}
          rowKey={name => name}
        />
      ) : (
        <p>Boş</p>
      )}
    </main>
  )
  const screen = await openScreen(content(NAMES))
  const rowOf = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[data-index]')].find(({ textContent }) => textContent === name)
  return {
    scrolled,
    act: screen.act,
    list: (...names: string[]) => screen.show(content(names)),
    focus: (name: string) => screen.act(async () => rowOf(name)?.focus()),
    press: (name: string) => screen.act(async () => rowOf(name)?.querySelector('button')?.focus()),
    blur: () => screen.act(async () => document.activeElement instanceof HTMLElement && document.activeElement.blur()),
    key: (pressed: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true })),
    focused: () => document.activeElement?.closest('tr, li')?.textContent,
  }
}

test('the focus of a row that leaves the list goes to the row in its place, or to the search', async () => {
  const { list, focus, press, focused } = await openList()
  await focus('b')
  await list('a', 'c', 'd')
  expect(focused()).toBe('c')
  await list('a', 'c')
  expect(focused()).toBe('c')
  // The same from a control of the row.
  await press('c')
  await list('a')
  expect(focused()).toBe('a')
  await list()
  expect(document.activeElement?.getAttribute('type')).toBe('search')
})

test('without a search, the page’s content gets the focus of the last row that leaves the list', async () => {
  const { list, focus } = await openList({ hasSearch: false })
  await focus('b')
  await list()
  expect(document.activeElement?.id).toBe('content')
})

test('the focus follows a row to its new position, even if it was not rendered there', async () => {
  const { list, focus, focused, scrolled } = await openList()
  await focus('b')
  await list('d', 'c', 'b', 'a')
  expect(focused()).toBe('b')
  await list(...MANY, 'b')
  expect(scrolled.top).toBeGreaterThan(0)
  expect(focused()).toBe('b')
})

test('a list that changes does not take the focus from where the user has put it', async () => {
  const { list, focus, blur } = await openList()
  await focus('b')
  await blur()
  await list('a', 'c', 'd')
  expect(document.activeElement).toBe(document.body)
})

test('a row that is rendered late does not take the focus from where the user has put it meanwhile', async () => {
  const { list, focus, focused, act } = await openList()
  const scroll = window.scrollTo
  vi.stubGlobal('scrollTo', () => undefined)
  await focus('b')
  await list(...MANY, 'b')
  expect(focused()).toBeUndefined()
  const search = document.querySelector<HTMLElement>('[type=search]')
  await act(async () => search?.focus())
  await act(async () => scroll({ top: 100_000 }))
  expect(document.querySelector('[data-index="200"]')?.textContent).toBe('b')
  expect(document.activeElement).toBe(search)
})

test('Tab leads behind the rows from the last control of one, and Shift+Tab before them from a row', async () => {
  const { focus, press, key, focused } = await openList()
  const [first, last] = ['a', 'd'].map(name => document.querySelector(`tr[data-index="${NAMES.indexOf(name)}"]`)!)
  const isBehind = () =>
    Boolean(last!.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING)
  await focus('b')
  key({ key: 'Tab' })
  expect(focused()).toBe('b')
  await press('b')
  key({ key: 'Tab', shiftKey: true })
  expect(focused()).toBe('b')
  key({ key: 'Tab' })
  expect([document.activeElement === document.body, isBehind()]).toEqual([false, true])
  await focus('b')
  key({ key: 'Tab', shiftKey: true })
  // The browser goes on from what has the rows in it, to what is before them.
  expect(document.activeElement).toBe(first!.parentElement)
})

test('on a phone, the focus follows a card to a position where it was not rendered', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => 0, removeEventListener: () => 0 }))
  const { list, press, focused, scrolled } = await openList()
  stubFocusVisible()
  await press('b')
  await list(...MANY, 'b')
  expect(scrolled.top).toBeGreaterThan(0)
  expect(focused()).toBe('b')
})

test('on a phone, the focus of a card that leaves the list goes to the card in its place', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => 0, removeEventListener: () => 0 }))
  const { list, press, focused } = await openList()
  stubFocusVisible()
  await press('b')
  await list('a', 'c', 'd')
  expect(focused()).toBe('c')
  await list()
  expect(document.activeElement?.getAttribute('type')).toBe('search')
})
