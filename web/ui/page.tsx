import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type PageProps = {
  title: string
  /** The window's title, where it differs from the heading. */
  windowTitle?: string
  /** Beside the title: a badge, or a view switch. */
  aside?: ReactNode
  description?: ReactNode
  /** The back link, above the title. */
  back?: ReactNode
  /** The primary action, with any secondary ones. */
  action?: ReactNode
  /** `Figures`. */
  figures?: ReactNode
  /** `prose` for forms and reading, `page` for everything else, `full` for wide tables. */
  width?: 'prose' | 'page' | 'full'
  children: ReactNode
}

// `prose` is about 65 letters wide; in `ch` the width would change when the font has loaded.
const WIDTHS = { prose: 'max-w-[41rem]', page: 'max-w-page', full: 'max-w-full' }

/** For views with titles of different lengths: keeps the control that switches between them in place. */
export const STEADY_CHOOSER = 'sm:[&_h1]:min-w-56'

/** The layout of a screen: header, key figures, content. */
export function Page(props: PageProps) {
  const { title, windowTitle, aside, description, back, action, figures, width = 'page', children } = props
  return (
    <div
      className={classNames(
        'mx-auto grid w-full min-w-0 grid-cols-1 content-start gap-6 px-gutter py-4 sm:py-6',
        WIDTHS[width],
      )}
    >
      <title>{windowTitle ?? title}</title>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 grid-cols-1 gap-1">
          {back && <div className="text-sm">{back}</div>}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere font-semibold text-lg sm:text-xl">{title}</h1>
            {aside}
          </div>
          {description && <p className="max-w-prose text-ink-soft">{description}</p>}
        </div>
        {action && <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1">{action}</div>}
      </header>
      {figures}
      {children}
    </div>
  )
}
