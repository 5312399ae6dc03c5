import { ClipboardCheck } from 'lucide-react'
import { finalizeCount, readCount, readDifferences, type StockCount } from '#contract/counts.ts'
import { formatDay } from '#contract/turkish.ts'
import { request } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { Failed } from '../../lists/list-states.tsx'
import { StaleStrip } from '../../lists/stale-strip.tsx'
import { cacheRow, invalidate, queryClient, queryKeyOf, useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { Link, useNavigate } from '../../ui/router.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useStoredScans } from '../scanning/stored-scans.ts'
import { ActionBar } from './action-bar.tsx'
import { BackLink } from './back-link.tsx'
import { addressOfCount, addressOfFinalized, isAt } from './count-address.ts'
import { DifferencesTable, WorthFigures } from './differences.tsx'
import { GoneCategory } from './gone-category.tsx'
import { MovedSinceCounted } from './moved-since.tsx'
import { OversoldByCount } from './oversold.tsx'
import { scanScreenOf } from './stock-finder.tsx'

/** Polling interval in milliseconds: stock and count may change while the preview is open. */
const POLL_INTERVAL = 5_000

type CountPreviewProps = {
  count: StockCount
  refresh: () => Promise<StockCount | undefined>
  /** The last attempt to finalize the count got no response. */
  isUnanswered: boolean
  onUnanswered: (isUnanswered: boolean) => void
}

/** The stock changes that finalizing a count would make, with the button that finalizes it. */
export function CountPreview({ count, refresh, isUnanswered, onUnanswered }: CountPreviewProps) {
  const { id } = count
  const query = useCallQuery(readDifferences, { params: { id }, every: POLL_INTERVAL })
  const { run, pending } = useFinalizing(id, refresh, onUnanswered)
  const day = formatDay(count.count_date)
  return (
    <Page
      title="Sayım farkları"
      windowTitle={`${day} sayımı · Farklar`}
      aside={<Badge tone="blue">Açık</Badge>}
      description={`${day} sayımı · ${wholeText(count.products.length)} ürün sayıldı`}
      back={<BackLink to={addressOfCount(id)}>Saymaya dön</BackLink>}
      figures={<WorthFigures differences={query.data} />}
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <GoneCategory count={count} />
        {query.data && <MovedSinceCounted products={query.data.products} />}
        {query.data && <OversoldByCount products={query.data.products} />}
        <AlertStrip kind="info">
          Bitirince sayılan ürünlerin stoğu sayılan miktar olur; açık siparişlere ayrılanlar ayrılmış kalır. Sayılmayan
          ürünlerin stoğuna dokunulmaz.
          {query.data?.products.some(({ lots }) => lots) &&
            ' Partileriyle sayılan ürünlerin bulunmayan partilerinden elde mal kalmaz.'}
        </AlertStrip>
        {isUnanswered && (
          <AlertStrip kind="warning" title="Cevap alınamadı">
            Sayım tamamlanmış olabilir; bağlantı gelince burada görünür. Yeniden bitirirseniz stoklar ikinci kez
            değişmez.
          </AlertStrip>
        )}
        {query.data ? (
          <>
            <StaleStrip query={query} />
            <DifferencesTable products={query.data.products} counted={count.products} />
            <FinalizeBar count_id={id} busy={pending} onFinalize={() => void run({ params: { id } })} />
          </>
        ) : query.error ? (
          <Failed query={query} error={query.error} />
        ) : (
          <LoadingRows />
        )}
      </div>
    </Page>
  )
}

type FinalizeBarProps = { count_id: string; busy: boolean; onFinalize: () => void }

/**
 * The button that finalizes the count, unless the count still has stored scans. It appears where 'Farkları gör ve bitir'
 * was pressed.
 */
function FinalizeBar({ count_id, busy, onFinalize }: FinalizeBarProps) {
  const scans = useStoredScans(scanScreenOf('count', count_id))
  if (scans.length > 0)
    return (
      <AlertStrip
        kind="warning"
        title={`${wholeText(scans.length)} okutma bekliyor`}
        action={
          <Button asChild size="small">
            <Link to={addressOfCount(count_id)}>Saymaya dön</Link>
          </Button>
        }
      >
        Onları almadan ya da silmeden sayım bitirilemez.
      </AlertStrip>
    )
  return (
    <ActionBar>
      <span className="text-ink-soft">Bu işlem geri alınamaz.</span>
      <GuardedButton
        variant="primary"
        size="large"
        icon={ClipboardCheck}
        busy={busy}
        busyText="Sayım tamamlanıyor"
        onClick={onFinalize}
      >
        Sayımı bitir, stokları güncelle
      </GuardedButton>
    </ActionBar>
  )
}

const UNKNOWN = 'Cevap alınamadı: sayımın tamamlanıp tamamlanmadığı bağlantı gelince burada görünür'

/** Finalizes a count. If the response is lost, fetches the state of the count and reports it. */
function useFinalizing(
  id: string,
  refresh: CountPreviewProps['refresh'],
  onUnanswered: CountPreviewProps['onUnanswered'],
) {
  const navigate = useNavigate()
  const showFinalized = (finalized: StockCount, message: string) => {
    cacheRow({ read: readCount }, finalized)
    queryClient.removeQueries({ queryKey: queryKeyOf(readDifferences) })
    // A user who has gone elsewhere in the meantime stays there.
    const isStillHere = isAt(addressOfCount(id, 'preview'))
    const action = { label: 'Farkları göster', onClick: () => navigate(addressOfFinalized(id)) }
    if (isStillHere) navigate(addressOfFinalized(id), { replace: true })
    toast.success(message, isStillHere ? {} : { action })
  }
  return useCommand(finalizeCount, {
    showError: async error => {
      onUnanswered(error.isUnanswered)
      if (!error.isUnanswered) {
        window.alert(error.message)
        return void refresh()
      }
      const found = await request(readCount, { params: { id } }).catch(() => undefined)
      if (!found) return window.alert(UNKNOWN)
      if (!found.finalized_at) return window.alert(error.message)
      void invalidate(finalizeCount.invalidates)
      return showFinalized(
        found,
        `Cevabı kaybolan sayım tamamlanmış; stokları ${found.finalized_by_admin_name} güncelledi`,
      )
    },
    onReply: ({ message, count: finalized }) => showFinalized(finalized, message),
  })
}
