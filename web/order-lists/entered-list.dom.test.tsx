import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { EntryMatcher } from '#contract/entry-matcher.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'

test('adding a line to the text keeps the decisions about the other lines', async () => {
  await startPortal()
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
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Satırı çıkar: ezine 3"]')?.click())
  expect(lines()).toEqual(['ezine 4'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Satırı çıkar: ezine 4')
  await act(async () => {
    const area = document.querySelector('textarea')
    if (!area) throw new Error('There is no field for the list')
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      area,
      'ezine 3\nezine 4\nezine 5',
    )
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(lines()).toEqual(['ezine 4', 'ezine 5'])
})
