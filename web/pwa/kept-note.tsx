import { formatInstant } from '#contract/turkish.ts'
import { StaleStrip, type Standing } from '../parts/stale-strip.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { useOnline } from './connectivity.ts'

type KeptNoteProps = {
  /** What is shown from before: 'katalog'. */
  what: string
  /** When the server said it, in ms since 1970; 0 or nothing while there is nothing to show. */
  at: number | undefined
}

/** Without a connection: how old is what is shown. */
export function KeptNote({ what, at }: KeptNoteProps) {
  if (useOnline() || !at) return null
  return (
    <AlertStrip kind="info">
      Çevrimdışısınız. {formatInstant(new Date(at).toISOString())} tarihli {what} gösteriliyor.
    </AlertStrip>
  )
}

/** How old an answer is, where it could not be asked for anew: without a connection, or for a fault on the way to it. */
export function AnswerAge({ what, query }: { what: string; query: Standing }) {
  if (!useOnline()) return <KeptNote what={what} at={query.dataUpdatedAt} />
  return query.dataUpdatedAt > 0 && <StaleStrip query={query} />
}
