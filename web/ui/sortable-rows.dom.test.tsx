import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { SortableRows } from './sortable-rows.tsx'

function Rows() {
  const [rows, setRows] = useState<readonly string[]>(['Ada', 'Bahar', 'Çınar'])
  return (
    <SortableRows
      label="Sıra"
      rows={rows}
      keyOf={row => row}
      nameOf={row => row}
      onOrder={setRows}
      renderRow={row => <span>{row}</span>}
    />
  )
}

test('a press on a handle that is not dragged opens a menu that moves the row', async () => {
  stubResizeObserver()
  // jsdom has none.
  HTMLElement.prototype.setPointerCapture = () => undefined
  const { act } = await openScreen(<Rows />)
  const handle = (row: string) => document.querySelector<HTMLElement>(`[aria-label="Sırasını değiştir: ${row}"]`)
  const event = (type: string, y: number) =>
    new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: 20, clientY: y })
  const click = () => new MouseEvent('click', { bubbles: true, detail: 1 })
  const press = (row: string, by: number) =>
    act(async () => {
      handle(row)?.dispatchEvent(event('pointerdown', 100))
      handle(row)?.dispatchEvent(event('pointermove', 100 + by))
      handle(row)?.dispatchEvent(event('pointerup', 100 + by))
      handle(row)?.dispatchEvent(click())
    })
  const items = () => Array.from(document.querySelectorAll<HTMLElement>('[role=menuitem]'))
  const choose = (text: string) =>
    act(async () =>
      items()
        .find(({ textContent }) => textContent === text)
        ?.click(),
    )
  const order = () => Array.from(document.querySelectorAll('li'), ({ textContent }) => textContent)

  await press('Çınar', 40)
  expect(items()).toEqual([])
  await press('Çınar', 2)
  expect(items().map(item => [item.textContent, item.ariaDisabled])).toEqual([
    ['Yukarı taşı', null],
    ['Aşağı taşı', 'true'],
    ['En başa taşı', null],
    ['En sona taşı', 'true'],
  ])
  await choose('En başa taşı')
  expect(order()).toEqual(['Çınar', 'Ada', 'Bahar'])
  await shows(() => document.activeElement === handle('Çınar'))
  await press('Çınar', 0)
  await choose('Aşağı taşı')
  expect(order()).toEqual(['Ada', 'Çınar', 'Bahar'])
})
