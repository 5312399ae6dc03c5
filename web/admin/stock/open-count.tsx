import { ClipboardCheck, EyeOff, Pencil, ScanBarcode } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type CountedProduct, type CountSummary, hidesExpected, type StockCount } from '#contract/counts.ts'
import { formatDay } from '#contract/turkish.ts'
import { type QueryState, StaleStrip } from '../../lists/stale-strip.tsx'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useConfirmBeforeLeaving } from '../../ui/leave-guard.ts'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Link } from '../../ui/router.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { useStoredScans } from '../scanning/stored-scans.ts'
import { ActionBar } from './action-bar.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { addressOfCount } from './count-address.ts'
import { CountEntry } from './count-entry.tsx'
import { CountedPicture } from './count-picture.tsx'
import { countedLotText } from './counted-lot.ts'
import { DropCount } from './drop-count.tsx'
import { FigureChange } from './figure-change.tsx'
import { focusFinder, StockFinder, scanScreenOf } from './stock-finder.tsx'
import { UncountedProducts } from './uncounted.tsx'
import { type Counting, useCounting } from './use-counting.ts'
import { WaitingLines } from './waiting-lines.tsx'

type OpenCountProps = {
  count: StockCount
  query: QueryState
  refresh: () => Promise<StockCount | undefined>
  back: ReactNode
}

