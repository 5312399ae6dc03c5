import { ClipboardCheck } from 'lucide-react'
import { finalizeCount, readCount, readDifferences, type StockCount } from '#contract/counts.ts'
import { formatDay } from '#contract/turkish.ts'
import { useCommand } from '../../command.ts'
import { Failed } from '../../lists/list-states.tsx'
import { StaleStrip } from '../../lists/stale-strip.tsx'
import { cacheRow, queryClient, queryKeyOf, useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toaster.tsx'
import { ActionBar } from './action-bar.tsx'
import { BackLink } from './back-link.tsx'
import { addressOfCount, addressOfFinalized } from './count-address.ts'
import { DifferencesTable, WorthFigures } from './differences.tsx'

/** Polling interval in milliseconds: stock and count may change while the preview is open. */
const POLL_INTERVAL = 5_000

type CountPreviewProps = { count: StockCount; refresh: () => Promise<StockCount | undefined> }

/** The stock changes that finalizing a count would make, with the button that finalizes it. */
export function CountPreview({ count, refresh }: CountPreviewProps) {
  const { id } = count
  const navigate = useNavigate()
  const query = useCallQuery(readDifferences, { params: { id }, every: POLL_INTERVAL })
  const { run, pending } = useCommand(finalizeCount, {
    showError: ({ message }) => {
      window.alert(message)
      void refresh()
    },
    onReply: ({ message, count: finalized }) => {
      cacheRow({ read: readCount }, finalized)
      queryClient.removeQueries({ queryKey: queryKeyOf(readDifferences) })
      navigate(addressOfFinalized(id), { replace: true })
      toast.success(message)
    },
  })
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
        <AlertStrip kind="info">
          Bitirince sayılan ürünlerin stoğu sayılan miktar olur; açık siparişlere ayrılanlar ayrılmış kalır. Sayılmayan
          ürünlerin stoğuna dokunulmaz.
        </AlertStrip>
        {query.data ? (
          <>
            <StaleStrip query={query} />
            <DifferencesTable products={query.data.products} counted={count.products} />
            <ActionBar>
              <span className="text-ink-soft">Bu işlem geri alınamaz.</span>
              <Button
                variant="primary"
                size="large"
                icon={ClipboardCheck}
                busy={pending}
                busyText="Sayım tamamlanıyor"
                onClick={() => void run({ params: { id } })}
              >
                Sayımı bitir, stokları güncelle
              </Button>
            </ActionBar>
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
