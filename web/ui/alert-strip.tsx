import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SOFT, type Tone } from './tone.ts'

const KINDS = {
  info: { tone: 'blue', icon: Info },
  success: { tone: 'green', icon: CircleCheck },
  warning: { tone: 'yellow', icon: TriangleAlert },
  error: { tone: 'red', icon: CircleAlert },
} satisfies Record<string, { tone: Tone; icon: typeof Info }>

type AlertStripProps = {
  kind: keyof typeof KINDS
  title?: string
  action?: ReactNode
  children: ReactNode
  className?: string
}

/** An inline message; an error is announced to screen readers immediately, and scrolled into view inside a form. */
export function AlertStrip({ kind, title, action, children, className }: AlertStripProps) {
  const { tone, icon: Icon } = KINDS[kind]
  return (
    <div
      ref={kind === 'error' ? showInForm : undefined}
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border px-4 py-3',
        SOFT[tone],
        className,
      )}
    >
      <Icon aria-hidden className="my-0.5 size-5 shrink-0 sm:my-0" />
      <div className="min-w-0 flex-1 basis-40">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}

/** Scrolls an error inside a form into view, as the pressed button may be far below it. */
function showInForm(strip: HTMLElement | null) {
  if (strip?.closest('form')) strip.scrollIntoView({ block: 'nearest' })
}
