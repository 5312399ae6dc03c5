import type { ReactNode } from 'react'
import { isOffline, isRequestError } from '../api.ts'
import { classNames } from '../ui/class-names.ts'
import { LoadingRows } from '../ui/skeleton.tsx'
import { ErrorState, OfflineState } from '../ui/states.tsx'
import { type QueryState, StaleStrip } from './stale-strip.tsx'

type RetryableQuery = Omit<QueryState, 'dataUpdatedAt'>

type ListStatesProps = {
  /** A paged query; while other filters load, it still holds the previous items. */
  query: QueryState & { items: readonly unknown[]; isPending: boolean; isPlaceholderData: boolean }
  /** Shown when there are no items. */
  empty: ReactNode
  children: ReactNode
}

/** Shows a list according to its state: loading, failed, offline, empty, or loaded (`children`). */
export function ListStates({ query, empty, children }: ListStatesProps) {
  if (query.items.length > 0)
    return (
      <div className="grid min-w-0 gap-3">
        <StaleStrip query={query} />
        <div
          aria-busy={query.isPlaceholderData}
          // A table measures this width to choose its columns, so the table must not stretch it.
          className={classNames('min-w-0', query.isPlaceholderData && 'opacity-60 transition-opacity')}
        >
          {children}
        </div>
      </div>
    )
  if (query.error) return <Failed query={query} error={query.error} />
  // Whether there are rows is not known, either, while only another list's are: after an error of this one.
  return query.isPending || query.isPlaceholderData ? <LoadingRows rows={10} /> : empty
}

/** A loading error or the offline state, with a retry button unless the request itself is invalid. */
export function Failed({ query, error }: { query: RetryableQuery; error: Error }) {
  const isInvalid = isRequestError(error) && error.isDecision && error.status === 400
  const retry = isInvalid ? {} : { onRetry: () => void query.refetch(), retrying: query.isFetching }
  return isOffline(error) ? (
    <OfflineState text={`${error.message}. Bağlantı gelince yeniden deneyin.`} {...retry} />
  ) : (
    <ErrorState text={error.message} {...retry} />
  )
}
