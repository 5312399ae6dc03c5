import { useState } from 'react'
import { expect, test } from 'vitest'
import { WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { openScreen } from '../../testing/screen.ts'
import { readStoredCount, storedCount } from './stored-count.ts'
import { WaitingLines } from './waiting-lines.tsx'

test('an entry of another tab that has only a note is shown with it, and without a quantity', async () => {
  const entry = { product: WIRE_PRODUCT, notes: '', image_url: null }
  const theirs = { entry: { ...entry, key: 'theirs', notes: 'Rafta 2 koli açık' } }
  const stored = storedCount({ lines: [], entry: { ...entry, key: 'own', quantity: 3 } }, theirs)
  const { lines } = readStoredCount(stored)
  await openScreen(<WaitingLines lines={lines} onRetry={() => undefined} onRemove={() => undefined} />)
  const shown = Array.from(document.querySelectorAll('li'), ({ textContent }) => textContent)
  expect(shown).toEqual(['Ezine peyniri · “Rafta 2 koli açık”: başka bir sekmede yazılmıştı'])
})

test('the lot that the user has confirmed to be another one is stored with the entry', () => {
  const lot = { code: 'A7', expires_on: '2050-03-31', expiry_kind: 'tett' } as const
  const entry = { key: 'own', product: WIRE_PRODUCT, quantity: 3, lot, new_lot: lot, notes: '', image_url: null }
  const { entry: read } = readStoredCount(storedCount({ lines: [], entry }, undefined))
  expect(read).toMatchObject({ quantity: 3, lot, new_lot: lot })
})

test('removing a line by key moves the focus to the next one, and from the last one to the finder', async () => {
  const lines = ['Ezine peyniri', 'Kaşar'].map(name => ({
    key: name,
    product: { ...WIRE_PRODUCT, name },
    quantity: 3,
    notes: '',
    image_url: null,
    state: 'refused' as const,
    message: 'Sayım kapanmış',
  }))
  function Page() {
    const [left, setLeft] = useState(lines)
    return (
      <main id="content">
        <input role="combobox" aria-expanded={false} aria-controls="found" />
        <WaitingLines
          lines={left}
          onRetry={() => undefined}
          onRemove={key => setLeft(left.filter(line => line.key !== key))}
        />
      </main>
    )
  }
  const { act } = await openScreen(<Page />)
  const remove = (name: string) => document.querySelector<HTMLElement>(`[aria-label="Kaldır: ${name}"]`)
  remove('Ezine peyniri')?.focus()
  await act(async () => remove('Ezine peyniri')?.click())
  expect([remove('Ezine peyniri'), document.activeElement]).toEqual([null, remove('Kaşar')])
  await act(async () => remove('Kaşar')?.click())
  expect([remove('Kaşar'), document.activeElement]).toEqual([null, document.querySelector('input')])
})
