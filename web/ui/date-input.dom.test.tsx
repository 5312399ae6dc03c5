import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DateInput } from './date-input.tsx'

function render(day: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => {
    act(() => root.unmount())
    box.remove()
  })
  act(() => root.render(<DateInput defaultValue={day} />))
  const input = box.querySelector('input')
  if (!input) throw new Error('there is no field')
  return { input, isEmpty: () => input.hasAttribute('data-empty') }
}

test('a date field without a value is marked as empty until a date is typed', () => {
  const { input, isEmpty } = render('')
  expect(isEmpty()).toBe(true)
  input.value = '2026-05-01'
  act(() => void input.dispatchEvent(new Event('input', { bubbles: true })))
  expect(isEmpty()).toBe(false)
})

test('a date field with a value, or with a part of a date, is not', () => {
  expect(render('2026-05-01').isEmpty()).toBe(false)
  const { input, isEmpty } = render('')
  vi.spyOn(input.validity, 'badInput', 'get').mockReturnValue(true)
  act(() => void input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(isEmpty()).toBe(false)
})
