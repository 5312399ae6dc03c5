import { useVirtualizer } from '@tanstack/react-virtual'
import { CirclePlus, CircleX, Copy, RefreshCw } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ImportSummary } from '#contract/inventory.ts'
import { Button } from '../../ui/button.tsx'
import { Figures } from '../../ui/figures.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'

/** What an import did, with a sentence for each row at fault. */
export function ImportResult({ summary: { created, updated, errors } }: { summary: ImportSummary }) {
  return (
    <div className="grid min-w-0 gap-6">
      <Figures
        figures={[
          { label: 'Yeni ürün', value: wholeText(created), icon: CirclePlus, tone: 'green' },
          { label: 'Güncellenen', value: wholeText(updated), icon: RefreshCw, tone: 'blue' },
          {
            label: 'Hata',
            value: wholeText(errors.length),
            icon: CircleX,
            tone: errors.length ? 'red' : 'neutral',
          },
        ]}
      />
      {errors.length > 0 && <RowErrors errors={errors} />}
    </div>
  )
}

function RowErrors({ errors }: { errors: readonly string[] }) {
  const title = useId()
  const scroller = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by its functions
  const virtualizer = useVirtualizer({
    count: errors.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 37,
    overscan: 10,
  })
  const drawn = virtualizer.getVirtualItems()
  const before = drawn[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  // There is no clipboard at all where the page did not come by https.
  const copy = async () => navigator.clipboard.writeText(errors.join('\n'))
  const copyAndSay = () =>
    copy().then(
      () => toast.success('Hatalar kopyalandı'),
      () => toast.error('Kopyalanamadı; metni elle seçebilirsiniz'),
    )
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={title} className="font-medium">
          Aktarılmayan satırlar
        </h3>
        <Button size="small" icon={Copy} onClick={() => void copyAndSay()}>
          Tümünü kopyala
        </Button>
      </div>
      <section
        ref={scroller}
        aria-labelledby={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows scroll it
        tabIndex={0}
        className="ring-border max-h-64 overflow-y-auto overscroll-contain rounded-md border border-line"
      >
        <ul style={{ paddingTop: before, paddingBottom: after }}>
          {drawn.map(({ index }) => (
            <li
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={errors.length}
              aria-posinset={index + 1}
              className="border-line border-b px-3 py-2 text-sm"
            >
              {errors[index]}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
