import { type Column, type Obstacle, placesOf } from './toast-place.ts'

/** What holds the toasts, as a selector. */
export const TOASTS = '[data-sonner-toaster]'
const STANDING = '[data-sonner-toast][data-visible=true][data-removed=false]'

/** What is pressed or typed into, and what says that something is wrong with it. */
const CONTROLS = 'button, input, select, textarea, summary, [role=tab], [role=combobox], [role=alert], a[href]'
/** Behind a dialog, or out of use. */
const OUT_OF_REACH = `${TOASTS}, [aria-hidden=true], [inert]`
/** A link that looks like a button is one; of others, words stand elsewhere, too. */
const LINK = 'a:not([class*="rounded-md border"])'
const COSTS = { control: 10, link: 0.02 }

/** How far toasts stay away from the window's edges and what sticks to them, in pixels. */
const MARGIN = 8
/** A scroll that pauses so long has ended, in milliseconds. */
const SCROLL_ENDS = 120

/**
 * Keeps toasts where they cover no control, whatever the page becomes; answers how to stop that. The list that holds them
 * stands one below the other from `--toasts-top` on, `gap` apart; each is moved from there. One whose button could only lie
 * over a control gets `data-through`: the press belongs to the control.
 */
export function keepClear(gap: number): () => void {
  const tops = new WeakMap<HTMLElement, number>()
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const place = () => {
    const list = document.querySelector(TOASTS)
    if (!list) return
    const shown = Array.from(list.querySelectorAll<HTMLElement>(STANDING))
    const column = columnOf(list, gap)
    document.documentElement.style.setProperty('--toasts-top', `${column.top}px`)
    const toasts = shown.map(toast => ({ height: toast.offsetHeight, button: buttonOf(toast), top: tops.get(toast) }))
    let listed = column.top
    for (const [at, { top, isOverControl }] of placesOf(toasts, column, obstaclesIn(column)).entries()) {
      const toast = shown[at]
      if (!toast) continue
      toast.style.translate = `0 ${top - listed}px`
      toast.toggleAttribute('data-through', isOverControl)
      tops.set(toast, top)
      listed += toast.offsetHeight + gap
    }
  }
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  const placeLater = () => {
    clearTimeout(timer)
    timer = setTimeout(place, SCROLL_ENDS)
  }
  const observer = new MutationObserver(placeSoon)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  // Pictures that load and lines that wrap move controls without a change of the tree.
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

/** A toast's button as it lies in it, while either may still be moving. */
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

/** The controls in the part of the window where toasts may stand. */
function obstaclesIn({ top, bottom, left, right }: Column): Obstacle[] {
  return Array.from(document.querySelectorAll(CONTROLS)).flatMap(control => {
    const box = control.getBoundingClientRect()
    const isBeside = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom
    if (isBeside || box.width === 0 || control.closest(OUT_OF_REACH)) return []
    const cost = control.matches(LINK) ? COSTS.link : COSTS.control
    return [{ top: box.top, bottom: box.bottom, left: box.left, right: box.right, cost }]
  })
}
