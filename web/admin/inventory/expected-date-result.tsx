import { Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { restoreExpectedDates } from '#contract/inventory.ts'
import { formatDay } from '#contract/turkish.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { useHeldFocus } from '../../ui/held-focus.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import type { ExpectedDateUpdate } from './expected-date.tsx'

type ExpectedDateResultProps = { update: ExpectedDateUpdate; onClose: () => void }

/** Shows the result of a bulk update of expected dates, with an undo button. */
export function ExpectedDateResult({ update, onClose }: ExpectedDateResultProps) {
  const { day, before } = update
  const undo = useRowCommand(restoreExpectedDates, { showError: 'alert', onReply: () => showNextResults('products') })
  const close = <IconButton icon={X} label="Bildirimi kapat" onClick={onClose} />
  return (
    <section {...useHeldFocus<HTMLElement>()} aria-label="Verilen tarihler">
      {undo.reply ? (
        <Undone {...undo.reply} close={close} />
      ) : (
        <Given
          update={update}
          undoing={undo.pending}
          onUndo={() => void undo.run({ body: { expected_stock_date: day, products: before } })}
          close={close}
        />
      )}
    </section>
  )
}

type UndoneProps = { restored_count: number; changed_count: number; close: ReactNode }

const Undone = ({ restored_count, changed_count, close }: UndoneProps) => (
  <AlertStrip kind="info" title={`${wholeText(restored_count)} ürünün önceki tarihi geri geldi`} action={close}>
    {changed_count > 0 &&
      `${wholeText(changed_count)} ürünün tarihi bu arada değişmiş; ${toThem(changed_count)} dokunulmadı.`}
  </AlertStrip>
)

type GivenProps = { update: ExpectedDateUpdate; undoing: boolean; onUndo: () => void; close: ReactNode }

const Given = ({ update: { day, updated, changed }, undoing, onUndo, close }: GivenProps) => (
  <AlertStrip
    kind="success"
    title={`${wholeText(updated)} ürüne beklenen tarih verildi`}
    action={
      <span className="flex items-center gap-1">
        {updated > 0 && (
          <Button variant="ghost" size="small" icon={Undo2} busy={undoing} busyText="Geri alınıyor" onClick={onUndo}>
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

const toThem = (count: number) => (count > 1 ? 'onlara' : 'ona')
