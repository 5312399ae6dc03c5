import { BadgePercent, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Lot } from '#contract/lots.ts'
import { allowOffers, endOffer, type LotOffer, type Offer, readLotOffer } from '#contract/offers.ts'
import type { ApiError } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { useCallQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toaster.tsx'

const OfferDialog = lazy(async () => ({ default: (await import('./offer-dialog.tsx')).OfferDialog }))

const showError = (error: ApiError) => window.alert(error.message)

/** The offer of a lot's goods, and the switch that allows offers. */
export function LotOfferSection({ lot }: { lot: Lot }) {
  const found = useCallQuery(readLotOffer, { params: { id: lot.id } }).data
  if (!found) return null
  return (
    <section aria-label="Fırsat" className="grid gap-1 border-line border-t pt-4">
      {found.offer && <OnOffer offer={found.offer} />}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1 empty:hidden">
        <Change lot={lot} found={found} />
        {found.offer && <End lot={lot} offer={found.offer} />}
      </div>
      <AllowOffers isAllowed={found.is_allowed} />
    </section>
  )
}

function OnOffer({ offer }: { offer: Offer }) {
  const { is_active, on_hand, ordered_quantity, unit, price, regular_price } = offer
  const blocked = blockedOf(offer)
  return (
    <p>
      {is_active ? 'Fırsatta' : 'Fırsat bitti:'} {quantityText(on_hand)} {unit}
      {ordered_quantity > 0 && `, ${quantityText(ordered_quantity)} ${unit} siparişlerde`}
      {blocked > 0 && `, ${quantityText(blocked)} ${unit} engelli`} · <Money amount={price} />{' '}
      {regular_price !== null && (
        <span className="text-ink-soft">
          (normal <Money amount={regular_price} />)
        </span>
      )}
    </p>
  )
}

/** The button exists while the offer can be changed; its form, once open, stays with what was typed. */
function Change({ lot, found }: { lot: Lot; found: LotOffer }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {found.is_allowed && found.is_changeable && (
        <Button icon={BadgePercent} onClick={() => setOpen(true)}>
          {found.offer?.is_active ? 'Fırsatı değiştir' : 'Fırsat yap'}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <OfferDialog lot={lot} found={found} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** How much of an offer goes back to its lot when it ends: what no order has, unless it is blocked. */
const freeOf = ({ on_hand, reserved_quantity }: Offer) => Math.max(0, on_hand - reserved_quantity)
const blockedOf = ({ reserved_quantity, ordered_quantity }: Offer) => reserved_quantity - ordered_quantity

/** The button exists while there is something to end; its question, once open, stays and says if there is nothing. */
function End({ lot, offer }: { lot: Lot; offer: Offer }) {
  const [asks, setAsks] = useState(false)
  const { refetch } = useCallQuery(readLotOffer, { params: { id: lot.id } })
  const ask = () => {
    // Customers may have ordered since the lot was opened.
    void refetch()
    setAsks(true)
  }
  const { run, pending } = useRowCommand(endOffer, {
    showError,
    refetchWhenLost: true,
    awaitRefetch: true,
    onReply: ({ message }) => {
      showNextResults('products', 'lots')
      toast.success(message)
      setAsks(false)
    },
  })
  const free = freeOf(offer)
  const canEnd = offer.is_active || free > 0
  return (
    <>
      {canEnd && (
        <Button icon={Undo2} onClick={ask}>
          Fırsatı bitir
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Fırsat bitirilsin mi?"
        confirm="Fırsatı bitir"
        busy={pending}
        lost={asks && !pending && !canEnd ? 'Fırsat siz bakarken bitti' : undefined}
        onConfirm={() => void run({ params: { id: lot.id } })}
      >
        <p>
          {free > 0
            ? `${quantityText(free)} ${offer.unit} normal fiyatla satılmak üzere partisine döner; fırsat katalogdan kalkar.`
            : `Fırsat katalogdan kalkar. ${blockedOf(offer) > 0 ? 'Engelli mal fırsatta kalır' : 'Malın tümü siparişlerde'}; partisine dönecek mal yok.`}
          {offer.ordered_quantity > 0 && ' Siparişlerdeki mal fırsat fiyatıyla kalır.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** The switch that allows offers, for all lots. */
function AllowOffers({ isAllowed }: { isAllowed: boolean }) {
  const { run, pending } = useCommand(allowOffers, {
    showError,
    awaitRefetch: true,
    onReply: ({ message }) => toast.success(message),
  })
  return (
    <>
      <Switch
        label="Fırsat satışına izin ver"
        checked={isAllowed}
        busy={pending}
        onChange={({ target }) => void run({ body: { is_allowed: target.checked } })}
      />
      <p className="text-ink-soft text-sm">
        Bütün partiler için: tarihi yaklaşan mal, kendi fiyatıyla ayrı bir ürün olarak satılabilir. Kapatınca satıştaki
        fırsatlar kalır.
      </p>
    </>
  )
}
