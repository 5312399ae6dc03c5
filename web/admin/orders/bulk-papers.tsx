import { Layers, ListTodo, Printer } from 'lucide-react'
import { downloadCombinedPickList, downloadPickLists, MAX_PRINTED_ORDERS } from '#contract/order-papers.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuHead, MenuItem } from '../../ui/menu.tsx'
import { wholeText } from '../../ui/number-text.ts'

/** Downloads the pick lists of the chosen orders in one file, or one list by product for all of them. */
export function BulkPapers({ chosen }: { chosen: readonly string[] }) {
  const { busy, start } = useFileDownload(error => window.alert(error.message))
  const isTooMany = chosen.length > MAX_PRINTED_ORDERS
  const where = { query: { ids: chosen.join(',') } }
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={Printer} busy={busy} busyText="Toplama listesi hazırlanıyor">
          Yazdır
        </Button>
      }
    >
      {isTooMany && <MenuHead>Bir dosyada en fazla {wholeText(MAX_PRINTED_ORDERS)} sipariş olabilir</MenuHead>}
      <MenuItem icon={ListTodo} disabled={isTooMany} onSelect={() => void start(downloadPickLists, where)}>
        Sipariş başına toplama listesi
      </MenuItem>
      <MenuItem icon={Layers} disabled={isTooMany} onSelect={() => void start(downloadCombinedPickList, where)}>
        Ürünlere göre ortak toplama listesi
      </MenuItem>
    </Menu>
  )
}
