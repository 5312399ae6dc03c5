import type { ReactNode } from 'react'

/** What is said and done last on a long screen, at the foot of the window, in the thumb's reach. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-(--sticky-bottom) z-20 -mx-gutter flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t bg-surface px-gutter py-3 max-sm:*:w-full sm:mx-0 sm:rounded-md sm:border sm:px-4">
      {children}
    </div>
  )
}
