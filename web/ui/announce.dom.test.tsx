import { expect, test, vi } from 'vitest'
import { announced, openScreen } from '../testing/screen.ts'

test('a sentence is also announced while a dialog hides the rest of the page', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const { announce } = await import('./announce.ts')
  // Loaded before, as it would be while the dialog opens.
  await import('./confirm-dialog-content.tsx')
  const { ConfirmDialog } = await import('./confirm-dialog.tsx')
  announce('24 ürün bulundu')
  const { act } = await openScreen(
    <>
      <main>Ürünler</main>
      <ConfirmDialog open onOpenChange={() => undefined} title="Silinsin mi?" confirm="Sil" onConfirm={() => undefined}>
        Geri alınamaz.
      </ConfirmDialog>
    </>,
  )
  await act(async () => announce('23 ürün bulundu'))
  expect(await announced()).toBe('23 ürün bulundu')
  const hidden = (selector: string) => document.querySelector(selector)?.closest('[aria-hidden=true]') !== null
  expect([hidden('main'), hidden('[role=status].sr-only')]).toEqual([true, false])
})
