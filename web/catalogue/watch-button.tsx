import { BellPlus, BellRing } from 'lucide-react'
import type { Product } from '#contract/catalogue.ts'
import { listWatches, unwatchProduct, watchProduct } from '#contract/product-watches.ts'
import type { ApiError } from '../api.ts'
import { useCommand } from '../command.ts'
import { showNextResults, useSteadyList } from '../lists/steady-list.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { invalidate, useCallQuery } from '../queries.ts'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/button.tsx'
import { ignoreRepeats } from '../ui/guarded-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toaster.tsx'

type WatchButtonProps = {
  product: Pick<Product, 'id' | 'name'>
  /** Shows only an icon, for the rows of a list. */
  compact?: boolean
}

/** Begins or withdraws a customer's watch: one notification when a sold-out product arrives. Needs a connection. */
export function WatchButton({ product: { id, name }, compact }: WatchButtonProps) {
  const { isWatched, busyText, press } = useWatch(id, name)
  if (compact)
    return (
      <IconButton
        {...press}
        icon={isWatched ? BellRing : BellPlus}
        label={isWatched ? `Gelince haber verilecek, vazgeç: ${name}` : `Gelince haber ver: ${name}`}
        className={isWatched ? 'text-brand-ink!' : ''}
      />
    )
  // One button, which keeps the focus.
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2">
      {isWatched && (
        <p className="flex flex-1 items-center gap-2 text-ink-soft text-sm">
          <BellRing aria-hidden className="size-4 shrink-0" />
          Gelince haber verilecek
        </p>
      )}
      <Button
        {...press}
        {...(isWatched ? UNWATCH : WATCH)}
        size="large"
        busy={busyText !== undefined}
        busyText={busyText}
        onKeyDown={ignoreRepeats}
        aria-label={isWatched ? `Vazgeç: ${name} gelince haber verme` : `Gelince haber ver: ${name}`}
      />
    </div>
  )
}

const WATCH = {
  block: true,
  icon: BellPlus,
  action: 'watch',
  className: 'text-ink-soft! text-sm!',
  children: 'Gelince haber ver',
}
const UNWATCH = { variant: 'ghost', action: 'unwatch', className: 'text-sm!', children: 'Vazgeç' } as const

/** Whether the customer watches a product, what is being saved, and the props of the button that changes it. */
function useWatch(id: string, name: string) {
  const isOnline = useOnline()
  const watches = useCallQuery(listWatches, { enabled: isOnline })
  // The arrival of the goods ends the watch. While the user aims at the row, which keeps its state then, so does this.
  const items = [{ id, isWatched: watches.data?.includes(id) === true }]
  const steady = useSteadyList(
    { ...watches, items, hasNextPage: false, resources: listWatches.resources },
    id,
    isSameWatch,
  )
  const isWatched = steady.items[0]?.isWatched === true
  const watch = useCommand(watchProduct, {
    againWhenLost: true,
    awaitRefetch: true,
    onReply: () => showChanged(`${name}: gelince haber verilecek`),
    showError: showRefused,
  })
  const unwatch = useCommand(unwatchProduct, {
    awaitRefetch: true,
    onReply: () => showChanged(`${name}: haber verilmeyecek`),
    showError: 'toast',
  })
  const command = isWatched ? unwatch : watch
  const press = { disabled: !isOnline, onClick: () => void command.run({ params: { id } }) }
  const busyText = watch.pending ? 'Kaydediliyor' : unwatch.pending ? 'Vazgeçiliyor' : undefined
  return { isWatched, busyText, press }
}

type Watch = { isWatched: boolean }
const isSameWatch = (before: Watch, after: Watch) => before.isWatched === after.isWatched

/** Announces the user's own change; all buttons of the product then show it, also that of its card behind a dialog. */
function showChanged(text: string) {
  announce(text)
  showNextResults('watches')
}

/** Shows the refusal of a watch; if the product has arrived, refetches the list, which then shows its stock. */
async function showRefused(error: ApiError) {
  toast.error(error.message)
  if (!error.is(watchProduct, 'back_in_stock')) return
  showNextResults('products', 'watches')
  await invalidate(['products'])
}
