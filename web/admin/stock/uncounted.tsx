import { ListChecks } from 'lucide-react'
import { useEffect } from 'react'
import { hidesExpected, listUncounted, type StockCount } from '#contract/counts.ts'
import { type AdminProduct, WAREHOUSES } from '#contract/products.ts'
import { capitalized } from '#contract/turkish.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { useSteadyList } from '../../lists/steady-list.ts'
import { useListQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { useAddress } from '../../ui/query-params.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { goneCategoryText, useIsCategoryGone } from './gone-category.tsx'

type UncountedProps = { count: StockCount; onChoose: (product: AdminProduct) => void }

/** The products of the chosen warehouse that are not counted yet; pressing one counts it. */
export function UncountedProducts({ count, onChoose }: UncountedProps) {
  const { read, write } = useAddress()
  const warehouse = WAREHOUSES.find(one => one === read('warehouse'))
  const search = read('search')
  const products = useListQuery(listUncounted, {
    query: { count_id: count.id, warehouse, search: search || undefined },
  })
  const { refetch, items } = products
  const isCategoryGone = useIsCategoryGone(count)
  const counted = new Set(count.products.map(({ product_id }) => product_id))
  // A product was counted, on this device or another one.
  useEffect(() => void refetch(), [refetch, counted.size])
  const number = products.hasNextPage ? products.total : items.filter(({ id }) => !counted.has(id)).length
  // Products that others have counted stay in place until the user counts one, so that a press hits the intended row.
  const steady = useSteadyList(products, `${count.id} ${warehouse} ${search}`)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Toolbar label="Sayılmayanları ara">
        <SearchInput
          label="Sayılmayan ürün ara"
          value={search}
          onSearch={text => write({ search: text }, { skipsLeaveCheck: true })}
        />
        {number !== undefined && !products.isPending && !isCategoryGone && (
          <output className="text-ink-soft text-sm">{wholeText(number)} ürün sayılmadı</output>
        )}
      </Toolbar>
      <ListStates
        query={steady}
        empty={
          <EmptyState
            icon={ListChecks}
            {...emptyTexts(count, { isCategoryGone, search, warehouse })}
            action={
              warehouse &&
              !isCategoryGone && (
                <Button onClick={() => write({ warehouse: '' }, { skipsLeaveCheck: true })}>Tüm depoları göster</Button>
              )
            }
          />
        }
      >
        <NewRows waiting={steady.waiting} noun="ürün" place="head" />
        <DataTable
          label="Sayılmayan ürünler"
          columns={hidesExpected(count) ? columnsOf(counted) : [...columnsOf(counted), ON_HAND]}
          rows={steady.items}
          rowKey={product => product.id}
          onOpen={onChoose}
          onEndReached={products.hasNextPage ? () => void products.fetchNextPage() : undefined}
          loadingMore={products.isFetchingNextPage}
        />
      </ListStates>
    </div>
  )
}

type Listed = { isCategoryGone: boolean; search: string; warehouse: string | undefined }

/** Why the list is empty: all products of the warehouse and of the count's category have been counted, or none match. */
function emptyTexts(count: StockCount, { isCategoryGone, search, warehouse }: Listed) {
  if (isCategoryGone) return { title: 'Kategoride ürün yok', text: goneCategoryText(count) }
  const place = warehouse ? `${warehouse} içinde ` : ''
  if (search) return { title: 'Sonuç yok', text: capitalized(`${place}sayılmayanlar arasında “${search}” yok.`) }
  const scope = count.category === null ? '' : `“${count.category}” kategorisinde `
  return {
    title: warehouse ? 'Bu depoda sayılmayan ürün kalmadı' : 'Sayılmayan ürün kalmadı',
    text: capitalized(`${place}${scope}satışta veya stokta olan bütün ürünler sayıldı.`),
  }
}

const columnsOf = (counted: ReadonlySet<string>): readonly Column<AdminProduct>[] => [
  {
    key: 'name',
    head: 'Ürün',
    minWidth: '10rem',
    cell: ({ id, name, brand, warehouse }) => (
      <>
        <span className="block break-words font-medium">{name}</span>
        <span className="block truncate font-normal text-ink-soft text-sm">{counted.has(id) ? 'Sayıldı' : brand}</span>
        <WarehouseBadge warehouse={warehouse} />
      </>
    ),
  },
  { key: 'category', head: 'Kategori', hideOrder: 2, cell: ({ category }) => category },
  { key: 'barcode', head: 'Barkod', hideOrder: 1, width: '10rem', cell: ({ barcode }) => barcode ?? '–' },
]

const ON_HAND: Column<AdminProduct> = {
  key: 'on-hand',
  head: 'Eldeki',
  width: '8rem',
  numeric: true,
  onPhone: 'aside',
  cell: ({ stock_quantity, unit }) => `${quantityText(stock_quantity)} ${unit}`,
}
