import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { dropKeptScans, useKeptScans } from './kept-scans.ts'

/** The scans that could not be looked up yet. */
export function KeptScans({ screen, onTake }: { screen: string; onTake: () => void }) {
  const barcodes = useKeptScans(screen)
  if (barcodes.length === 0) return null
  const drop = () => {
    if (window.confirm(`Bekleyen ${wholeText(barcodes.length)} okutma silinsin mi?`)) dropKeptScans(screen)
  }
  return (
    <AlertStrip
      kind="warning"
      className="mt-3"
      title={`${wholeText(barcodes.length)} okutma bekliyor`}
      action={
        <span className="flex gap-2">
          <Button size="small" onClick={drop}>
            Sil
          </Button>
          <Button size="small" onClick={onTake}>
            Şimdi al
          </Button>
        </span>
      }
    >
      Bağlantı gelince aranır; her okutma 1 birim sayılır.
      <ul aria-label="Bekleyen okutmalar" className="tabular-nums">
        {[...new Set(barcodes)].map(barcode => (
          <li key={barcode}>
            {barcode} × {wholeText(barcodes.filter(one => one === barcode).length)}
          </li>
        ))}
      </ul>
    </AlertStrip>
  )
}
