import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from '../ui/router.tsx'
import { useScrollMemory } from '../ui/scroll-memory.ts'

type FrameProps = {
  /** Stays at the window's upper edge. */
  header: ReactNode
  /** Stays at its lower edge. */
  bar?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** What every screen of an audience stands in. Readers of the screen are led to each new page's content. */
export function Frame({ header, bar, footer, children }: FrameProps) {
  const top = useEdge('top')
  const bottom = useEdge('bottom')
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  useScrollMemory()
  useEffect(() => {
    if (opened.current === pathname) return
    opened.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
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
        <OnTheWay />
      </header>
      {/* The footer begins below the window, so that it never jumps when a list arrives. */}
      <main ref={main} id="content" tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] flex-1 print:min-h-0">
        {children}
      </main>
      <div className="print:hidden">{footer}</div>
      <div ref={bottom} className="sticky bottom-0 z-30 print:hidden">
        {bar}
      </div>
    </div>
  )
}

/** A line beneath the header while the next screen is on its way; a quick one comes before it is seen. */
function OnTheWay() {
  if (!useLocation().isLeaving) return null
  return (
    <output aria-label="Sayfa açılıyor" className="absolute inset-x-0 -bottom-0.5 h-0.5 animate-late overflow-hidden">
      <span className="block h-full animate-breathe bg-brand-ink" />
    </output>
  )
}

/** Tells the page how tall what stays at an edge is, so that nothing sticks or scrolls beneath it. */
function useEdge(edge: 'top' | 'bottom') {
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
