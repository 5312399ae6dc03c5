import { downloadRefusedRows, listRefusedRows, type RefusedRow } from '#contract/import-runs.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { ListStates } from '../../lists/list-states.tsx'
import { useListQuery } from '../../queries.ts'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'

/** The rows that an import refused: row, name and invalid values, also as a workbook to correct and import again. */
export function RefusedRows({ importId, count }: { importId: string; count: number }) {
  const rows = useListQuery(listRefusedRows, { query: { import_id: importId } })
  return (
    <section className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Alınmayan satırlar ({wholeText(count)})</h3>
        <DownloadButton
          call={downloadRefusedRows}
          where={{ params: { id: importId } }}
          busyText="Excel dosyası hazırlanıyor"
        >
          Excel indir
        </DownloadButton>
      </div>
      <p className="text-ink-soft text-sm">
        İndirdiğiniz dosyada yalnızca bu satırlar vardır; düzeltip yeniden içe aktarabilirsiniz.
      </p>
      <ListStates query={rows} empty={null}>
        <ScrollList
          label="Alınmayan satırlar"
          count={rows.items.length}
          estimate={61}
          row={index => <Row row={rows.items[index]} />}
          onEndReached={rows.hasNextPage ? () => void rows.fetchNextPage() : undefined}
          className="max-h-[45dvh]"
        />
      </ListStates>
    </section>
  )
}

function Row({ row }: { row: RefusedRow | undefined }) {
  if (!row) return null
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_1fr]">
      <span className="text-ink-soft tabular-nums">Satır {row.row}</span>
      <div className="grid min-w-0 gap-1">
        <span className="break-words font-medium">{row.name ?? 'Adsız'}</span>
        {row.faults.map(({ column, value, message }) => (
          <span key={`${column} ${message}`} className="min-w-0 break-words">
            <span className="text-ink-soft">{column}:</span> <span className="font-medium">{value ?? 'boş'}</span>
            <span className="block text-danger-ink">{message}</span>
          </span>
        ))}
      </div>
    </div>
  )
}
