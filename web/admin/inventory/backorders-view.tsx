import { CalendarCheck2 } from 'lucide-react'
import { type Backorder, byUnitText, downloadBackorders, listBackorders, unitRemark } from '#contract/inventory.ts'
import { request } from '../../api.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { MoreButton } from '../../lists/more-button.tsx'
import { useListQuery } from '../../queries.ts'
import { wholeText } from '../../ui/number-text.ts'
import { EmptyState } from '../../ui/states.tsx'
import { ExpectedDay } from './expected-day.tsx'
import { usePrintWholeList } from './print-whole-list.ts'
import { PurchasePage, type ViewProps } from './purchase-page.tsx'

/** Products of open orders that the stock on hand does not cover: sold from stock, then by the promised day. */
export function BackordersView(props: ViewProps) {
  const query = { warehouse: props.warehouse }
  const backorders = useListQuery(listBackorders, { query })
  const printing = usePrintWholeList(() => request(listBackorders, { query }))
  return (
    <PurchasePage
      {...props}
      title="Tedarik bekleyen ürünler"
      text="Önce stoktan satılıp rafta eksik çıkanlar, sonra söz verilen güne göre. Alınacak, o güne söz verilenden elde olmayandır; eldeki önce erken günlere sayılır."
      workbook={downloadBackorders}
      printing={printing}
    >
      <ListStates
        query={backorders}
        empty={
          <EmptyState
            icon={CalendarCheck2}
            title="Tedarik bekleyen ürün yok"
            text="Açık siparişlerin tümünü eldeki stok karşılıyor."
          />
        }
      >
        <ByDay rows={printing.rows ?? backorders.items} />
        <MoreButton query={backorders} />
      </ListStates>
    </PurchasePage>
  )
}

function ByDay({ rows }: { rows: readonly Backorder[] }) {
  const days = [...new Set(rows.map(row => row.promised_for))]
  return (
    <div className="min-w-0 rounded-md border border-line bg-surface">
      <table
        aria-label="Tedarik bekleyen ürünler"
        className="w-full border-separate border-spacing-0 [&>tbody:last-child>tr:last-child>*]:border-b-0"
      >
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-left`}>
              Ürün
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Söz verilen
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Alınacak
            </th>
            <th scope="col" className={`${HEAD} text-right max-[24rem]:hidden print:table-cell`}>
              Sipariş
            </th>
            <th scope="col" className={`${HEAD} text-right max-md:hidden print:table-cell`}>
              Eldeki
            </th>
            <th scope="col" className={`${HEAD} text-right max-md:hidden print:table-cell`}>
              Ayrılan
            </th>
          </tr>
        </thead>
        {days.map(day => (
          <tbody key={day ?? ''}>
            <tr>
              <th scope="rowgroup" colSpan={6} className={`${CELL} bg-surface-sunken text-left font-semibold`}>
                {day === null ? 'Stoktan satıldı, rafta eksik' : <ExpectedDay day={day} available={0} />}
              </th>
            </tr>
            {rows
              .filter(row => row.promised_for === day)
              .map(line => (
                <Line key={line.product_id} line={line} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Line({ line }: { line: Backorder }) {
  const remark = unitRemark(line)
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className={`${CELL} wrap-anywhere min-w-32 text-left max-[24rem]:min-w-24`}>
        <span className="block font-medium">{line.product_name}</span>
        <span className="block font-normal text-ink-soft text-sm">
          {[line.brand, line.barcode].filter(Boolean).join(' · ')}
        </span>
        {remark && <span className="block font-normal text-sm text-yellow-ink">{remark}</span>}
      </th>
      <td className={`${FIGURE} max-[24rem]:whitespace-normal`}>
        {line.promised_quantity === null ? (
          byUnitText(line.promised_by_unit ?? [])
        ) : (
          <>
            {wholeText(line.promised_quantity)} <span className="text-ink-soft text-xs">{line.unit}</span>
          </>
        )}
      </td>
      <td className={`${FIGURE} font-semibold`}>
        {line.missing_quantity === null ? '–' : wholeText(line.missing_quantity)}
      </td>
      <td className={`${FIGURE} max-[24rem]:hidden print:table-cell`}>{wholeText(line.order_count)}</td>
      <td className={`${FIGURE} max-md:hidden print:table-cell`}>{wholeText(line.stock_quantity)}</td>
      <td className={`${FIGURE} max-md:hidden print:table-cell`}>{wholeText(line.reserved_quantity)}</td>
    </tr>
  )
}

const HEAD = 'border-line border-b px-2 py-2 font-medium text-ink-soft text-xs sm:px-4'
const CELL = 'border-line border-b px-2 py-2 align-top sm:px-4'
const FIGURE = `${CELL} whitespace-nowrap text-right tabular-nums`
