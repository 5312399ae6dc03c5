import { PackageCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { downloadLowStock, listLowStock, type ToReorder } from '#contract/inventory.ts'
import { LOW_STOCK } from '#contract/stock-level.ts'
import { request } from '../../api.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { useSteadyList } from '../../lists/steady-list.ts'
import { useListQuery } from '../../queries.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { PrintedTable } from '../../ui/printed-table.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { EmptyState } from '../../ui/states.tsx'
import { ExpectedDay } from './expected-day.tsx'
import { usePrintWholeList } from './print-whole-list.ts'
import { PurchasePage, type ViewProps } from './purchase-page.tsx'

const ReorderDialog = lazy(async () => ({ default: (await import('./reorder-dialog.tsx')).ReorderDialog }))

/** Products with little or no available quantity, lowest first. */
export function LowStockView(props: ViewProps) {
  const query = { warehouse: props.warehouse }
  const [editing, setEditing] = useState<ToReorder>()
  const pages = useListQuery(listLowStock, { query }, ({ product_id }) => product_id)
  const rows = pages.items.map(row => ({ ...row, id: row.product_id }))
  const low = useSteadyList({ ...pages, items: rows }, props.warehouse)
  const printing = usePrintWholeList(() => request(listLowStock, { query }))
  const table = { label: 'Azalan stoklar', columns: COLUMNS, rowKey: (row: ToReorder) => row.product_id }
  return (
    <PurchasePage
      {...props}
      title="Azalan stoklar"
      text={`Satıştaki ürünlerden satılabilir miktarı ${LOW_STOCK} birimin altında olanlar ve sipariş noktasına inenler, en azı önce.`}
      workbook={downloadLowStock}
      printing={printing}
    >
      <ListStates
        query={low}
        empty={
          <EmptyState
            icon={PackageCheck}
            title="Azalan ürün yok"
            text={`Satıştaki her üründen en az ${LOW_STOCK} birim, sipariş noktası olanlardan daha çoğu satılabilir durumda.`}
          />
        }
      >
        <NewRows waiting={low.waiting} noun="ürün" place="head" />
        <div className={printing.rows && 'print:hidden'}>
          <DataTable
            {...table}
            rows={low.items}
            onOpen={setEditing}
            onEndReached={low.hasNextPage ? () => void low.fetchNextPage() : undefined}
            loadingMore={low.isFetchingNextPage}
          />
        </div>
        {printing.rows && <PrintedTable {...table} rows={printing.rows} />}
      </ListStates>
      {editing && (
        <Suspense>
          <ReorderDialog
            product={{ ...editing, id: editing.product_id, name: editing.product_name }}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
    </PurchasePage>
  )
}

const COLUMNS: readonly Column<ToReorder>[] = [
  {
    key: 'name',
    head: 'Ürün',
    cell: ({ product_name, brand }) => (
      <>
        <span className="wrap-anywhere block font-medium">{product_name}</span>
        <span className="wrap-anywhere block truncate font-normal text-ink-soft text-sm print:whitespace-normal">
          {brand}
        </span>
      </>
    ),
  },
  { key: 'barcode', head: 'Barkod', hideOrder: 1, width: '9rem', cell: row => row.barcode ?? '–' },
  {
    key: 'available',
    head: 'Satılabilir',
    onPhone: 'aside',
    width: '8rem',
    numeric: true,
    cell: row => (
      <span className="font-semibold">
        {quantityText(row.available_quantity)} {row.unit}
      </span>
    ),
  },
  {
    key: 'point',
    head: 'Sipariş noktası',
    hideOrder: 2,
    width: '8rem',
    numeric: true,
    cell: row => (row.reorder_point === null ? '–' : quantityText(row.reorder_point)),
  },
  {
    key: 'suggested',
    head: 'Sipariş önerisi',
    width: '8.5rem',
    numeric: true,
    cell: row => (row.suggested_quantity === null ? '–' : `${quantityText(row.suggested_quantity)} ${row.unit}`),
  },
  {
    key: 'on-hand',
    head: 'Eldeki',
    hideOrder: 4,
    width: '6rem',
    numeric: true,
    cell: row => quantityText(row.stock_quantity),
  },
  {
    key: 'reserved',
    head: 'Ayrılan',
    hideOrder: 3,
    width: '6rem',
    numeric: true,
    cell: row => quantityText(row.reserved_quantity),
  },
  {
    key: 'expected',
    head: 'Beklenen tarih',
    hideOrder: 5,
    width: '9rem',
    cell: row =>
      row.expected_stock_date ? <ExpectedDay day={row.expected_stock_date} available={row.available_quantity} /> : '–',
  },
]
