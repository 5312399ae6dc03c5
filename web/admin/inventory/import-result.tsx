import { CirclePlus, CircleX, Copy, RefreshCw } from 'lucide-react'
import type { ImportSummary } from '#contract/inventory.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Figures } from '../../ui/figures.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { toast } from '../../ui/toaster.tsx'

type ImportResultProps = { summary: ImportSummary; expected: ImportSummary | undefined }

/** The result of an import with a message for each refused row, and a warning if it differs from the preview. */
export function ImportResult({ summary, expected }: ImportResultProps) {
  const { created, updated, errors, warnings = [] } = summary
  return (
    <div className="grid min-w-0 gap-6">
      {expected && figuresText(expected) !== figuresText(summary) && (
        <AlertStrip kind="warning" title="Sonuç önizlemeden farklı">
          Önizlemeden sonra ürünler değişti. Önizlemede {figuresText(expected)} vardı; yapılan aşağıdadır.
        </AlertStrip>
      )}
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
      {warnings.length > 0 && (
        <div className="grid min-w-0 gap-2">
          <h3 className="font-medium">Uyarılar</h3>
          <ScrollList label="Uyarılar" count={warnings.length} estimate={37} row={index => warnings[index]} />
        </div>
      )}
    </div>
  )
}

/** 3 yeni, 12 güncellenen, 0 hata */
export const figuresText = ({ created, updated, errors }: ImportSummary) =>
  `${wholeText(created)} yeni, ${wholeText(updated)} güncellenen, ${wholeText(errors.length)} hata`

function RowErrors({ errors }: { errors: readonly string[] }) {
  // The clipboard is undefined on pages without https: async turns that into a rejection.
  const copy = async () => navigator.clipboard.writeText(errors.join('\n'))
  const copyWithToast = () =>
    copy().then(
      () => toast.success('Hatalar kopyalandı'),
      () => toast.error('Kopyalanamadı; metni elle seçebilirsiniz'),
    )
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Aktarılmayan satırlar</h3>
        <Button size="small" icon={Copy} onClick={() => void copyWithToast()}>
          Tümünü kopyala
        </Button>
      </div>
      <ScrollList label="Aktarılmayan satırlar" count={errors.length} estimate={37} row={index => errors[index]} />
    </div>
  )
}
