import { beforeEach, expect, test, vi } from 'vitest'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'

beforeEach(() => {
  stubResizeObserver()
})

const shown = () =>
  Array.from(document.querySelectorAll('[data-sonner-toast][data-removed=false]'), one => one.textContent)

/** Presses somewhere on the page after a delay. */
function pressAfter(milliseconds: number) {
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + milliseconds)
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }))
  clock.mockRestore()
}

async function open() {
  const { toast, Toaster } = await import('./toaster.tsx')
  const { act } = await openScreen(<Toaster />)
  const press = async (milliseconds: number) => {
    await act(async () => pressAfter(milliseconds))
    // A dismissed toast is marked as removed a frame later.
    for (let frame = 0; frame < 3; frame++) await act(async () => new Promise(requestAnimationFrame))
  }
  return { toast, press }
}

const ACTION = { label: 'Geri al', onClick: () => undefined }

test('an unintended second press does not dismiss an undo, the next press does', async () => {
  const { toast, press } = await open()
  toast.success('Ürün sepetten çıkarıldı', { action: ACTION })
  await shows(() => shown().length === 1)
  await press(480)
  expect(shown()).toEqual(['Ürün sepetten çıkarıldıGeri al'])
  await press(900)
  expect(shown()).toEqual([])
})

test('the next press dismisses a message without an action, however soon it comes', async () => {
  const { toast, press } = await open()
  toast.warning('Yetersiz stok')
  await shows(() => shown().length === 1)
  await press(100)
  expect(shown()).toEqual([])
})

test('the undo of a whole cart remains after presses, until the next such undo or the end of the session', async () => {
  const { CUSTOMER } = await import('../testing/samples.ts')
  const { endSession, startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { toastWholeCart } = await import('../cart/whole-cart-toast.ts')
  const { press } = await open()
  toastWholeCart({ text: '3 ürün sepete eklendi', undo: ACTION.onClick })
  await shows(() => shown().length === 1)
  for (const after of [480, 1500, 3000]) await press(after)
  expect(shown()).toEqual(['3 ürün sepete eklendiGeri al'])
  toastWholeCart({ text: 'Sepet boşaltıldı', undo: ACTION.onClick })
  await shows(() => shown().join() === 'Sepet boşaltıldıGeri al')
  endSession('left')
  await shows(() => shown().length === 0)
})
