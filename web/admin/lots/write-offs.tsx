import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { downloadWriteOffs, listWriteOffs, readWriteOffFigures, type WriteOff } from '#contract/lot-changes.ts'
import { daysLater, formatInstant } from '#contract/turkish.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { ListStates } from '../../lists/list-states.tsx'
import { MoreButton } from '../../lists/more-button.tsx'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { DayRange } from '../../ui/day-input.tsx'
import { reversedText } from '../../ui/day-text.ts'
import { SideSheet } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useToday } from '../../ui/today.ts'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { expiryLabel } from './expiry-text.ts'

/** The number of days that the report covers initially. */
const DAYS = 30

/** The write-offs of a period, newest first, with their value at today's prices. */
export function WriteOffs({ onClose }: { onClose: () => void }) {
  const today = useToday()
  // The report left open covers a new day, too, until a last day is chosen. A choice of either day keeps the first one.
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({})
  const period = { from: daysLater(today, 1 - DAYS), to: today, ...chosen }
  const query = useListQuery(listWriteOffs, { query: period })
  const figures = useCallQuery(readWriteOffFigures, { query: period }).data
  return (
    <SideSheet
      open
      onOpenChange={onClose}
      title="İmha raporu"
      description="Partilerden imha edilenler, en yenisi önce. Değerler bugünkü fiyatlarladır, KDV hariç."
      focusTitle
      footer={
        <DownloadButton call={downloadWriteOffs} where={{ query: period }} busyText="Excel dosyası hazırlanıyor">
          Excel indir
        </DownloadButton>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
          <DayRange {...period} set={changes => setChosen({ from: period.from, ...chosen, ...changes })} />
        </div>
        {figures && figures.count > 0 && (
          <p className="text-ink-soft" aria-live="polite">
            <strong className="font-semibold text-ink">{wholeText(figures.count)}</strong> imha ·{' '}
            <Money amount={figures.value} className="font-semibold text-ink text-lg" />
            {figures.count_without_value > 0 &&
              ` (${wholeText(figures.count_without_value)} imhanın değeri bilinmiyor)`}
          </p>
        )}
        <ListStates
          query={query}
          empty={<EmptyState icon={PackageX} title="Bu tarihlerde imha yok" text={reversedText(period)} />}
        >
          <ol aria-label="İmhalar" className="grid grid-cols-1 divide-y divide-line border-line border-t">
            {query.items.map(one => (
              <li key={one.id} className="grid gap-1 py-3">
                <Line writeOff={one} />
              </li>
            ))}
          </ol>
        </ListStates>
        <MoreButton query={query} />
      </div>
    </SideSheet>
  )
}

function Line({ writeOff }: { writeOff: WriteOff }) {
  const { created_at, product_name, warehouse, code, quantity, unit, value, reason, actor_name } = writeOff
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words font-medium">{product_name ?? 'Silinmiş ürün'}</span>
        <span className="shrink-0 font-semibold tabular-nums">
          {wholeText(quantity)} {unit}
        </span>
      </div>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span className="min-w-0 break-words text-ink-soft">
          {code} · {expiryLabel(writeOff)} <WarehouseBadge warehouse={warehouse} />
        </span>
        <span className="shrink-0 tabular-nums">{value === null ? '–' : <Money amount={value} />}</span>
      </div>
      <p className="text-ink-soft text-sm">
        {[formatInstant(created_at), actor_name].filter(Boolean).join(' · ')}
        {reason && <span className="block break-words text-ink">“{reason}”</span>}
      </p>
    </>
  )
}
