import { ClipboardList } from 'lucide-react'
import { downloadCounts, readCount, readDifferences, recentCounts, type StockCount } from '#contract/counts.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Link, useNavigate } from '../../ui/router.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { BackLink } from './back-link.tsx'
import { addressOfCount, addressOfFinalized, RECENT_COUNTS_ADDRESS } from './count-address.ts'
import { DifferencesTable, WorthFigures } from './differences.tsx'
import { CountScope } from './open-count.tsx'

/** The latest finalized counts, or the one that the URL's `count` names with its differences. */
export function RecentMode() {
  const { read } = useAddress()
  const id = read('count')
  return id ? <FinalizedCount key={id} id={id} /> : <Recent />
}

function Recent() {
  const navigate = useNavigate()
  const query = useCallQuery(recentCounts, {})
  return (
    <Page title="Son sayımlar" windowTitle="Son sayımlar · Stok">
      {query.data?.length ? (
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <Excel>Tüm sayımları Excel’e indir</Excel>
          <DataTable
            label="Son sayımlar"
            columns={COLUMNS}
            rows={query.data}
            rowKey={count => count.id}
            onOpen={count => navigate(addressOfFinalized(count.id))}
          />
        </div>
      ) : query.data ? (
        <EmptyState
          icon={ClipboardList}
          title="Tamamlanmış sayım yok"
          text="Biten sayımlar farklarıyla burada görünür."
        />
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows rows={3} />
      )}
    </Page>
  )
}

const COLUMNS: readonly Column<StockCount>[] = [
  {
    key: 'day',
    head: 'Sayım',
    minWidth: '10rem',
    cell: ({ count_date }) => <span className="font-medium">{formatDay(count_date)} sayımı</span>,
  },
  { key: 'started', head: 'Başlatan', hideOrder: 1, cell: count => count.created_by_admin_name },
  { key: 'finalized', head: 'Tamamlayan', cell: count => count.finalized_by_admin_name },
  {
    key: 'when',
    head: 'Tamamlanma',
    width: '9.5rem',
    cell: ({ finalized_at }) => finalized_at && formatInstant(finalized_at),
  },
  { key: 'products', head: 'Ürün', width: '5.5rem', numeric: true, cell: ({ products }) => wholeText(products.length) },
]

/** Downloads the workbook of one count, or of all finalized counts. */
function Excel({ id, children }: { id?: string; children: string }) {
  return (
    <DownloadButton
      call={downloadCounts}
      where={{ query: id === undefined ? {} : { id } }}
      busyText="Excel dosyası hazırlanıyor"
      className="sm:justify-self-start"
    >
      {children}
    </DownloadButton>
  )
}

function FinalizedCount({ id }: { id: string }) {
  const query = useCallQuery(readCount, { params: { id } })
  const changed = useCallQuery(readDifferences, { params: { id } })
  const back = <BackLink to={RECENT_COUNTS_ADDRESS}>Son sayımlar</BackLink>
  const failed = query.error ? query : changed.error ? changed : undefined
  if (!query.data || !changed.data)
    return (
      <Page title="Sayım" windowTitle="Sayım · Stok" back={back}>
        {failed?.error ? <Failed query={failed} error={failed.error} /> : <LoadingRows />}
      </Page>
    )
  const { count_date, finalized_at, finalized_by_admin_name, created_by_admin_name } = query.data
  const day = formatDay(count_date)
  if (!finalized_at)
    return (
      <Page title={`${day} sayımı`} windowTitle={`${day} sayımı · Stok`} back={back}>
        <EmptyState
          icon={ClipboardList}
          title="Bu sayım henüz açık"
          action={
            <Button asChild variant="primary">
              <Link to={addressOfCount(id)}>Saymaya devam et</Link>
            </Button>
          }
        />
      </Page>
    )
  return (
    <Page
      title={`${day} sayımı`}
      windowTitle={`${day} sayımı · Stok`}
      description={`${created_by_admin_name} başlattı · ${finalized_by_admin_name} ${formatInstant(finalized_at)} tarihinde tamamladı`}
      back={back}
      aside={<CountScope count={query.data} />}
      action={<Excel id={id}>Excel indir</Excel>}
      figures={<WorthFigures differences={changed.data} />}
    >
      <DifferencesTable products={changed.data.products} counted={query.data.products} />
    </Page>
  )
}
