import { MailWarning } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef } from 'react'
import type { ApiError } from '../api.ts'

// It needs the schema library, which a first visit of the login does not load.
const ResendConfirmation = lazy(async () => ({
  default: (await import('./resend-confirmation.tsx')).ResendConfirmation,
}))

/** Shows a customer that the address must be confirmed first, with a form that requests another link. */
export function ConfirmationNeeded({ error }: { error: ApiError }) {
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Focused, as it is above the submitted form, perhaps outside the viewport.
  useEffect(() => heading.current?.focus(), [error])
  return (
    <section aria-labelledby={title} className="grid gap-4 rounded-md border border-blue-line bg-surface p-6">
      <div className="flex items-start gap-3">
        <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-blue-ink" />
        <div className="grid min-w-0 gap-1">
          <h2 id={title} ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
            E-posta onayı gerekli
          </h2>
          <p className="text-ink-soft">{error.message}</p>
        </div>
      </div>
      <Suspense>
        <ResendConfirmation />
      </Suspense>
    </section>
  )
}
