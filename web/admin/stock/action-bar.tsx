import type { ReactNode } from 'react'

/** The final actions of a long screen, sticky at the bottom of the window. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-action-bar
      className="sticky bottom-(--sticky-bottom) z-20 -mx-gutter flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t bg-surface px-gutter py-3 max-sm:*:w-full sm:mx-0 sm:rounded-md sm:border sm:px-4"
    >
      {children}
    </div>
  )
}
