import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { until } from './scripted-server.ts'

/**
 * Renders into the page until the end of the test. `show` renders again, `act` is React's, `unmount` ends it earlier.
 */
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
  const found = findButton(text)
  if (!found) throw new Error(`There is no button ${text}`)
  return found
}

/** Whether there is a button, tab or link with this text. */
export const hasButton = (text: string) => findButton(text) !== undefined

const findButton = (text: string) =>
  Array.from(document.querySelectorAll<HTMLElement>('button, a')).find(({ textContent }) => textContent === text)

/** Types as a user does: React notices a value only through the native setter and an event. */
export function typeIn(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Resolves to the text announced to screen readers, after the next frame. */
export async function announced(): Promise<string> {
  await new Promise(resolve => requestAnimationFrame(resolve))
  // Each test loads the app again, with its own region; the last one is the current test's.
  return Array.from(document.querySelectorAll('[role=status].sr-only')).at(-1)?.textContent ?? ''
}

/** Waits until the screen shows the result of something outside of `act`, such as a response. */
export async function shows(condition: () => boolean | Promise<boolean>) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await until(condition)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

/** Waits until the button with this text accepts presses: some ignore them for a moment after they have appeared. */
export async function accepts(text: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  // Not with `until`, which would use the processor meanwhile.
  await vi.waitUntil(() => button(text).getAttribute('aria-disabled') !== 'true', { timeout: 60_000 })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

/** Whether a held Enter goes on pressing a button: browsers click it for each repetition that is not prevented. */
export const acceptsHeldEnter = (pressed: HTMLElement) =>
  pressed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true }))

/** Stubs ResizeObserver, which jsdom lacks; tables use it to measure themselves, and toasts to find their place. */
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

/** Makes every focused element count as focused by the keyboard: jsdom finds none with `:focus-visible`. */
export function stubFocusVisible() {
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selectors: string) {
    return selectors === ':focus-visible' || this.closest(selectors) === this
  })
}
