import { ArrowUp, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../ui/announce.ts'
import { classNames } from '../ui/class-names.ts'
import { wholeText } from '../ui/number-text.ts'
import { TOO_SOON } from '../ui/too-soon.ts'
import type { Waiting } from './steady-list.ts'

type NewRowsProps = {
  waiting: Waiting
  /** What a row is: 'sipariş'. */
  noun: string
  /**
   * Above a table's header, at a list's upper edge (also below a sticky search), below a sticky element, between a fixed
   * header and a scroll box, or left of the end of a heading. For the last three, render it inside the element it is
   * positioned by.
   */
  place: keyof typeof PLACES
}

/**
 * A button above a list that announces rows that arrived while the list was open. It takes no space, so that nothing
 * moves when it appears; pressing it shows the new rows and scrolls to the first of them.
 */
export function NewRows({ waiting, noun, place }: NewRowsProps) {
  const { added, isAllNew, isOutdated, show } = waiting
  const spot = useRef<HTMLDivElement>(null)
  const text =
    added > 0
      ? `${wholeText(added)}${isAllNew ? '+' : ''} yeni ${noun}`
      : isOutdated
        ? 'Liste değişti, güncelle'
        : undefined
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  const press = () => {
    show()
    focusFirstRow(listOf(spot.current))
  }
  return (
    <div ref={spot} className={PLACES[place]}>
      {text && (
        <Pill key={added > 0 ? 'added' : 'changed'} isAdded={added > 0} onPress={press} place={place}>
          {text}
        </Pill>
      )}
    </div>
  )
}

const PLACES = {
  head: 'sticky top-(--sticky-top) z-20 flex h-0 justify-center max-sm:justify-end print:hidden',
  edge: 'sticky top-[calc(var(--sticky-top)+1.75rem)] z-10 flex h-0 items-center justify-center print:hidden',
  search: 'sticky top-[calc(var(--sticky-top)+5.25rem)] z-10 flex h-0 items-center justify-center print:hidden',
  below: 'absolute inset-x-0 top-full flex h-0 items-center justify-center print:hidden',
  between: 'relative z-10 flex h-0 items-center justify-center',
  beside: 'absolute inset-y-0 right-full mr-3 flex items-center max-sm:[&_svg]:hidden print:hidden',
}

type PillProps = { isAdded: boolean; place: NewRowsProps['place']; onPress: () => void; children: string }

function Pill({ isAdded, place, onPress, children }: PillProps) {
  const [isNoticed, setNoticed] = useState(false)
  useEffect(() => {
    // An earlier press was meant for the element beneath.
    const timer = setTimeout(() => setNoticed(true), TOO_SOON)
    return () => clearTimeout(timer)
  }, [])
  const Icon = isAdded ? ArrowUp : RotateCw
  return (
    <button
      type="button"
      onClick={onPress}
      className={classNames(
        'relative inline-flex h-8 shrink-0 animate-appear items-center gap-1.5 whitespace-nowrap rounded-full bg-brand px-3 font-medium text-on-brand text-sm transition-colors hover:bg-brand-hover',
        // A touch target slightly larger than the button.
        'after:-inset-x-2 after:-inset-y-1.5 after:absolute',
        place === 'head' && 'mt-1',
        // Keeps clear of the filters above.
        (place === 'edge' || place === 'search' || place === 'below') && 'top-1',
        place !== 'beside' && 'shadow-float',
        !isNoticed && 'pointer-events-none',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </button>
  )
}

/** The first row is rendered shortly after scrolling to it: within this many frames at most. */
const MAX_FRAMES = 30

/** Scrolls the first row of a list into view and focuses it. */
function focusFirstRow(list: Element | null | undefined, frames = MAX_FRAMES) {
  if (!list || frames === 0) return
  requestAnimationFrame(() => {
    const first = list.querySelector<HTMLElement>('[data-index="0"]')
    if (first) {
      first.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const target = first.hasAttribute('tabindex') ? first : first.querySelector<HTMLElement>('a, button, summary')
      // A row without controls takes the focus itself.
      if (!target) first.tabIndex = -1
      ;(target ?? first).focus({ preventScroll: true })
    } else {
      list.scrollIntoView({ block: 'start', behavior: 'instant' })
      focusFirstRow(list, frames - 1)
    }
  })
}

/** The nearest ancestor of the button that has rows. */
function listOf(button: Element | null) {
  let list = button?.parentElement
  while (list && !list.querySelector('[data-index]')) list = list.parentElement
  return list
}
