import { Undo2 } from 'lucide-react'
import type { PriceChangeResult } from '#contract/price-changes.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'

type PriceResultProps = {
  result: PriceChangeResult
  /** The result of the undo, if the change was undone. */
  undone: PriceChangeResult | undefined
  undoing: boolean
  onUndo: (id: string) => void
}

/**
 * The result of a change of many prices or of its undo, with the refused products, offers that are no longer cheaper,
 * and the button that undoes it.
 */
export function PriceResult({ result, undone, undoing, onUndo }: PriceResultProps) {
  const { id, changed_count, refused, offer_warning } = undone ?? result
  const count = wholeText(changed_count)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <AlertStrip
        kind={changed_count > 0 ? 'success' : 'warning'}
        title={undone ? `${count} ürünün eski fiyatı geri geldi` : `${count} ürünün fiyatı değişti`}
        action={
          id !== null &&
          !undone && (
            <Button size="small" icon={Undo2} busy={undoing} busyText="Geri alınıyor" onClick={() => onUndo(id)}>
              Geri al
            </Button>
          )
        }
      >
        {refused.length > 0 && `${wholeText(refused.length)} ürününkine dokunulmadı.`}
      </AlertStrip>
      {offer_warning && <AlertStrip kind="warning">{offer_warning}</AlertStrip>}
      {refused.length > 0 && (
        <ScrollList
          label="Fiyatı değişmeyen ürünler"
          count={refused.length}
          estimate={57}
          row={index => <Refused refused={refused[index]} />}
          className="max-h-[40dvh]"
        />
      )}
    </div>
  )
}

function Refused({ refused }: { refused: PriceChangeResult['refused'][number] | undefined }) {
  if (!refused) return null
  return (
    <>
      <span className="block break-words font-medium">{refused.product_name ?? 'Silinmiş ürün'}</span>
      <span className="block text-danger-ink">{refused.reason}</span>
    </>
  )
}
