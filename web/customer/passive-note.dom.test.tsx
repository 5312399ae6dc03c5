import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { shows } from '../testing/screen.ts'

test('the note is shown as soon as the customer becomes passive, until the customer is active again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { setAccountActive, startSession } = await import('../current-session.ts')
  const { PassiveNote } = await import('./passive-note.tsx')
  startSession(CUSTOMER)
  const page = document.createElement('div')
  const root = createRoot(page)
  onTestFinished(() => act(() => root.unmount()))
  await act(async () => root.render(<PassiveNote />))
  expect(page.textContent).toBe('')
  await act(async () => setAccountActive(false, CUSTOMER.token))
  await shows(() => page.textContent.includes('Hesabınız pasif durumda; sipariş verilemez'))
  await act(async () => setAccountActive(true, CUSTOMER.token))
  expect(page.textContent).toBe('')
})
