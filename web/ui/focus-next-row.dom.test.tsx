import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen, stubFocusVisible } from '../testing/screen.ts'

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
/** Presses the control with this label or text by keyboard (a click whose `detail` is 0). */
const press = (label: string) => {
  const all = Array.from(document.querySelectorAll('button'))
  const found = all.find(one => one.getAttribute('aria-label') === label || one.textContent === label)
  found?.focus()
  found?.click()
}

test('when a filter is removed, the focus goes to the next filter, and after the last one to the search', async () => {
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

test('when the filters that nothing matches are removed, the search has the focus, without one the page’s content', async () => {
  const { ClearFilters } = await import('./clear-filters.tsx')
  function List({ hasSearch }: { hasSearch: boolean }) {
    const [isFiltered, setFiltered] = useState(true)
    return (
      <main id="content" tabIndex={-1} aria-label="İçerik">
        {hasSearch && <input type="search" aria-label="Ara" aria-keyshortcuts="/" />}
        {isFiltered && <ClearFilters onClear={() => setFiltered(false)} />}
      </main>
    )
  }
  const { act, show } = await openScreen(<List key="1" hasSearch />)
  await act(async () => press('Filtreleri temizle'))
  expect(focused()).toBe('Ara')
  await show(<List key="2" hasSearch={false} />)
  await act(async () => press('Filtreleri temizle'))
  expect(focused()).toBe('İçerik')
})

test('when a selection is cleared, the focus goes to the search', async () => {
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

test('what is done with all selected rows leaves the focus on their bar while it runs, and then in the search', async () => {
  stubFocusVisible()
  const { BulkBar } = await import('./bulk-bar.tsx')
  const list = (count: number, isRunning: boolean) => (
    <>
      <input type="search" aria-label="Ara" aria-keyshortcuts="/" />
      <BulkBar count={count} onClear={() => undefined}>
        {isRunning ? <p>1 / 2</p> : <button type="button">Durumu değiştir</button>}
      </BulkBar>
    </>
  )
  const { act, show } = await openScreen(list(2, false))
  await act(async () => document.querySelector<HTMLElement>('button:last-child')?.focus())
  expect(focused()).toBe('Durumu değiştir')
  await show(list(2, true))
  expect(focused()).toBe('Seçilenlerle yapılacaklar')
  await show(list(0, false))
  expect(focused()).toBe('Ara')
})
