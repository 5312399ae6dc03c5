import { expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { EntryMatcher } from '#contract/entry-matcher.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { announced, openScreen, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const SOLD: Product = { ...CHEESE, barcode: '8690000000017', stock_quantity: 2 }

/** Opens the quick entry on a device with a mouse or a touch screen. */
async function openEntry(isMouse: boolean, products: readonly Product[] = []) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isMouse && query === '(pointer: fine)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { ProductEntry } = await import('./product-entry.tsx')
  await openScreen(
    <ProductEntry matcher={new EntryMatcher(products)} bought={new Set()} onPasteLines={() => undefined} />,
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

/** Opens the quick entry with one product; `enter` types a text over what is selected, as a scanner does, and Enter. */
async function openWithProduct() {
  await openEntry(true, [SOLD])
  const { act } = await import('react')
  const { toast } = await import('../ui/toaster.tsx')
  const { cartLines } = await import('../cart/cart.ts')
  const shown = [vi.spyOn(toast, 'error'), vi.spyOn(toast, 'warning')]
  const input = document.querySelector('input')!
  const typeKey = (key: string) => {
    const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    typeIn(input, input.value.slice(0, start) + key + input.value.slice(end))
  }
  const enter = async (text: string) => {
    for (const key of text) await act(async () => typeKey(key))
    await act(async () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  }
  return {
    enter,
    input,
    toasts: () => shown.flatMap(one => one.mock.calls.map(([text]) => text)),
    quantities: () => cartLines().map(({ quantity }) => quantity),
  }
}

test('after a barcode that is unknown, which is reported, the next scan is added', async () => {
  const { enter, input, toasts, quantities } = await openWithProduct()
  await enter('8690000000024')
  expect([toasts(), quantities()]).toEqual([['Bulunamadı: 8690000000024'], []])
  await enter('8690000000017')
  expect([toasts().length, quantities(), input.value]).toEqual([1, [1], ''])
  // Only the last addition is announced, not the list of them.
  expect(await announced()).toBe('1 KG Ezine peyniri sepete eklendi')
  await enter('8690000000017')
  const [list] = document.querySelectorAll('ul[aria-label="Son eklenenler"]')
  expect([list?.children.length, list?.closest('output, [role=status]')]).toEqual([2, null])
})

test.each([
  ['ezine 3', 'Yetersiz stok! Maksimum 2 adet siparis verebilirsiniz.'],
  ['ezine 1,5', 'Miktar tam sayı olmalıdır'],
  ['ezine 2 koli', 'koli değil, KG olarak yazın'],
])('the text of a refused addition (%s) stays, and the next scan replaces it', async (text, why) => {
  const { enter, input, toasts, quantities } = await openWithProduct()
  await enter(text)
  expect([toasts(), quantities(), input.value]).toEqual([[why], [], text])
  await enter('8690000000017')
  expect([toasts().length, quantities(), input.value]).toEqual([1, [1], ''])
  // Only the last addition is announced, not the list of them.
  expect(await announced()).toBe('1 KG Ezine peyniri sepete eklendi')
  await enter('8690000000017')
  const [list] = document.querySelectorAll('ul[aria-label="Son eklenenler"]')
  expect([list?.children.length, list?.closest('output, [role=status]')]).toEqual([2, null])
})

test('a suggestion shows the typed fraction, which is refused, rather than a rounded one', async () => {
  const { enter, toasts, quantities } = await openWithProduct()
  await enter('ezine 2,5')
  const suggested = Array.from(document.querySelectorAll('[role=option]'), ({ textContent }) => textContent)
  expect(suggested).toEqual([expect.stringMatching(/^2,5 × Ezine peyniri/)])
  expect([toasts(), quantities()]).toEqual([['Miktar tam sayı olmalıdır'], []])
})
