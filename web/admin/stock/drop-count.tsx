import { Ellipsis, Trash2 } from 'lucide-react'
import { discardCount, readCount, type StockCount } from '#contract/counts.ts'
import { formatDay } from '#contract/turkish.ts'
import { useDeleteCommand } from '../../delete-command.ts'
import { queryClient, rowKeyOf } from '../../queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { useNavigate } from '../../ui/router.tsx'
import { toast } from '../../ui/toaster.tsx'
import { discardStoredScans, storedScans } from '../scanning/stored-scans.ts'
import { addressOfCount, isAt, OPEN_COUNTS_ADDRESS } from './count-address.ts'
import { scanScreenOf } from './stock-finder.tsx'

/** The menu of an open count: deletes it, after a confirmation that names what is lost. */
export function DropCount({ count: { id, count_date, products } }: { count: StockCount }) {
  const navigate = useNavigate()
  const screen = scanScreenOf('count', id)
  const { run, pending } = useDeleteCommand(discardCount, {
    showError: 'alert',
    onDeleted: (reply = { message: 'Sayım silindi' }) => {
      discardStoredScans(screen)
      // A user who has gone elsewhere in the meantime stays there.
      if (isAt(addressOfCount(id))) navigate(OPEN_COUNTS_ADDRESS, { replace: true })
      queryClient.removeQueries({ queryKey: rowKeyOf(readCount, id) })
      toast.success(reply.message)
    },
  })
  const drop = () => {
    const lost = products.length ? `Sayılan ${wholeText(products.length)} ürün de silinir; ` : ''
    const scans = storedScans(screen).length
    const lostScans = scans ? `Bekleyen ${wholeText(scans)} okutma da silinir. ` : ''
    const question = `${formatDay(count_date)} sayımı silinsin mi? ${lost}stoklar değişmez. ${lostScans}Geri alınamaz.`
    if (window.confirm(question)) void run({ params: { id } })
  }
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label="Sayım işlemleri" aria-busy={pending || undefined} />}>
      <MenuItem icon={Trash2} danger onSelect={drop}>
        Sayımı sil
      </MenuItem>
    </Menu>
  )
}
