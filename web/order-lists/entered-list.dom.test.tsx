import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { EntryMatcher } from '#contract/entry-matcher.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'

/** Opens a list of two lines. */
async function openList() {
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { EnteredList } = await import('./entered-list.tsx')
  const matcher = new EntryMatcher([{ ...CHEESE, name: 'Ezine Peyniri', stock_quantity: 10 }])
  const bought = new Set<string>()
  function Screen() {
    const [text, setText] = useState('ezine 3\nezine 4')
    return (
      <QueryClientProvider client={queryClient}>
        <EnteredList
          of={null}
          matcher={matcher}
          bought={bought}
          text={text}
          onText={setText}
          onBusy={() => undefined}
          onDone={() => undefined}
        />
      </QueryClientProvider>
    )
  }
  const { act } = await openScreen(<Screen />)
  const lines = () => Array.from(document.querySelectorAll('ul > li'), row => row.getAttribute('aria-label'))
  const type = (changed: string) =>
    act(async () => {
      const area = document.querySelector('textarea')
      if (!area) throw new Error('There is no field for the list')
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, changed)
      area.dispatchEvent(new Event('input', { bubbles: true }))
    })
  /** Chooses a workbook; resolves to the request that reads it. */
  const chooseFile = async () => {
    const input = document.querySelector('input[type=file]')!
    Object.defineProperty(input, 'files', { value: [new File(['satırlar'], 'liste.xlsx')], configurable: true })
    await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
    return portal.next('POST /api/lists/file')
  }
  return { act, lines, type, chooseFile }
}

test('adding a line to the text keeps the decisions about the other lines', async () => {
  const { act, lines, type } = await openList()
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Satırı çıkar: ezine 3"]')?.click())
  expect(lines()).toEqual(['ezine 4'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Satırı çıkar: ezine 4')
  await type('ezine 3\nezine 4\nezine 5')
  expect(lines()).toEqual(['ezine 4', 'ezine 5'])
})

test('the lines of a file replace the list', async () => {
  const { lines, chooseFile } = await openList()
  const file = await chooseFile()
  file.reply(200, { lines: ['ezine 8', 'ezine 9'] })
  await shows(() => lines().includes('ezine 9'))
  expect(lines()).toEqual(['ezine 8', 'ezine 9'])
})

test('the lines of a file are appended to a list that was edited while the file was read', async () => {
  const { lines, type, chooseFile } = await openList()
  const file = await chooseFile()
  await type('ezine 3\nezine 5\n')
  file.reply(200, { lines: ['ezine 8', 'ezine 9'] })
  await shows(() => lines().includes('ezine 9'))
  expect(lines()).toEqual(['ezine 3', 'ezine 5', 'ezine 8', 'ezine 9'])
  expect(document.querySelector('textarea')?.value).toBe('ezine 3\nezine 5\nezine 8\nezine 9')
})
