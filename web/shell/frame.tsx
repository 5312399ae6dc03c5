import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from '../ui/router.tsx'
import { useScrollMemory } from '../ui/scroll-memory.ts'

export type MenuEntry = { to: string; label: string }

/** What each audience's shell receives: the frame around its screens. */
export type ShellProps = {
  /** The screens in the audience's menu, in display order. */
  menu: readonly MenuEntry[]
  children: ReactNode
}

/** The id of the element above the bar, into which a screen renders content that sticks to the window's foot. */
export const FOOT_ID = 'foot'

type FrameProps = {
  /** Sticks to the top of the window. */
  header: ReactNode
  /** Sticks to the bottom of the window. */
  bar?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The layout around every screen of an audience. Moves the focus to the content of each new page. */
export function Frame({ header, bar, footer, children }: FrameProps) {
  const top = useEdgeHeight('top')
  const bottom = useEdgeHeight('bottom')
  const main = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  const opened = useRef({ pathname, search })
  useScrollMemory()
  useEffect(() => {
    const last = opened.current
    opened.current = { pathname, search }
    // Another view of the same page takes the focus only if the link that led to it went with the view before.
    const isView = last.pathname === pathname && (last.search === search || document.activeElement !== document.body)
    if (!isView) main.current?.focus({ preventScroll: true })
  }, [pathname, search])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        onClick={event => {
          event.preventDefault()
          main.current?.focus()
        }}
        className="fixed top-2 left-2 z-50 rounded-md bg-brand px-4 py-2 font-medium text-on-brand not-focus:sr-only"
      >
        İçeriğe geç
      </a>
      <header ref={top} className="sticky top-0 z-30 border-line border-b bg-surface print:hidden">
        {header}
        <LoadingBar />
      </header>
      {/* At least as tall as the window, so that the footer does not jump when a list loads. */}
      <main ref={main} id="content" tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] flex-1 print:min-h-0">
        {children}
      </main>
      <div className="print:hidden">{footer}</div>
      <div ref={bottom} className="sticky bottom-0 z-30 print:hidden">
        <div id={FOOT_ID} />
        {bar}
      </div>
    </div>
  )
}

/** A progress line below the header while the next screen loads; it appears only after a delay. */
function LoadingBar() {
  if (!useLocation().isLeaving) return null
  return (
    <output aria-label="Sayfa açılıyor" className="absolute inset-x-0 -bottom-0.5 h-0.5 animate-late overflow-hidden">
      <span className="block h-full animate-breathe bg-brand-ink" />
    </output>
  )
}

/** Publishes the height of a sticky edge as a CSS variable, so that nothing sticks or scrolls beneath it. */
function useEdgeHeight(edge: 'top' | 'bottom') {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!element.current) return
    const page = document.documentElement.style
    const observer = new ResizeObserver(([entry]) => {
      page.setProperty(`--sticky-${edge}`, `${entry?.target.getBoundingClientRect().height ?? 0}px`)
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      page.removeProperty(`--sticky-${edge}`)
    }
  }, [edge])
  return element
}
