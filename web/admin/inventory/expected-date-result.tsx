import { Undo2, X } from 'lucide-react'
import { restoreExpectedDates } from '#contract/inventory.ts'
import { formatDay } from '#contract/turkish.ts'
import { useCommand } from '../../command.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import type { ExpectedDateUpdate } from './expected-date.tsx'

/** Shows the result of a bulk update of expected dates, with an undo button. */
export function ExpectedDateResult({ update, onClose }: { update: ExpectedDateUpdate; onClose: () => void }) {
  const { day, updated, before, changed } = update
  const undo = useCommand(restoreExpectedDates, { showError: 'alert' })
  const close = <IconButton icon={X} label="Bildirimi kapat" onClick={onClose} />
  if (undo.reply) {
    const { restored_count, changed_count } = undo.reply
    return (
      <AlertStrip kind="info" title={`${wholeText(restored_count)} ürünün önceki tarihi geri geldi`} action={close}>
        {changed_count > 0 &&
          `${wholeText(changed_count)} ürünün tarihi bu arada değişmiş; ${toThem(changed_count)} dokunulmadı.`}
      </AlertStrip>
    )
  }
  return (
    <AlertStrip
      kind="success"
      title={`${wholeText(updated)} ürüne beklenen tarih verildi`}
      action={
        <span className="flex items-center gap-1">
          {updated > 0 && (
            <Button
              variant="ghost"
              size="small"
              icon={Undo2}
              busy={undo.pending}
              busyText="Geri alınıyor"
              onClick={() => void undo.run({ body: { expected_stock_date: day, products: before } })}
            >
              Geri al
            </Button>
          )}
          {close}
        </span>
      }
    >
      {formatDay(day)}
      {changed > 0 && ` · ${wholeText(changed)} ürünün tarihi siz bakarken değişti; ${toThem(changed)} dokunulmadı.`}
    </AlertStrip>
  )
}

const toThem = (count: number) => (count > 1 ? 'onlara' : 'ona')
