import { Boxes } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { downloadLots, type Lot, type LotFigures, listLots, readLotFigures } from '#contract/lots.ts'
import type { Warehouse } from '#contract/products.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { useSteadyList } from '../../lists/steady-list.ts'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { ClearFilters } from '../../ui/clear-filters.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Link } from '../../ui/router.tsx'
import { useSheet } from '../../ui/sheet-address.ts'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { InventoryPage } from '../inventory/inventory-page.tsx'
import { hasSameRow, lotColumns } from './lot-columns.tsx'
import { type LotFilter, useLotFilter } from './lot-filter.ts'
import { LotFilters } from './lot-filters.tsx'

const LotSheet = lazy(async () => ({ default: (await import('./lot-sheet.tsx')).LotSheet }))
const WriteOffs = lazy(async () => ({ default: (await import('./write-offs.tsx')).WriteOffs }))

/** In milliseconds. */
const REFRESH_INTERVAL = 60_000

/** The lots of a warehouse, or of both, earliest expiry first; a row opens its sheet. */
export function LotsView({ warehouse }: { warehouse: Warehouse | undefined }) {
  const filter = useLotFilter(warehouse)
  // For a search, the server reads all lots that match.
  const polling = filter.query.search ? { every: REFRESH_INTERVAL, isPolled: true } : {}
  const figures = useCallQuery(readLotFigures, { query: filter.query, ...polling })
  const [report, setReport] = useState(false)
  return (
    <InventoryPage
      title="Partiler"
      windowTitle={`Partiler · ${warehouse ?? 'Tüm depolar'} · Envanter`}
      figures={<Totals figures={figures.data} />}
      action={
        <>
          <Button onClick={() => setReport(true)}>İmha raporu</Button>
          <DownloadButton call={downloadLots} where={{ query: filter.query }} busyText="Excel dosyası hazırlanıyor">
            Excel indir
          </DownloadButton>
        </>
      }
    >
      <LotFilters filter={filter} figures={figures.data} />
      <FilterChips chips={filter.chips} onClear={filter.clear} />
      <LotList filter={filter} figures={figures.data} />
      {report && (
        <Suspense>
          <WriteOffs onClose={() => setReport(false)} />
        </Suspense>
      )}
    </InventoryPage>
  )
}

/** The number of listed lots and their value. */
function Totals({ figures }: { figures: LotFigures | undefined }) {
  if (!figures) return null
  return (
    <p className="min-w-0 text-ink-soft text-sm" aria-live="polite">
      <strong className="font-semibold text-ink">{wholeText(figures.count)}</strong> parti · değeri{' '}
      <Money amount={figures.value} className="font-semibold text-ink" /> KDV hariç
    </p>
  )
}

function LotList({ filter, figures }: { filter: LotFilter; figures: LotFigures | undefined }) {
  const lots = useSteadyList(useListQuery(listLots, { query: filter.query }), JSON.stringify(filter.query), hasSameRow)
  const phone = useIsPhoneWidth()
  const sheet = useSheet('lot')
  return (
    <>
      <ListStates query={lots} empty={figures?.is_any === false ? <NoLots /> : <NothingFound filter={filter} />}>
        <NewRows waiting={lots.waiting} noun="parti" place="head" />
        <DataTable
          label="Partiler"
          columns={lotColumns({ phone, isAll: filter.query.warehouse === undefined })}
          dense
          rows={lots.items}
          rowKey={(lot: Lot) => lot.id}
          current={sheet.id || undefined}
          onOpen={lot => sheet.open(lot.id)}
          onEndReached={lots.hasNextPage ? () => void lots.fetchNextPage() : undefined}
          loadingMore={lots.isFetchingNextPage}
        />
      </ListStates>
      {sheet.id && (
        <Suspense>
          <LotSheet
            key={sheet.id}
            id={sheet.id}
            listed={lots.items.find(({ id }) => id === sheet.id)}
            onClose={sheet.close}
          />
        </Suspense>
      )}
    </>
  )
}

function NoLots() {
  return (
    <EmptyState
      icon={Boxes}
      title="Henüz parti yok"
      text="Partiler mal kabulde açılır: Ürünler sekmesinde ürünün “Parti takibi” alanını Sorulur veya Zorunlu yapın, sonra mal kabulde parti no ile tarihi girin."
      action={
        <>
          <Button asChild>
            <Link to="/admin/dashboard?tab=products">Ürünlere git</Link>
          </Button>
          <Button asChild variant="primary">
            <Link to="/admin/dashboard?tab=stock&mode=add">Mal kabule git</Link>
          </Button>
        </>
      }
    />
  )
}

function NothingFound({ filter }: { filter: LotFilter }) {
  if (filter.chips.length === 0 && filter.state === 'on_hand')
    return (
      <EmptyState
        icon={Boxes}
        title={filter.query.warehouse === undefined ? 'Elde parti yok' : 'Bu depoda elde parti yok'}
        text="Mal kabulde partisiyle alınanlar burada görünür."
      />
    )
  const { query, state, set, clear } = filter
  return (
    <EmptyState
      icon={Boxes}
      title="Bu filtrelere uyan parti yok"
      text={state === 'all' ? 'Bir filtreyi kaldırmayı deneyin.' : 'Yalnızca elde olan partilerde arandı.'}
      action={
        <>
          {query.search && state !== 'all' && (
            <ClearFilters label="Biten partilerde de ara" onClear={() => set({ state: 'all' })} />
          )}
          <ClearFilters onClear={clear} />
        </>
      }
    />
  )
}
