import { RotateCw } from 'lucide-react'
import { formatInstant } from '#contract/turkish.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'

export type QueryState = {
  error: Error | null
  /** When the data was fetched, in ms since 1970; 0 if unknown. */
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

/** A warning that the data shown could not be refreshed: its age, and a retry button. */
export function StaleStrip({ query: { error, dataUpdatedAt: at, isFetching, refetch } }: { query: QueryState }) {
  if (!error) return null
  const since = at ? `${formatInstant(new Date(at).toISOString())} tarihli hâli gösteriliyor.` : ''
  return (
    <AlertStrip
      kind="warning"
      title={error.message}
      action={
        <Button size="small" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
          Tekrar dene
        </Button>
      }
    >
      Bilgiler yenilenemedi. {since || 'Gösterilenler eski olabilir.'}
    </AlertStrip>
  )
}
