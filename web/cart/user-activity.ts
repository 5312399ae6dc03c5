/**
 * How long after a press or a keystroke the user still counts as busy, in milliseconds: another is likely to follow.
 */
const PAUSE = 1_000

/** Whether the user is pressing or typing. */
export type UserActivity = {
  /** Whether a change of the screen could move an element under a finger, or discard a quantity that is being typed. */
  isBusy: () => boolean
  stop: () => void
}

/** Watches the user's presses and keys until it is stopped. */
export function watchUserActivity(): UserActivity {
  const watching = new AbortController()
  let isPressed = false
  let typedIn: EventTarget | null = null
  let last = Number.NEGATIVE_INFINITY
  const listen = (name: keyof DocumentEventMap, act: (event: Event) => void) =>
    document.addEventListener(
      name,
      event => {
        last = Date.now()
        act(event)
      },
      { capture: true, passive: true, signal: watching.signal },
    )
  const press = (now: boolean) => () => {
    isPressed = now
  }
  listen('pointerdown', press(true))
  listen('pointerup', press(false))
  listen('pointercancel', press(false))
  listen('keydown', event => {
    // Enter commits a quantity.
    if (event instanceof KeyboardEvent && event.key === 'Enter') typedIn = null
  })
  listen('input', ({ target }) => {
    typedIn = target
  })
  listen('focusout', () => {
    typedIn = null
  })
  return {
    isBusy: () => isPressed || Date.now() - last < PAUSE || (typedIn !== null && typedIn === document.activeElement),
    stop: () => watching.abort(),
  }
}
