import { type Column, type Obstacle, placesOf } from './toast-geometry.ts'

/** The selector of the toasts' container. */
export const TOASTS = '[data-sonner-toaster]'
const VISIBLE_TOASTS = '[data-sonner-toast][data-visible=true][data-removed=false]'

/** Controls, and error messages. */
const CONTROLS = 'button, input, select, textarea, summary, [role=tab], [role=combobox], [role=alert], a[href]'
/** Behind a dialog, or inert. */
const UNREACHABLE = `${TOASTS}, [aria-hidden=true], [inert]`
/** Links that look like text, and figures that filter; a link that looks like a button counts as a control. */
const LINK = 'a:not([class*="rounded-md border"]), dl button'
/** The content of fields must remain visible, whereas presses on a button pass through a toast. */
const FIELD = 'input:not([type=checkbox]), select, textarea'
const COSTS = { field: 30, control: 10, link: 0.02 }

/** The margin between toasts and the window's edges or sticky bars, in pixels. */
const MARGIN = 4
/** How long without scroll events until a scroll counts as ended, in milliseconds. */
const SCROLL_END_DELAY = 120

/**
 * Keeps toasts from covering controls as the page changes; returns a stop function. The toasts' container stacks them
 * from `--toasts-top` on, `gap` apart; each is translated from there.
 */
export function keepClearOfControls(gap: number): () => void {
  const tops = new WeakMap<HTMLElement, number>()
  let top: number | undefined
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const place = () => {
    const list = document.querySelector(TOASTS)
    if (!list) return
    const shown = Array.from(list.querySelectorAll<HTMLElement>(VISIBLE_TOASTS))
    const column = columnOf(list, gap)
    // The style is observed below: writing the same value again would cause an endless loop.
    if (top !== column.top) document.documentElement.style.setProperty('--toasts-top', `${column.top}px`)
    top = column.top
    const toasts = shown.map(toast => ({ height: toast.offsetHeight, button: buttonOf(toast), top: tops.get(toast) }))
    let listed = column.top
    for (const [at, position] of placesOf(toasts, column, obstaclesIn(column)).entries()) {
      const toast = shown[at]
      if (!toast) continue
      toast.style.translate = `0 ${position - listed}px`
      tops.set(toast, position)
      listed += toast.offsetHeight + gap
    }
  }
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  const placeLater = () => {
    clearTimeout(timer)
    timer = setTimeout(place, SCROLL_END_DELAY)
  }
  const observer = new MutationObserver(placeSoon)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  // The style of the root element has the heights of the sticky bars.
  observer.observe(document.documentElement, { attributeFilter: ['style'] })
  // Controls also move without a change of the document, when a picture has loaded or a line wraps.
  const resizes = new ResizeObserver(placeSoon)
  for (const element of document.querySelectorAll('body, #content')) resizes.observe(element)
  addEventListener('resize', placeSoon)
  addEventListener('scroll', placeLater, { capture: true, passive: true })
  place()
  return () => {
    observer.disconnect()
    resizes.disconnect()
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    removeEventListener('resize', placeSoon)
    removeEventListener('scroll', placeLater, { capture: true })
  }
}

/** The position of a toast's button relative to the toast, correct while either is moving. */
function buttonOf(toast: HTMLElement) {
  const button = toast.querySelector('button')?.getBoundingClientRect()
  if (!button) return undefined
  const { top } = toast.getBoundingClientRect()
  return { left: button.left, right: button.right, top: button.top - top, bottom: button.bottom - top }
}

function columnOf(list: Element, gap: number): Column {
  const { left, right } = list.getBoundingClientRect()
  return {
    top: stickyEdge('top') + MARGIN,
    bottom: innerHeight - stickyEdge('bottom') - MARGIN,
    left,
    right,
    gap,
  }
}

const stickyEdge = (edge: 'top' | 'bottom') =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--sticky-${edge}`)) || 0

/** The controls in the area of the toasts. */
function obstaclesIn({ top, bottom, left, right }: Column): Obstacle[] {
  return Array.from(document.querySelectorAll(CONTROLS)).flatMap(control => {
    const box = control.getBoundingClientRect()
    const isBeside = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom
    if (isBeside || box.width === 0 || control.closest(UNREACHABLE)) return []
    const cost = control.matches(FIELD) ? COSTS.field : control.matches(LINK) ? COSTS.link : COSTS.control
    return [{ top: box.top, bottom: box.bottom, left: box.left, right: box.right, cost }]
  })
}
