import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PickingLine } from '#contract/order-lots.ts'
import { useHasSettled } from '../../../ui/accepts-press.ts'
import { partsOf } from './scanned-part.ts'

/** How long after touching a line the user counts as ticking lines, in ms. */
const TICKING_TIME = 10_000
const TOUCH_EVENTS = ['pointerdown', 'pointermove', 'keydown'] as const

type Lines = readonly PickingLine[]

/**
 * The lines that are shown: while the user ticks lines in the element `within`, changes wait, since they could move
 * another line under the finger. `areHeld` if other parts than the shown ones would be picked, `areRead` unless the
 * shown parts have just changed. `showLatest` shows waiting changes at once, `showNext` the user's own next change.
 */
export function useHeldLines(latest: Lines, within: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState(latest)
  const [isTicking, setTicking] = useState(false)
  /** The lines before a change by the user, which does not wait. */
  const [changedByUser, setChangedByUser] = useState<Lines>()
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
  const lines = isTicking && shown !== changedByUser ? shown : latest
  if (lines !== shown) setShown(lines)
  const parts = partKeys(lines)
  return {
    lines,
    areHeld: parts !== partKeys(latest),
    areRead: useHasSettled(parts),
    showLatest: () => setTicking(false),
    showNext: () => {
      setShown(latest)
      setChangedByUser(latest)
    },
  }
}

const partKeys = (lines: Lines) => lines.flatMap(line => partsOf(line).map(({ key }) => key)).join()
