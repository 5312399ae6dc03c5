import { expect, onTestFinished, test, vi } from 'vitest'
import { INITIAL_STATUS, ORDER_STATUSES } from '#contract/order-status.ts'
import type { ApiError } from '../api.ts'
import { ADMIN, CUSTOMER, ORDER_ID } from '../testing/samples.ts'
import { announced, button, openScreen } from '../testing/screen.ts'

const LATER = ORDER_STATUSES.find(status => status !== INITIAL_STATUS) ?? INITIAL_STATUS
const QUESTION = 'Siparişi iptal etmek istediğinizden emin misiniz?'

type Cancel = (reason: string, showError: (error: ApiError) => void) => Promise<void>

async function openQuestion(cancel: Cancel = () => Promise.resolve()) {
  // Loaded on demand by the app; imported here, so that the test need not wait.
  await import('../ui/confirm-dialog-content.tsx')
  const { CancelOrderDialog } = await import('./cancel-order.tsx')
  const closed: boolean[] = []
  const dialog = (status: typeof LATER) => (
    <CancelOrderDialog
      order={{ id: ORDER_ID, status }}
      open
      onOpenChange={open => closed.push(open)}
      question={QUESTION}
      cancel={cancel}
      busy={false}
    >
      Sipariş iptal edilecek.
    </CancelOrderDialog>
  )
  const { act, show, unmount } = await openScreen(dialog(INITIAL_STATUS))
  return { act, change: (status = LATER) => show(dialog(status)), closed, unmount }
}

function giveReason(reason: string) {
  const field = document.querySelector('textarea')
  if (!field) throw new Error('There is no reason to give')
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, reason)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const shown = () => document.querySelector('[role=alertdialog]')?.textContent ?? ''
const buttons = () => Array.from(document.querySelectorAll('[role=alertdialog] button'), one => one.textContent)

test('when the order changes status while the question is open, the reason replaces the question', async () => {
  const { change, closed } = await openQuestion()
  expect([shown().includes(QUESTION), buttons()]).toEqual([true, ['Vazgeç', 'Siparişi iptal et']])
  await change()
  expect(shown()).toMatch(/^Sipariş bu arada değişti, durumu: .+\. Artık iptal edilemez\.Kapat$/)
  expect(await announced()).toContain('Sipariş bu arada değişti')
  button('Kapat').click()
  expect(closed).toEqual([false])
})

test('a status that an older app does not know also replaces the question', async () => {
  const { change } = await openQuestion()
  await change(JSON.parse('"kargoda"'))
  expect(shown()).toBe('Sipariş bu arada değişti, durumu: bilinmiyor. Artık iptal edilemez.Kapat')
})

test('the user’s own cancellation does not replace the question', async () => {
  let finish = () => undefined as void
  const { act, change } = await openQuestion(() => new Promise(resolve => (finish = resolve)))
  await act(async () => button('Siparişi iptal et').click())
  await change()
  expect(shown()).toContain(QUESTION)
  await act(async () => finish())
})

test.each([
  ['without a decision keeps the question', 502, []],
  ['refused by the server closes it', 409, [false]],
])('a cancellation %s', async (_, status, expected) => {
  const { ApiError: Failed } = await import('../api.ts')
  const { act, closed } = await openQuestion(async (_reason, showError) => showError(new Failed(status, '', 'Olmadı')))
  await act(async () => button('Siparişi iptal et').click())
  expect(closed).toEqual(expected)
})

test('a cancellation without a reply keeps the question, even if the order is cancelled, and can be repeated', async () => {
  const { ApiError: Failed } = await import('../api.ts')
  const replies = [0, 200]
  const sent: string[] = []
  const { act, change, closed } = await openQuestion(async (reason, showError) => {
    sent.push(reason)
    const status = replies.shift()
    if (status !== 200) showError(new Failed(status ?? 0, '', 'Olmadı'))
  })
  await act(async () => giveReason('Vazgeçtik'))
  await act(async () => button('Siparişi iptal et').click())
  await change()
  expect([shown().includes(QUESTION), shown().includes('iptal edilip edilmediği bilinmiyor')]).toEqual([true, true])
  await act(async () => giveReason('Vazgeçtik artık'))
  await act(async () => button('Siparişi iptal et').click())
  expect([sent, closed]).toEqual([['Vazgeçtik', 'Vazgeçtik'], [false]])
})

test('a repetition that is refused for too many requests leaves it unknown whether the order was cancelled', async () => {
  const { ApiError: Failed } = await import('../api.ts')
  const replies = [0, 429, 409]
  const { act, change, closed } = await openQuestion(async (_reason, showError) =>
    showError(new Failed(replies.shift() ?? 0, '', 'Olmadı')),
  )
  await act(async () => button('Siparişi iptal et').click())
  await act(async () => button('Siparişi iptal et').click())
  await change()
  expect([closed, shown().includes('iptal edilip edilmediği bilinmiyor')]).toEqual([[], true])
  await act(async () => button('Siparişi iptal et').click())
  expect(closed).toEqual([false])
})

test('a cancellation that is refused for too many requests at once closes the question', async () => {
  const { ApiError: Failed } = await import('../api.ts')
  const { act, closed } = await openQuestion(async (_reason, showError) => showError(new Failed(429, '', 'Olmadı')))
  await act(async () => button('Siparişi iptal et').click())
  expect(closed).toEqual([false])
})

test('without a network, the question states that, and cannot be confirmed', async () => {
  const { act } = await openQuestion()
  const confirm = button('Siparişi iptal et')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => dispatchEvent(new Event('offline')))
  expect([confirm.matches(':disabled'), shown().includes('İnternet bağlantısı yok.')]).toEqual([true, true])
  online.mockReturnValue(true)
  await act(async () => dispatchEvent(new Event('online')))
  expect([confirm.matches(':disabled'), shown().includes('İnternet bağlantısı yok.')]).toEqual([false, false])
})

test('a typed reason is restored for the same user after the session has expired', async () => {
  const { startSession, endSession } = await import('../current-session.ts')
  onTestFinished(() => localStorage.clear())
  startSession(CUSTOMER)
  const { act, unmount } = await openQuestion()
  await act(async () => giveReason('Fazla verdik'))
  await act(async () => endSession('ended'))
  await unmount()
  const reason = () => document.querySelector('textarea')?.value
  startSession(CUSTOMER)
  const again = await openQuestion()
  expect(reason()).toBe('Fazla verdik')
  await again.unmount()
  startSession(ADMIN)
  await openQuestion()
  expect(reason()).toBe('')
})
