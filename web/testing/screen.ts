import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { until } from './portal.ts'

/** Renders into the page, and again with `show`; `act` is React's. `unmount` ends it before the test does. */
export async function openScreen(content: ReactNode) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { act } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const show = (shown: ReactNode) => act(async () => root.render(shown))
  const unmount = () => act(async () => root.unmount())
  onTestFinished(async () => {
    await unmount()
    host.remove()
  })
  await show(content)
  return { act, show, unmount }
}

/** The field with this label. */
export function field(label: string): HTMLInputElement {
  const found = Array.from(document.querySelectorAll('label')).find(({ textContent }) =>
    textContent.replace(/ \*$/, '').endsWith(label),
  )
  const input = found && (found.control ?? found.querySelector('input'))
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label}`)
  return input
}

/** The button, tab or link with this text. */
export function button(text: string): HTMLElement {
  const found = Array.from(document.querySelectorAll<HTMLElement>('button, a')).find(one => one.textContent === text)
  if (!found) throw new Error(`There is no button ${text}`)
  return found
}

/** Types as a user does: React notices a value only through the native setter and an event. */
export function typeIn(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** What is announced to screen readers, a frame from now. */
export async function announced(): Promise<string> {
  await new Promise(resolve => requestAnimationFrame(resolve))
  // Each test has loaded the app anew, and has a region of its own.
  return Array.from(document.querySelectorAll('[role=status].sr-only')).at(-1)?.textContent ?? ''
}

/** Waits until the screen shows something that does not follow from an `act`, such as what a response leads to. */
export async function shows(condition: () => boolean) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await until(condition)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

/** jsdom has neither layout nor ResizeObserver, with which tables measure themselves and toasts are placed. */
export function stubResizeObserver() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
