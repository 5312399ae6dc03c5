import { beforeEach, expect, test, vi } from 'vitest'
import { button, openScreen, stubResizeObserver } from '../testing/screen.ts'

beforeEach(() => {
  stubResizeObserver()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }))
})

async function openTable() {
  const { useState } = await import('react')
  const { DataTable } = await import('./data-table.tsx')
  const opened: string[] = []
  function Table() {
    const [names, setNames] = useState(['a', 'b', 'c', 'd', 'e', 'f'])
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
    return (
      <>
        <DataTable
          label="Harfler"
          columns={[{ key: 'name', head: 'Ad', cell: (name: string) => name }]}
          rows={names}
          rowKey={name => name}
          onOpen={name => opened.push(name)}
          selected={selected}
          onSelect={setSelected}
        />
        <p>{[...selected].toSorted().join('')}</p>
        <button type="button" onClick={() => setNames(names.filter(name => name !== 'b'))}>
          b silindi
        </button>
      </>
    )
  }
  const { act } = await openScreen(<Table />)
  const row = (name: string) => {
    const found = [...document.querySelectorAll('tr[data-index]')].find(({ textContent }) => textContent === name)
    if (!(found instanceof HTMLElement)) throw new Error(`There is no row ${name}`)
    return found
  }
  const send = (target: Element | null | undefined, event: Event) => act(async () => target?.dispatchEvent(event))
  const textOf = (id: string) => {
    const found = document.getElementById(id)
    return found?.getAttribute('aria-label') ?? found?.textContent
  }
  return {
    opened,
    nameOfBox: (name: string) =>
      row(name).querySelector('input')?.getAttribute('aria-labelledby')?.split(' ').map(textOf).join(' '),
    deleteB: () => act(async () => button('b silindi').click()),
    selected: () => document.querySelector('p')?.textContent,
    focused: () => document.activeElement?.textContent,
    press: (key: string, shiftKey = false) =>
      send(document.activeElement, new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })),
    tick: (name: string, shiftKey = false) =>
      send(row(name).querySelector('input'), new MouseEvent('click', { shiftKey, bubbles: true })),
    click: (name: string, shiftKey = false) =>
      send(row(name).querySelector('td:last-child'), new MouseEvent('click', { shiftKey, bubbles: true })),
    focus: (name: string) => act(async () => row(name).focus()),
    focusBox: (name: string) => act(async () => row(name).querySelector('input')?.focus()),
  }
}

test('the name of a row’s checkbox contains the title of the row', async () => {
  const { nameOfBox } = await openTable()
  expect([nameOfBox('a'), nameOfBox('b')]).toEqual(['Satırı seç a', 'Satırı seç b'])
})

test('a click with Shift selects or deselects all rows from the one toggled last', async () => {
  const table = await openTable()
  await table.tick('b')
  await table.tick('e', true)
  expect(table.selected()).toBe('bcde')
  await table.tick('d')
  expect(table.selected()).toBe('bce')
  // The range is deselected like the pressed row, also upwards.
  await table.tick('b', true)
  expect(table.selected()).toBe('e')
  // A press on the row itself does the same, and does not open it.
  await table.tick('a')
  await table.click('c', true)
  expect(table.selected()).toBe('abce')
  expect(table.opened).toEqual([])
  await table.click('c')
  expect(table.opened).toEqual(['c'])
})

test('Shift with the arrow keys extends and shrinks the selection, and with Space it selects a range', async () => {
  const table = await openTable()
  await table.tick('a')
  await table.focus('c')
  await table.press('ArrowDown', true)
  await table.press('ArrowDown', true)
  expect([table.selected(), table.focused()]).toEqual(['acde', 'e'])
  await table.press('ArrowUp', true)
  expect([table.selected(), table.focused()]).toEqual(['acd', 'd'])
  // A move without Shift starts a new extension.
  await table.press('End')
  await table.press('ArrowUp', true)
  expect(table.selected()).toBe('acdef')
  await table.press('Home')
  await table.press(' ')
  expect(table.selected()).toBe('cdef')
  await table.press('ArrowDown')
  await table.press(' ', true)
  expect(table.selected()).toBe('abcdef')
})

test('an extension continues from the focused row when the row where it began has left the list', async () => {
  const table = await openTable()
  await table.focus('b')
  await table.press('ArrowDown', true)
  await table.deleteB()
  await table.press('ArrowDown', true)
  expect([table.selected(), table.focused()]).toEqual(['cd', 'd'])
})

test('the keys of a row also work in its checkbox, which Space toggles natively', async () => {
  const table = await openTable()
  await table.tick('b')
  await table.focusBox('b')
  await table.press('ArrowDown', true)
  expect([table.selected(), table.focused()]).toEqual(['bc', 'c'])
  await table.focusBox('c')
  await table.press(' ')
  expect(table.selected()).toBe('bc')
  await table.press('ArrowUp')
  expect(table.focused()).toBe('b')
})
