import { restoreExpectedDates } from '#contract/inventory.ts'
import { formatDay } from '#contract/turkish.ts'
import { useCommand } from '../../command.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { useHeldFocus } from '../../ui/held-focus.ts'
import { alertWhenKeysIdle } from '../scanning/keys-idle.ts'

const removeDate = { ...restoreExpectedDates, failure: 'Tarih kaldırılamadı' }

/** The expected date that a booked product still has, and a button that removes it if no more goods are to come. */
export function ArrivedDate({ product_id, name, day }: { product_id: string; name: string; day: string }) {
  const { run, pending, reply } = useCommand(removeDate, {
    showError: ({ message }) => void alertWhenKeysIdle(message),
    onReply: settled => announce(outcomeOf(settled)),
  })
  const focus = useHeldFocus<HTMLParagraphElement>()
  // Removed only if it is still the shown one.
  const body = { expected_stock_date: day, products: [{ product_id, expected_stock_date: null }] }
  return (
    <p
      {...focus}
      className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-yellow-ink"
    >
      {reply ? (
        outcomeOf(reply)
      ) : (
        <>
          <span>Beklenen tarihi {formatDay(day)} duruyor: stok bitince o güne sınırsız sipariş alınır.</span>
          <Button
            size="small"
            aria-label={`${name}: beklenen tarihi kaldır`}
            busy={pending}
            busyText="Tarih kaldırılıyor"
            onClick={() => void run({ body })}
          >
            Tarihi kaldır
          </Button>
        </>
      )}
    </p>
  )
}

type Outcome = { restored_count: number; changed_count: number }

const outcomeOf = ({ restored_count, changed_count }: Outcome) =>
  restored_count > 0
    ? 'Beklenen tarih kaldırıldı'
    : changed_count > 0
      ? 'Beklenen tarih siz bakarken değişti; ona dokunulmadı'
      : 'Ürün silinmiş'
