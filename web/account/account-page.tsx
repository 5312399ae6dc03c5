import { type ReactNode, useEffect, useRef } from 'react'
import { TAGLINE } from '#contract/settings.ts'
import { Brand } from '../parts/brand.tsx'
import { hasMoved } from '../ui/router.tsx'
import { useScrollMemory } from '../ui/scroll-memory.ts'

type AccountPageProps = {
  /** Each state of a screen has its own: readers of the screen are led to it. */
  title: string
  /** What is to be known before the form is filled in. */
  notices?: ReactNode
  /** Where else one may want to go. */
  links?: ReactNode
  children: ReactNode
}

/** A screen for those who are not inside yet: one form, and the ways to the others. */
export function AccountPage({ title, notices, links, children }: AccountPageProps) {
  const heading = useLedTo(title)
  useScrollMemory()
  return (
    <div className="flex min-h-dvh flex-col items-center px-gutter py-10 sm:justify-center">
      <title>{title}</title>
      <main className="grid w-full max-w-form gap-6">
        <div className="grid justify-items-center gap-1 text-center">
          <Brand />
          <p className="text-ink-soft text-sm">{TAGLINE}</p>
        </div>
        {notices}
        <div className="grid gap-6 rounded-lg border border-line bg-surface p-6">
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

/** What a link on these screens looks like. */
export const ACCOUNT_LINK = 'inline-flex min-h-control items-center gap-2 text-link'

/** The way back from a screen that is not the login. */
export const BACK_TO_LOGIN = 'Giriş sayfasına dön'

// A page that the browser itself has just opened is read out anyway.
function useLedTo(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const told = useRef(hasMoved() ? undefined : title)
  useEffect(() => {
    if (told.current === title) return
    told.current = title
    heading.current?.focus()
  }, [title])
  return heading
}
