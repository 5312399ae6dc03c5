import { expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { EntryMatcher } from '#contract/entry-matcher.ts'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { announced, openScreen, typeIn } from '../testing/screen.ts'

/** Opens the quick entry on a device with a mouse or a touch screen. */
async function openEntry(isMouse: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isMouse && query === '(pointer: fine)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { ProductEntry } = await import('./product-entry.tsx')
  await openScreen(
    <ProductEntry matcher={new EntryMatcher<Product>()} bought={new Set()} onPasteLines={() => undefined} />,
  )
}

test('the field is focused on devices with a mouse; on touch screens no keyboard opens', async () => {
  await openEntry(false)
  expect(document.activeElement).toBe(document.body)
  await openEntry(true)
  expect(document.activeElement?.getAttribute('placeholder')).toBe('turş 3')
})

test('the number of suggestions is announced, and that there are none', async () => {
  await openEntry(true)
  const { act } = await import('react')
  await act(async () => typeIn(document.querySelector('input')!, 'xyz'))
  expect(await announced()).toBe('Bu yazıya uyan ürün yok')
})
