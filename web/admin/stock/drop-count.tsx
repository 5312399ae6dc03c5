import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { discardCount, readCount, type StockCount } from '#contract/counts.ts'
import { formatDay } from '#contract/turkish.ts'
import { ApiError, request } from '../../api.ts'
import { queryClient, queryKeyOf } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { useNavigate } from '../../ui/router.tsx'
import { useSingleFlight } from '../../ui/single-flight.ts'
import { toast } from '../../ui/toaster.tsx'
import { OPEN_COUNTS } from './count-address.ts'

/** Deletes an open count, after a confirmation that names what is lost. */
export function DropCount({ count: { id, count_date, products } }: { count: StockCount }) {
  const navigate = useNavigate()
  const dropping = useMutation({ mutationFn: () => request(discardCount, { params: { id } }) })
  const drop = useSingleFlight(async () => {
    const lost = products.length ? `Sayılan ${wholeText(products.length)} ürün de silinir; ` : ''
    if (!window.confirm(`${formatDay(count_date)} sayımı silinsin mi? ${lost}stoklar değişmez. Geri alınamaz.`)) return
    try {
      const { message } = await dropping.mutateAsync()
      navigate(OPEN_COUNTS, { replace: true })
      queryClient.removeQueries({ queryKey: [...queryKeyOf(readCount), { params: { id } }] })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      window.alert(error.message)
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(readCount) })
    }
  })
  return (
    <Button icon={Trash2} busy={dropping.isPending} busyText="Sayım siliniyor" onClick={() => void drop()}>
      Sayımı sil
    </Button>
  )
}
