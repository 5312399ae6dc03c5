import { type ReactNode, useEffect, useRef } from 'react'
import { TAGLINE } from '#contract/settings.ts'
import { Brand } from '../shell/brand.tsx'
import { hasNavigated } from '../ui/router.tsx'
import { useScrollMemory } from '../ui/scroll-memory.ts'

type AccountPageProps = {
  /** Each state of a screen has its own title, to which the focus moves. */
  title: string
  /** Messages above the form. */
  notices?: ReactNode
  /** Links to related screens. */
  links?: ReactNode
  /** Whether the screen has text to read instead of a form. */
  isText?: boolean
  children: ReactNode
}

/** The layout of the logged-out screens: one form, and links to the others. */
export function AccountPage({ title, notices, links, isText, children }: AccountPageProps) {
  const heading = useFocusOnTitle(title)
  useScrollMemory()
  return (
    <div className="flex min-h-dvh flex-col items-center px-gutter py-10 sm:justify-center">
      <title>{title}</title>
      <main className={`grid w-full gap-6 ${isText ? 'max-w-prose' : 'max-w-form'}`}>
        <div className="grid justify-items-center gap-1 text-center">
          <Brand />
          <p className="text-ink-soft text-sm">{TAGLINE}</p>
        </div>
        {notices}
        <div className="grid gap-6 rounded-md border border-line bg-surface p-6">
          <h1 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
            {title}
          </h1>
          {children}
        </div>
        {links && (
          <nav aria-label="Diğer girişler" className="flex flex-wrap justify-center gap-x-6">
            {links}
          </nav>
        )}
      </main>
    </div>
  )
}

/** The styles of a link on these screens. */
export const ACCOUNT_LINK = 'inline-flex min-h-control items-center gap-2 text-link'

/** The label of the link to the login. */
export const BACK_TO_LOGIN = 'Giriş sayfasına dön'

// Moves the focus to each new title, except on a page just loaded by the browser, which screen readers announce anyway.
function useFocusOnTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const announced = useRef(hasNavigated() ? undefined : title)
  useEffect(() => {
    if (announced.current === title) return
    announced.current = title
    heading.current?.focus()
  }, [title])
  return heading
}