/** An open count: the form for the current product, and everything counted so far by all users. */
export function OpenCount({ count, query, refresh, back }: OpenCountProps) {
  const [correcting, setCorrecting] = useState<CountedProduct>()
  const counting = useCounting(count, refresh)
  const scans = useStoredScans(scanScreenOf('count', count.id))
  const [unsaved = counting.entry] = counting.waiting
  const loss = `${unsaved?.product.name ?? ''} henüz sayıma eklenmedi.`
  useConfirmBeforeLeaving(unsaved?.quantity !== undefined, loss, counting.discardAll)
  const day = formatDay(count.count_date)
  const corrected = correcting && countedIn(count, correcting.product_id)
  return (
    <Page
      title={`${day} sayımı`}
      windowTitle={`${day} sayımı · Stok`}
      aside={<CountState count={count} />}
      description={`${count.created_by_admin_name} başlattı · ${wholeText(count.products.length)} ürün sayıldı`}
      back={back}
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <StaleStrip query={query} />
        <CountingForm count={count} counting={counting} />
        <CountLists count={count} counting={counting} onCorrect={id => setCorrecting(countedIn(count, id))} />
        {count.products.length > 0 && !unsaved && scans.length === 0 && <FinishBar count={count} />}
      </div>
      {correcting && (
        <CorrectDialog
          key={correcting.product_id}
          count_id={count.id}
          product={corrected ?? correcting}
          isGone={!corrected}
          refresh={refresh}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </Page>
  )
}

type CountListsProps = { count: StockCount; counting: Counting; onCorrect: (id: string) => void }

/** The counted or the uncounted products, chosen by the URL's `list`. */
function CountLists({ count, counting, onCorrect }: CountListsProps) {
  const { read, write } = useAddress()
  const isUncounted = read('list') === 'uncounted'
  const isEmpty = count.products.length === 0
  return (
    <>
      <Segmented
        label="Ürünler"
        options={[
          { value: 'counted', label: `Sayılanlar (${wholeText(count.products.length)})` },
          { value: 'uncounted', label: 'Sayılmayanlar' },
        ]}
        value={isUncounted ? 'uncounted' : 'counted'}
        onChange={list => write({ list: list === 'uncounted' ? list : '', search: '' }, { skipsLeaveCheck: true })}
        className="justify-self-start"
      />
      {isUncounted && <UncountedProducts count={count} onChoose={product => void counting.choose(product, false)} />}
      {!isUncounted && !isEmpty && <CountedProducts products={count.products} onCorrect={onCorrect} />}
      {!isUncounted && isEmpty && !counting.entry && (
        <EmptyState
          icon={ScanBarcode}
          title="Henüz ürün sayılmadı"
          text="Ürünü arayın veya barkodunu okutun, bulduğunuz miktarı yazın. Aynı ürün başka rafta da çıkarsa miktarlar toplanır."
        />
      )}
    </>
  )
}

const FinishBar = ({ count }: { count: StockCount }) => (
  <ActionBar>
    <span className="font-medium max-sm:hidden">{wholeText(count.products.length)} ürün sayıldı</span>
    <Button asChild variant="primary" size="large">
      <Link to={addressOfCount(count.id, 'preview')}>
        <ClipboardCheck aria-hidden className="size-4" /> Farkları gör ve bitir
      </Link>
    </Button>
  </ActionBar>
)

/** The badge of an open count, and the menu of its actions. */
const CountState = ({ count }: { count: StockCount }) => (
  <>
    <Badge tone="blue">Açık</Badge>
    <CountScope count={count} />
    <DropCount count={count} />
  </>
)

/** Badges for the category that the count is limited to, and for a blind count. */
export const CountScope = ({ count: { category, is_blind } }: { count: CountSummary }) => (
  <>
    {category !== null && <Badge>{category}</Badge>}
    {is_blind && <Badge icon={EyeOff}>Kör sayım</Badge>}
  </>
)

const countedIn = ({ products }: StockCount, id: string) => products.find(({ product_id }) => product_id === id)

/** The finder, the lines waiting for the server, and the form for the current product or the result of the last. */
function CountingForm({ count, counting }: { count: StockCount; counting: Counting }) {
  const finder = useRef<HTMLDivElement>(null)
  const { entry, last } = counting
  const addEntry = async () => {
    if (await counting.add()) focusFinder(finder.current)
  }
  return (
    <>
      <StockFinder place={finder} onChoose={counting.choose} hidesStock={hidesExpected(count)} />
      <WaitingLines lines={counting.waiting} onRetry={counting.retry} onRemove={counting.remove} />
      {entry && (
        <CountEntry
          key={entry.turn}
          entry={entry}
          lots={counting.lots}
          soFar={countedIn(count, entry.product.id)?.counted_quantity}
          onChange={counting.change}
          onPicture={counting.attach}
          onAdd={() => void addEntry()}
          onCancel={() => {
            counting.cancelEntry()
            focusFinder(finder.current)
          }}
        />
      )}
      {last && !entry && (
        <AlertStrip kind="success" title={last.name}>
          <FigureChange before={last.old_quantity} after={last.new_total} unit={last.unit} />
        </AlertStrip>
      )}
    </>
  )
}

type CountedProductsProps = { products: readonly CountedProduct[]; onCorrect: (id: string) => void }

function CountedProducts({ products, onCorrect }: CountedProductsProps) {
  const phone = useIsPhoneWidth()
  return (
    <DataTable
      label="Sayılan ürünler"
      columns={columnsFor(phone, onCorrect)}
      rows={[...products].reverse()}
      rowKey={product => product.product_id}
      onOpen={product => onCorrect(product.product_id)}
    />
  )
}

const columnsFor = (phone: boolean, onCorrect: (id: string) => void): readonly Column<CountedProduct>[] => [
  {
    key: 'name',
    head: 'Ürün',
    cell: ({ product_name, brand, warehouse, lots }) => (
      <>
        <span className="block font-medium">{product_name}</span>
        <span className="block truncate font-normal text-ink-soft text-sm">{brand}</span>
        {lots?.map(lot => (
          <span key={countedLotText(lot)} className="wrap-anywhere block font-normal text-sm tabular-nums">
            {countedLotText(lot)}: {wholeText(lot.counted_quantity)}
          </span>
        ))}
        <WarehouseBadge warehouse={warehouse} />
      </>
    ),
  },
  {
    key: 'quantity',
    head: 'Sayılan',
    width: '9rem',
    numeric: true,
    onPhone: 'aside',
    cell: ({ counted_quantity, unit }) => (
      <span className="whitespace-nowrap font-semibold tabular-nums">
        {wholeText(counted_quantity)} {unit}
      </span>
    ),
  },
  {
    key: 'notes',
    head: 'Not ve resim',
    hideOrder: 1,
    onPhone: 'foot',
    cell: ({ notes, image_url, product_name }) => (
      <span className="flex items-center gap-2">
        {image_url && <CountedPicture url={image_url} product_name={product_name} />}
        {notes && <span className="wrap-anywhere whitespace-pre-line text-sm">{notes}</span>}
      </span>
    ),
  },
  {
    key: 'correct',
    head: 'Düzelt',
    hideHead: true,
    width: '4rem',
    onPhone: 'nowhere',
    cell: ({ product_id, product_name }) =>
      !phone && (
        <IconButton
          icon={Pencil}
          size="small"
          label={`Düzelt: ${product_name}`}
          onClick={() => onCorrect(product_id)}
        />
      ),
  },
]
