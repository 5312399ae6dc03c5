import { TriangleAlert } from 'lucide-react'
import { useSession } from '../current-session.ts'
import { type Entry, isOrder, needsDecision } from '../pwa/outbox-entry.ts'
import { useOutbox } from '../pwa/outbox-store.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/router.tsx'
import { changeTitle } from './change-title.ts'
import { CART_PATH } from './order-paths.ts'

/** A strip at the bottom of every screen while an order in the outbox needs the user's decision. */
export function UndecidedStrip() {
  const { entries, unreadable } = useOutbox()
  const role = useSession()?.role
  const undecided = entries.filter(needsDecision)
  const count = undecided.length + unreadable.length
  const what = undecided.every(isOrder) ? 'sipariş' : 'işlem'
  if (count === 0 || !role) return null
  return (
    <aside
      aria-label="Karar bekleyen sipariş"
      className="border-red-line border-t bg-red-soft text-red-ink last:pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto flex max-w-page items-center gap-3 px-gutter py-2">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        <div className="min-w-0 flex-1">
          {count > 1 ? (
            <p className="font-semibold">
              {count} {what} kararınızı bekliyor
            </p>
          ) : (
            <Outcome entry={undecided[0]} />
          )}
        </div>
        <Button asChild>
          <Link to={CART_PATH[role]} onClick={() => scrollTo({ top: 0 })}>
            {what === 'işlem' ? 'Göster' : count === 1 ? 'Siparişi göster' : 'Siparişleri göster'}
          </Link>
        </Button>
      </div>
    </aside>
  )
}

/** Shows what happened to the order, and why. */
function Outcome({ entry }: { entry: Entry | undefined }) {
  if (!entry) return <p className="font-semibold">Bu cihazda bekleyen bir sipariş okunamıyor</p>
  if (!isOrder(entry))
    return (
      <>
        <p className="line-clamp-2 font-semibold sm:line-clamp-1">
          {entry.standing.is === 'refused' ? 'Kaydedilmedi' : 'Geri alınamadı'}. {changeTitle(entry.change)}
        </p>
        {entry.standing.is === 'refused' && <p className="line-clamp-2 text-sm">{entry.standing.refusal.sentence}</p>}
      </>
    )
  if (entry.standing.is !== 'refused') return <p className="font-semibold">Geri aldığınız sipariş iptal edilemedi</p>
  return (
    <>
      <p className="line-clamp-2 font-semibold sm:line-clamp-1">
        {entry.customer ? `Sipariş verilmedi: ${entry.customer.company_name}` : 'Siparişiniz verilmedi'}
      </p>
      <p className="line-clamp-2 text-sm">{entry.standing.refusal.sentence}</p>
    </>
  )
}
