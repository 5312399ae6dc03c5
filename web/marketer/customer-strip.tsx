import { UserRound, UserRoundX, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useChosenCustomer } from '../cart/chosen-customer.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { ActiveBadge } from '../ui/active-badge.tsx'
import { Button } from '../ui/button.tsx'
import { CutName } from '../ui/cut-name.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { openCart } from './open-cart.ts'

// Loaded when it is opened.
const ChooseCustomer = lazy(async () => ({ default: (await import('./choose-customer.tsx')).ChooseCustomer }))

/** Fetches the customer's delivery fee: an order placed offline is refused if the cart's total was without it. */
const prefetchDelivery = (id: string) =>
  // Not part of the panel's first visit.
  import('../delivery/prefetch-delivery.ts').then(
    module => module.prefetchCustomersDelivery(id),
    () => undefined,
  )

/**
 * The chosen customer, in the header: on every tab once one is chosen, and on the tab where products are added
 * (`isOrdering`) also while none is.
 */
export function CustomerStrip({ isOrdering }: { isOrdering: boolean }) {
  const customer = useChosenCustomer()
  const [choosing, setChoosing] = useState<boolean>()
  // Again whenever the connection returns: it may have been lost before the reply.
  const wanted = useOnline() && customer?.id
  useEffect(() => {
    if (wanted) void prefetchDelivery(wanted)
  }, [wanted])
  if (!customer && !isOrdering && !choosing) return null
  const Icon = customer ? UserRound : UserRoundX
  return (
    <section
      aria-label="Sipariş verilecek müşteri"
      className={customer ? 'border-line border-t bg-brand-soft' : 'border-line border-t bg-yellow-soft'}
    >
      <div className="mx-auto flex min-h-11 max-w-page items-center gap-2 px-gutter">
        <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
        {customer ? (
          <p className="flex min-w-0 flex-1 items-center gap-2">
            <span className="shrink-0 text-ink-soft text-sm max-sm:sr-only">Sipariş verilecek müşteri:</span>
            <CutName name={customer.company_name} className="font-semibold text-body" />
            {!customer.is_active && <ActiveBadge active={false} />}
          </p>
        ) : (
          <p className="min-w-0 flex-1 truncate font-medium text-yellow-ink">Müşteri seçilmedi</p>
        )}
        <Button variant="ghost" onClick={() => setChoosing(true)} className="px-3!">
          {customer ? 'Değiştir' : 'Müşteri seç'}
        </Button>
        {customer && (
          <IconButton icon={X} label="Müşteri seçimini kaldır" onClick={() => openCart(null)} className="-mr-2" />
        )}
      </div>
      {choosing !== undefined && (
        <Suspense>
          <ChooseCustomer open={choosing} onOpenChange={setChoosing} />
        </Suspense>
      )}
    </section>
  )
}
