import { ClipboardList } from 'lucide-react'
import type { ReactNode } from 'react'
import { downloadCounts, readCount, readDifferences, recentCounts, type StockCount } from '#contract/counts.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { useAnswer } from '../../parts/asking.ts'
import { Failed } from '../../parts/list-states.tsx'
import { useAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { Link, useNavigate } from '../../ui/router.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DownloadButton } from '../download-button.tsx'
import { BackLink } from './back-link.tsx'
import { addressOfCount, addressOfFinalized, RECENT_COUNTS } from './count-address.ts'
import { DifferencesTable, WorthFigures } from './differences.tsx'

/** The counts that were finalized last, or the one that the address names with all it has changed. */
export function RecentMode({ chooser }: { chooser: ReactNode }) {
  const { read } = useAddress()
  const id = read('count')
  return id ? <FinalizedCount key={id} id={id} /> : <Recent chooser={chooser} />
}

function Recent({ chooser }: { chooser: ReactNode }) {
  const navigate = useNavigate()
  const asked = useAnswer(recentCounts, {})
  return (
    <Page title="Son sayımlar" windowTitle="Son sayımlar · Stok" aside={chooser}>
      {asked.data?.length ? (
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <Excel>Tüm sayımları Excel’e indir</Excel>
          <DataTable
            label="Son sayımlar"
            columns={COLUMNS}
            rows={asked.data}
            rowKey={count => count.id}
            onOpen={count => navigate(addressOfFinalized(count.id))}
          />
        </div>
      ) : asked.data ? (
        <EmptyState
          icon={ClipboardList}
          title="Tamamlanmış sayım yok"
          text="Biten sayımlar farklarıyla burada görünür."
        />
      ) : asked.error ? (
        <Failed asked={asked} error={asked.error} />
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
    least: '10rem',
    cell: ({ count_date }) => <span className="font-medium">{formatDay(count_date)} sayımı</span>,
  },
  { key: 'started', head: 'Başlatan', givesWay: 1, cell: count => count.created_by_admin_name },
  { key: 'finalized', head: 'Tamamlayan', cell: count => count.finalized_by_admin_name },
  {
    key: 'when',
    head: 'Tamamlanma',
    width: '9.5rem',
    cell: ({ finalized_at }) => finalized_at && formatInstant(finalized_at),
  },
  { key: 'products', head: 'Ürün', width: '5.5rem', numeric: true, cell: ({ products }) => wholeText(products.length) },
]

/** A count's workbook, or that of all finalized ones. */
function Excel({ id, children }: { id?: string; children: string }) {
  return (
    <DownloadButton
      terms={downloadCounts}
      where={{ query: id === undefined ? {} : { id } }}
      busyText="Excel dosyası hazırlanıyor"
      className="sm:justify-self-start"
    >
      {children}
    </DownloadButton>
  )
}

function FinalizedCount({ id }: { id: string }) {
  const asked = useAnswer(readCount, { params: { id } })
  const changed = useAnswer(readDifferences, { params: { id } })
  const back = <BackLink to={RECENT_COUNTS}>Son sayımlar</BackLink>
  const failed = asked.error ? asked : changed.error ? changed : undefined
  if (!asked.data || !changed.data)
    return (
      <Page title="Sayım" windowTitle="Sayım · Stok" back={back}>
        {failed?.error ? <Failed asked={failed} error={failed.error} /> : <LoadingRows />}
      </Page>
    )
  const { count_date, finalized_at, finalized_by_admin_name, created_by_admin_name } = asked.data
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
      action={<Excel id={id}>Excel’e indir</Excel>}
      figures={<WorthFigures differences={changed.data} />}
    >
      <DifferencesTable products={changed.data.products} counted={asked.data.products} />
    </Page>
  )
}
