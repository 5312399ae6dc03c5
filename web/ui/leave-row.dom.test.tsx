import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../testing/screen.ts'

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
/** Presses what has this label, or text, by the keyboard, whose clicks have no detail. */
const press = (label: string) => {
  const all = Array.from(document.querySelectorAll('button'))
  const found = all.find(one => one.getAttribute('aria-label') === label || one.textContent === label)
  found?.focus()
  found?.click()
}

test('the focus of a filter that is removed goes to the next one, and of the last one to the search', async () => {
  const { FilterChips } = await import('./toolbar.tsx')
  function List() {
    const [labels, setLabels] = useState(['Durum', 'Rota'])
    const chips = labels.map(label => ({
      key: label,
      label,
      value: 'x',
      onRemove: () => setLabels(labels.filter(one => one !== label)),
    }))
    return (
      <>
        <input type="search" aria-label="Ara" aria-keyshortcuts="/" />
        <FilterChips chips={chips} onClear={() => setLabels([])} />
      </>
    )
  }
  const { act } = await openScreen(<List />)
  await act(async () => press('Durum: x filtresini kaldır'))
  expect(focused()).toBe('Rota: x filtresini kaldır')
  await act(async () => press('Rota: x filtresini kaldır'))
  expect(focused()).toBe('Ara')
})

test('when a selection is removed, the search has the focus', async () => {
  const { BulkBar } = await import('./bulk-bar.tsx')
  function List() {
    const [count, setCount] = useState(2)
    return (
      <>
        <input type="search" aria-label="Ara" aria-keyshortcuts="/" />
        <BulkBar count={count} onClear={() => setCount(0)}>
          {null}
        </BulkBar>
      </>
    )
  }
  const { act } = await openScreen(<List />)
  await act(async () => press('Seçimi kaldır'))
  expect(focused()).toBe('Ara')
})
