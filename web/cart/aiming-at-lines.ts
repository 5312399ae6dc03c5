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

/** How long after touching a line the user counts as aiming at one, in ms: a finger does not leave it visibly. */
const AIMING_TIME = 10_000

function watch(listener: () => void) {
  const unsubscribe = isAt.subscribe(listener)
  let [isPointed, isFocused] = [false, false]
  let end: ReturnType<typeof setTimeout> | undefined
  const update = () => isAt.set(isPointed || isFocused)
  const onPointer = ({ target, pointerType }: PointerEvent) => {
    clearTimeout(end)
    isPointed = isInLines(target)
    // A removed element loses the focus without an event.
    isFocused = isFocused && isInLines(document.activeElement)
    if (isPointed && pointerType !== 'mouse')
      end = setTimeout(() => {
        isPointed = false
        update()
      }, AIMING_TIME)
    update()
  }
  const onFocus = ({ type, target, relatedTarget }: FocusEvent) => {
    // The element that gets the focus is not known to show it yet.
    isFocused = type === 'focusout' ? isFocused && isInLines(relatedTarget) : isInLines(target) && isVisible(target)
    update()
  }
  for (const kind of POINTER_EVENTS) addEventListener(kind, onPointer)
  for (const kind of FOCUS_EVENTS) addEventListener(kind, onFocus)
  return () => {
    unsubscribe()
    clearTimeout(end)
    isAt.set(false)
    for (const kind of POINTER_EVENTS) removeEventListener(kind, onPointer)
    for (const kind of FOCUS_EVENTS) removeEventListener(kind, onFocus)
  }
}

const POINTER_EVENTS = ['pointermove', 'pointerdown'] as const
const FOCUS_EVENTS = ['focusin', 'focusout'] as const

const isInLines = (node: EventTarget | null) => node instanceof Element && node.closest(CART_LINES) !== null
const isVisible = (node: EventTarget | null) => node instanceof Element && node.matches(':focus-visible')
