import { formatInstant } from '#contract/turkish.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { type QueryState, StaleStrip } from './stale-strip.tsx'

type OfflineDataNoteProps = {
  /** What is shown: 'katalog'. */
  what: string
  /** When the data was fetched, in ms since 1970; 0 or undefined while there is none. */
  at: number | undefined
}

/** Shown offline: the age of the data on the screen. */
export function OfflineDataNote({ what, at }: OfflineDataNoteProps) {
  if (useOnline() || !at) return null
  return (
    <AlertStrip kind="info">
      Çevrimdışısınız. {formatInstant(new Date(at).toISOString())} tarihli {what} gösteriliyor.
    </AlertStrip>
  )
}

/** The age of data that could not be refreshed, offline or after an error. */
export function DataAge({ what, query }: { what: string; query: QueryState }) {
  if (!useOnline()) return <OfflineDataNote what={what} at={query.dataUpdatedAt} />
  return query.dataUpdatedAt > 0 && <StaleStrip query={query} />
}
