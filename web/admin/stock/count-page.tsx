import { ClipboardCheck, ClipboardX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { hidesExpected, readCount } from '#contract/counts.ts'
import { isNotFound } from '../../api.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Link } from '../../ui/router.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StoredScans } from '../scanning/stored-scans-strip.tsx'
import { BackLink } from './back-link.tsx'
import { BlindPreview } from './blind-count.tsx'
import { addressOfCount, addressOfFinalized, OPEN_COUNTS_ADDRESS } from './count-address.ts'
import { pollInterval } from './count-polling.ts'
import { CountPreview } from './count-preview.tsx'
import { OpenCount } from './open-count.tsx'
import { scanScreenOf } from './stock-finder.tsx'
import { discardStoredCount } from './stored-count.ts'

/** One count: the open count, the preview of finalizing it, or a notice that it is finalized. */
export function CountPage({ id }: { id: string }) {
  const { read } = useAddress()
  const [isUnanswered, setUnanswered] = useState(false)
  const query = useCallQuery(readCount, { params: { id }, every: pollInterval(id) })
  const back = <BackLink to={OPEN_COUNTS_ADDRESS}>Sayımlar</BackLink>
  if (isNotFound(query.error))
    return (
      <EndedCount id={id} back={back}>
        <EmptyState
          icon={ClipboardX}
          title="Sayım bulunamadı"
          text="Silinmiş olabilir; silinen bir sayım stokları değiştirmez."
        />
      </EndedCount>
    )
  if (!query.data)
    return (
      <Page title="Sayım" windowTitle="Sayım · Stok" back={back}>
        {query.error ? <Failed query={query} error={query.error} /> : <LoadingRows />}
      </Page>
    )
  if (query.data.finalized_at)
    return (
      <EndedCount id={id} back={back}>
        <EmptyState
          icon={ClipboardCheck}
          title="Bu sayım tamamlandı"
          text={`${isUnanswered ? 'Cevabı kaybolan sayım tamamlanmış; stokları ' : ''}${query.data.finalized_by_admin_name} ${isUnanswered ? 'güncelledi' : 'tamamladı'}; artık ürün eklenemez.`}
          action={
            <Button asChild variant="primary">
              <Link to={addressOfFinalized(id)}>Farkları göster</Link>
            </Button>
          }
        />
      </EndedCount>
    )
  const refresh = async () => (await query.refetch()).data
  if (read('step') === 'preview' && hidesExpected(query.data))
    return <BlindPreview count={query.data} back={<BackLink to={addressOfCount(id)}>Saymaya dön</BackLink>} />
  return read('step') === 'preview' ? (
    <CountPreview count={query.data} refresh={refresh} isUnanswered={isUnanswered} onUnanswered={setUnanswered} />
  ) : (
    <OpenCount count={query.data} query={query} refresh={refresh} back={back} />
  )
}

/** A count to which nothing can be added any more, with the scans that this tab still stores for it. */
function EndedCount({ id, back, children }: { id: string; back: ReactNode; children: ReactNode }) {
  useEffect(() => discardStoredCount(id), [id])
  return (
    <Page title="Sayım" windowTitle="Sayım · Stok" back={back}>
      <StoredScans screen={scanScreenOf('count', id)} />
      {children}
    </Page>
  )
}
