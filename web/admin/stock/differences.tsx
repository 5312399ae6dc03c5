import { Equal, Minus, Plus, Scale } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { CountDifference, CountDifferences, CountedProduct } from '#contract/counts.ts'
import { formatMoney, type Kurus } from '#contract/money.ts'
import { byAlphabet } from '#contract/turkish.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx'
import { Figures } from '../../ui/figures.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { quantityText, signedText, withMinus } from '../../ui/signed-text.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { CountedPicture } from './count-picture.tsx'
import { countedLotText } from './counted-lot.ts'
import { isMoved, movedText } from './moved-since.tsx'
import { availableAfter, isOversold } from './oversold.tsx'

/** The worth of a count's surplus, missing goods and net difference. */
export function WorthFigures({ differences }: { differences: CountDifferences | undefined }) {
  const products = differences?.products ?? []
  const surplus = products.filter(({ difference }) => difference > 0).length
  const missing = products.filter(({ difference }) => difference < 0).length
  return (
    <Figures
      figures={[
        {
          label: 'Fazla',
          value: differences && <Money amount={differences.surplus_worth} />,
          hint: `${wholeText(surplus)} ürün`,
          icon: Plus,
          tone: 'green',
        },
        {
          label: 'Eksik',
          value: differences && <Money amount={differences.missing_worth} />,
          hint: `${wholeText(missing)} ürün`,
          icon: Minus,
          tone: 'red',
        },
        {
          label: 'Net fark',
          value: differences && <Worth amount={differences.worth} />,
          hint: 'KDV hariç satış fiyatıyla',
          icon: Scale,
        },
      ]}
    />
  )
}

type Shown = 'different' | 'oversold' | 'all'

type DifferencesTableProps = { products: readonly CountDifference[]; counted: readonly CountedProduct[] }

/** The products of a count with their counted and stock quantities and the worth of the difference; sortable. */
export function DifferencesTable({ products, counted }: DifferencesTableProps) {
  const [shown, setShown] = useState<Shown>('different')
  const phone = useIsPhoneWidth()
  const [sort, setSort] = useState<Sort>({ key: 'worth', descending: false })
  const different = useMemo(() => products.filter(isDifferent), [products])
  const oversold = useMemo(() => products.filter(isOversold), [products])
  const view = shown === 'oversold' && oversold.length === 0 ? 'different' : shown
  const rows = useMemo(
    () => sorted({ all: products, different, oversold }[view], sort),
    [view, products, different, oversold, sort],
  )
  const columns = useMemo(() => columnsWith(new Map(counted.map(one => [one.product_id, one.image_url]))), [counted])
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Toolbar
        label="Gösterilenler"
        end={
          // On larger screens the column headings sort.
          phone && (
            <Select
              aria-label="Sıralama"
              options={PHONE_SORTS}
              value={textOf(sort)}
              onChange={({ target }) => setSort(sortFrom(target.value))}
            />
          )
        }
      >
        <Segmented
          label="Gösterilen ürünler"
          options={[
            { value: 'different', label: `Farklı (${wholeText(different.length)})` },
            ...(oversold.length > 0
              ? [{ value: 'oversold' as const, label: `Ayrılandan az (${wholeText(oversold.length)})` }]
              : []),
            { value: 'all', label: `Tümü (${wholeText(products.length)})` },
          ]}
          value={view}
          onChange={setShown}
        />
      </Toolbar>
      {rows.length === 0 ? (
        <EmptyState icon={Equal} title="Fark yok" text="Sayılan miktarların hepsi stoktakiyle aynı." />
      ) : (
        <DataTable
          label="Sayım farkları"
          columns={columns}
          rows={rows}
          rowKey={product => product.product_id}
          sort={sort}
          onSort={setSort}
        />
      )}
    </div>
  )
}

const isDifferent = (product: CountDifference) => {
  const { difference, new_unit, lots = [] } = product
  return (
    difference !== 0 || Boolean(new_unit) || isMoved(product) || lots.some(lot => lot.counted_quantity !== lot.on_hand)
  )
}

const textOf = ({ key, descending }: Sort) => `${key}${descending ? ' descending' : ''}`
const sortFrom = (text: string): Sort => ({ key: text.split(' ')[0] ?? '', descending: text.endsWith(' descending') })
const PHONE_SORTS = [
  { value: 'worth', label: 'Önce en çok eksilen' },
  { value: 'worth descending', label: 'Önce en çok artan' },
  { value: 'name', label: 'Ürün adına göre' },
]

