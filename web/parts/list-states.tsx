import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { LoadingRows } from '../ui/skeleton.tsx'
import { ErrorState, OfflineState } from '../ui/states.tsx'
import { StaleStrip, type Standing } from './stale-strip.tsx'

type Asked = Omit<Standing, 'dataUpdatedAt'>

type ListStatesProps = {
  /** Of `usePages`; while other filters are on their way, it still shows what it had. */
  query: Standing & { items: readonly unknown[]; isPending: boolean; isPlaceholderData: boolean }
  /** What is said when there is nothing. */
  empty: ReactNode
  children: ReactNode
}

/** A list in whichever state it is: on its way, failed, offline, empty, or there (`children`). */
export function ListStates({ query, empty, children }: ListStatesProps) {
  if (query.items.length > 0)
    return (
      <div className="grid min-w-0 gap-3">
        <StaleStrip query={query} />
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}
        >
          {children}
        </div>
      </div>
    )
  if (query.error) return <Failed query={query} error={query.error} />
  return query.isPending ? <LoadingRows rows={10} /> : empty
}

/** It could not be loaded: the sentence or the broken line, and another try unless the question itself is wrong. */
export function Failed({ query, error }: { query: Asked; error: Error }) {
  const isWrong = error instanceof ApiError && error.isDecision && error.status === 400
  const retry = isWrong ? {} : { onRetry: () => void query.refetch(), retrying: query.isFetching }
  return error instanceof ApiError && error.isOffline ? (
    <OfflineState text={`${error.message}. Bağlantı gelince yeniden deneyin.`} {...retry} />
  ) : (
    <ErrorState text={error.message} {...retry} />
  )
}
