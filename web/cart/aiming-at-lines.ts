import { useSyncExternalStore } from 'react'
import { useIsPressed } from '../lists/steady-list.ts'
import { createStore } from '../ui/store.ts'

/** The selector of the open cart's lines. */
export const CART_LINES = '#cart-lines'

/**
 * Whether the user points at a line of the open cart, has touched one just now, types in one, or presses anything:
 * nothing may move then. False, without a render at each movement, unless `isAsked`.
 */
export function useIsAimingAtLines(isAsked: boolean): boolean {
  const isPressed = useIsPressed(isAsked)
  const isAtLine = useSyncExternalStore(watch, () => isAsked && isAt.get())
  return isPressed || isAtLine
}

const isAt = createStore(false)

/** How long after a touch, a key or taking the focus the user counts as aiming, in ms, if no event marks the end. */
const AIMING_TIME = 10_000

function watch(listener: () => void) {
  const unsubscribe = isAt.subscribe(listener)
  let [isPointed, isTouched] = [false, false]
  let end: ReturnType<typeof setTimeout> | undefined
  const update = () => isAt.set(isPointed || isTouched)
  const touch = (isNow: boolean) => {
    clearTimeout(end)
    isTouched = isNow
    if (isNow) end = setTimeout(touch, AIMING_TIME, false)
    update()
  }
  const onPointer = ({ target, pointerType }: PointerEvent) => {
    const isMouse = pointerType === 'mouse'
    isPointed = isMouse && isInLines(target)
    if (!isMouse && isInLines(target)) touch(true)
    // A removed element loses the focus without an event.
    else if (!isInLines(document.activeElement)) touch(false)
    update()
  }
  const onLeave = ({ relatedTarget = null }: Event & { relatedTarget?: EventTarget | null }) => {
    // The pointer has left the window, or another window has the focus.
    if (relatedTarget === null) isPointed = false
    update()
  }
  const onFocus = ({ type, target, relatedTarget }: FocusEvent) => {
    if (type === 'focusout') {
      if (!isInLines(relatedTarget)) touch(false)
    } else if (isInLines(target) && isVisible(target)) touch(true)
  }
  const onKey = ({ target }: Event) => isInLines(target) && touch(true)
  for (const kind of POINTER_EVENTS) addEventListener(kind, onPointer)
  for (const kind of LEAVE_EVENTS) addEventListener(kind, onLeave)
  for (const kind of FOCUS_EVENTS) addEventListener(kind, onFocus)
  addEventListener('keydown', onKey)
  return () => {
    unsubscribe()
    clearTimeout(end)
    isAt.set(false)
    for (const kind of POINTER_EVENTS) removeEventListener(kind, onPointer)
    for (const kind of LEAVE_EVENTS) removeEventListener(kind, onLeave)
    for (const kind of FOCUS_EVENTS) removeEventListener(kind, onFocus)
    removeEventListener('keydown', onKey)
  }
}

const POINTER_EVENTS = ['pointermove', 'pointerdown'] as const
const LEAVE_EVENTS = ['pointerout', 'blur'] as const
const FOCUS_EVENTS = ['focusin', 'focusout'] as const

const isInLines = (node: EventTarget | null) => node instanceof Element && node.closest(CART_LINES) !== null
const isVisible = (node: EventTarget | null) => node instanceof Element && node.matches(':focus-visible')
