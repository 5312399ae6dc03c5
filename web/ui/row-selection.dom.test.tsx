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
  return {
    opened,
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

test('Shift and a click select all rows from the one toggled last, and deselect them alike', async () => {
  const table = await openTable()
  await table.tick('b')
  await table.tick('e', true)
  expect(table.selected()).toBe('bcde')
  await table.tick('d')
  expect(table.selected()).toBe('bce')
  // Deselected like the row that is pressed, upwards too.
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

test('Shift with the arrows extends the selection and takes it back, and with Space it selects a range', async () => {
  const table = await openTable()
  await table.tick('a')
  await table.focus('c')
  await table.press('ArrowDown', true)
  await table.press('ArrowDown', true)
  expect([table.selected(), table.focused()]).toEqual(['acde', 'e'])
  await table.press('ArrowUp', true)
  expect([table.selected(), table.focused()]).toEqual(['acd', 'd'])
  // Without Shift the next extension begins anew.
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

test('an extension goes on from the row that has the focus when the one where it began has left the list', async () => {
  const table = await openTable()
  await table.focus('b')
  await table.press('ArrowDown', true)
  await table.deleteB()
  await table.press('ArrowDown', true)
  expect([table.selected(), table.focused()]).toEqual(['cd', 'd'])
})

test('the keys of a row work in its checkbox, too, which Space toggles by itself', async () => {
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
