import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PickingLine } from '#contract/order-lots.ts'

/** How long after touching a line the user counts as ticking lines, in ms. */
const TICKING_TIME = 10_000
const TOUCH_EVENTS = ['pointerdown', 'pointermove', 'keydown'] as const

type Lines = readonly PickingLine[]

/**
 * The lines that are shown: while the user ticks lines in the element `within`, changes wait, since they could move
 * another line under the finger. `areHeld` if changes are waiting. `showLatest` shows them at once, `showNext` the next
 * ones, which the user has made.
 */
export function useHeldLines(latest: Lines, within: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState(latest)
  const [isTicking, setTicking] = useState(false)
  /** The lines that the user has changed. */
  const [left, setLeft] = useState<Lines>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const element = within.current
    const onTouch = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setTicking(false), TICKING_TIME)
      setTicking(true)
    }
    for (const kind of TOUCH_EVENTS) element?.addEventListener(kind, onTouch)
    return () => {
      clearTimeout(timer.current)
      for (const kind of TOUCH_EVENTS) element?.removeEventListener(kind, onTouch)
    }
  }, [within])
  const lines = isTicking && shown !== left ? shown : latest
  if (lines !== shown) setShown(lines)
  return {
    lines,
    areHeld: lines !== latest,
    showLatest: () => setTicking(false),
    showNext: () => {
      setShown(latest)
      setLeft(latest)
    },
  }
}
