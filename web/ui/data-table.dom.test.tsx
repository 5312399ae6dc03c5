import { expect, test, vi } from 'vitest'
import { openScreen, stubResizeObserver } from '../testing/screen.ts'

test.each([false, true])('while the page is printed, all loaded rows are rendered (on a phone: %s)', async isPhone => {
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
  const { DataTable } = await import('./data-table.tsx')
  const rows = Array.from({ length: 100 }, (_, place) => `S${place}`)
  const { act } = await openScreen(
    <DataTable
      label="Siparişler"
      columns={[{ key: 'name', head: 'No', cell: row => row }]}
      rows={rows}
      rowKey={row => row}
      onEndReached={() => undefined}
    />,
  )
  const drawn = () => Array.from(document.querySelectorAll('[data-index]'), ({ textContent }) => textContent)
  const visible = drawn()
  expect(visible.length).toBeLessThan(50)
  await act(async () => void dispatchEvent(new Event('beforeprint')))
  expect(drawn()).toEqual(rows)
  expect(document.body.textContent).toContain('Listenin devamı var')
  await act(async () => void dispatchEvent(new Event('afterprint')))
  expect(drawn()).toEqual(visible)
})
