import { useMutation } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { finalizeCount, readCount, readDifferences, type StockCount } from '#contract/counts.ts'
import { formatDay } from '#contract/turkish.ts'
import { ApiError, request } from '../../api.ts'
import { useIdempotencyKey } from '../../idempotency-key.ts'
import { Failed } from '../../lists/list-states.tsx'
import { StaleStrip } from '../../lists/stale-strip.tsx'
import { queryClient, queryKeyOf, useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { useSingleFlight } from '../../ui/single-flight.ts'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toaster.tsx'
import { invalidateProducts } from '../products/product-cache.ts'
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
  const { keyFor } = useIdempotencyKey()
  const query = useCallQuery(readDifferences, { params: { id }, every: POLL_INTERVAL })
  const finalizing = useMutation({
    mutationFn: () => request(finalizeCount, { params: { id }, key: keyFor(id) }),
  })
  const finalize = useSingleFlight(async () => {
    try {
      const { message, count: finalized } = await finalizing.mutateAsync()
      invalidateProducts()
      queryClient.setQueryData([...queryKeyOf(readCount), { params: { id } }], finalized)
      queryClient.removeQueries({ queryKey: queryKeyOf(readDifferences) })
      navigate(addressOfFinalized(id), { replace: true })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      window.alert(error.message)
      void refresh()
    }
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
                busy={finalizing.isPending}
                busyText="Sayım tamamlanıyor"
                onClick={() => void finalize()}
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
