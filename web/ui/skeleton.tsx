import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A placeholder in the shape of the content that is loading. Use inside a `Loading`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('block animate-late rounded-sm', className)}>
      <span className="block size-full animate-breathe rounded-sm bg-skeleton forced-colors:bg-[GrayText]" />
    </span>
  )
}

/** Announces that content is loading; the skeletons inside appear after 150 ms. */
export function Loading({ label = 'Yükleniyor', children }: { label?: string; children?: ReactNode }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}

/** Placeholders of a list that is loading. */
export function LoadingRows({ rows = 6, label }: { rows?: number; label?: string }) {
  return (
    <Loading label={label}>
      <div className="divide-y divide-line rounded-md border border-line bg-surface">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex items-center gap-6 px-4 py-3">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-4 flex-1" />
            <Skeleton className="h-4 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