/** Products whose goods have moved since they were counted come before all others. */
function sorted(products: readonly CountDifference[], { key, descending }: Sort) {
  const order = ORDERS[key] ?? ORDERS.worth
  const turn = descending ? -1 : 1
  return [...products].sort(
    (a, b) =>
      Number(isMoved(b)) - Number(isMoved(a)) ||
      turn * (order?.(a, b) ?? 0) ||
      byAlphabet(a.product_name, b.product_name),
  )
}

const ORDERS: Record<string, (a: CountDifference, b: CountDifference) => number> = {
  name: (a, b) => byAlphabet(a.product_name, b.product_name),
  difference: (a, b) => a.difference - b.difference,
  worth: (a, b) => a.worth - b.worth,
}

const columnsWith = (pictures: ReadonlyMap<string, string | null>): readonly Column<CountDifference>[] => [
  {
    key: 'name',
    head: 'Ürün',
    width: '9.25rem',
    sortable: true,
    cell: product => (
      <>
        <span className="block break-words font-medium">{product.product_name}</span>
        <span className="block truncate font-normal text-ink-soft text-sm">{product.brand}</span>
        <WarehouseBadge warehouse={product.warehouse} />
        {isOversold(product) && <Oversold product={product} />}
        <Remarks product={product} url={pictures.get(product.product_id)} />
      </>
    ),
  },
  {
    key: 'counted',
    head: 'Sayılan',
    width: '8rem',
    numeric: true,
    cell: ({ counted_quantity, unit }) => `${wholeText(counted_quantity)} ${unit}`,
  },
  {
    key: 'stock',
    head: 'Eldeki',
    hideOrder: 1,
    width: '7rem',
    numeric: true,
    cell: ({ stock_quantity, new_unit }) =>
      stock_quantity === null ? '–' : `${quantityText(stock_quantity)} ${new_unit ?? ''}`,
  },
  {
    key: 'difference',
    head: 'Fark',
    width: '7rem',
    numeric: true,
    sortable: true,
    cell: ({ difference, new_unit }) =>
      new_unit ? '–' : <Signed change={difference}>{signedText(difference)}</Signed>,
  },
  {
    key: 'worth',
    head: 'Değeri',
    width: '9rem',
    numeric: true,
    sortable: true,
    cell: ({ worth, new_unit }) => (new_unit ? '–' : <Worth amount={worth} />),
  },
]

function Remarks({ product, url }: { product: CountDifference; url: string | null | undefined }) {
  return (
    <>
      {product.new_unit && (
        <span className="block font-normal text-sm text-yellow-ink">
          Birimi artık {product.new_unit}; sayımdan çıkarıp yeniden sayın
        </span>
      )}
      {product.moved && (
        <span className="block font-normal text-sm text-yellow-ink">Sayıldıktan sonra {movedText(product.moved)}</span>
      )}
      {product.stock_quantity === null && <Badge tone="yellow">Silinmiş ürün, atlanır</Badge>}
      {product.lots?.map(lot => (
        <span key={countedLotText(lot)} className="wrap-anywhere block font-normal text-sm tabular-nums">
          {countedLotText(lot)}: {quantityText(lot.on_hand)} → {quantityText(lot.counted_quantity)}
          {lot.moved && <span className="text-yellow-ink"> · sonra {movedText(lot.moved)}</span>}
        </span>
      ))}
      {product.notes && (
        <span className="block whitespace-pre-line break-words font-normal text-sm">“{product.notes}”</span>
      )}
      {url && (
        <span className="mt-1 flex">
          <CountedPicture url={url} product_name={product.product_name} />
        </span>
      )}
    </>
  )
}

function Oversold({ product }: { product: CountDifference }) {
  return (
    <span className="block font-normal text-sm text-yellow-ink">
      Ayrılan {wholeText(product.reserved_quantity ?? 0)}; satılabilir {quantityText(availableAfter(product) ?? 0)} olur
    </span>
  )
}

function Worth({ amount }: { amount: Kurus }) {
  return (
    <Signed change={amount}>
      <span className="whitespace-nowrap tabular-nums">{withMinus(formatMoney(amount))}</span>
    </Signed>
  )
}

function Signed({ change, children }: { change: number; children: ReactNode }) {
  return (
    <span
      className={classNames('font-semibold', change > 0 ? 'text-green-ink' : change < 0 ? 'text-red-ink' : undefined)}
    >
      {children}
    </span>
  )
}
