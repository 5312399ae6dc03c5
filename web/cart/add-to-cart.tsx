import { CalendarClock, CircleCheck, CircleOff, ShoppingCart, Undo2 } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { MAX_ORDER_LINES } from '#contract/orders.ts'
import { insufficientStock, outOfStock } from '#contract/sale.ts'
import { useSession } from '../session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useDoublePress } from '../ui/double-press.ts'
import { wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { toast } from '../ui/toaster.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { type Added, addToCart, cartLines, useCart, useJustAdded } from './cart.ts'

/** A quantity and the add button. A product out of stock but expected is ordered for its expected date. */
export function AddToCart({ product }: { product: Product }) {
  const { stock_quantity: stock, expected_stock_date, name, unit } = product
  const { quantity, fault, choose, setFault, tooMany, pressBegins, add } = useAddToCart(product)
  const isSoldOut = stock <= 0 && expected_stock_date === null
  const isForwardDated = stock <= 0 && !isSoldOut
  const isMarketer = useSession()?.role === 'marketer'
  // A customer gets the message on pressing; for a marketer the button is disabled.
  if (isSoldOut && isMarketer) return <SoldOut name={name} />
  return (
    <div className="flex flex-wrap gap-2">
      <div className="min-w-28 flex-1 basis-28">
        <QuantityStepper
          block
          label={`${name} miktarı`}
          unit={unit}
          value={quantity}
          onCommit={choose}
          emptyMeans={1}
          onFault={setFault}
          {...(stock > 0 && { max: stock, onTooMany: tooMany })}
        />
      </div>
      <Button
        variant={isForwardDated ? 'secondary' : 'primary'}
        size="large"
        icon={isForwardDated ? CalendarClock : ShoppingCart}
        aria-label={`${isForwardDated ? 'İleri tarihli sipariş' : 'Sepete ekle'}: ${name}`}
        onPointerDown={pressBegins}
        // Holding a key down counts as one press.
        onKeyDown={event => (event.repeat ? event.preventDefault() : pressBegins())}
        onClick={add}
        className="flex-1 gap-1.5! px-3! text-sm!"
      >
        {isForwardDated ? 'İleri tarihli sipariş' : 'Sepete ekle'}
      </Button>
      {fault && (
        <p role="alert" className="w-full font-medium text-danger-ink text-sm">
          {fault}
        </p>
      )}
    </div>
  )
}

/** The quantity to add, its error, and what the stepper and the button call. */
function useAddToCart(product: Product) {
  const [quantity, setQuantity] = useState(1)
  const [fault, setFault] = useState<string>()
  const press = useDoublePress()
  // Pressing the button first blurs the number field: show a corrected quantity before adding it.
  const corrected = useRef(false)
  const wasCorrected = useRef(false)
  const tooMany = () => {
    corrected.current = true
    toast.warning(insufficientStock(product.stock_quantity))
  }
  const pressBegins = () => {
    wasCorrected.current = corrected.current
    corrected.current = false
  }
  const choose = (wanted: number) => {
    press.end()
    setQuantity(wanted)
  }
  const add = (event: MouseEvent) => {
    const isRestOfDoubleClick = event.detail > 1
    if (corrected.current || (wasCorrected.current && isRestOfDoubleClick)) return
    if (fault || press.isSecond(event)) return
    const before = inCart(product.id)
    const added = addToCart(product, quantity)
    if (!added.added) {
      if (added.code === 'insufficient_stock') setQuantity(Math.max(1, added.most - before))
      toast.error(refusalMessage(added))
      return
    }
    press.begin(event)
    setQuantity(1)
  }
  return { quantity, fault, choose, setFault, tooMany, pressBegins, add }
}

function SoldOut({ name }: { name: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-28 flex-1 basis-28 text-ink-soft text-sm">Stokta yok; ne zaman geleceği belli değil</p>
      <Button
        disabled
        size="large"
        icon={CircleOff}
        aria-label={`Stokta yok: ${name}`}
        className="flex-1 gap-1.5! px-3! text-sm!"
      >
        Stokta yok
      </Button>
    </div>
  )
}

/** How many of the product are in the cart already. */
export function InCart({ product }: { product: Product }) {
  const line = useCart().find(({ product_id }) => product_id === product.id)
  if (!line) return null
  return (
    <Badge tone="brand" icon={ShoppingCart}>
      Sepette {wholeText(line.quantity)} {line.unit}
    </Badge>
  )
}

/** Confirms in place that the product was just added to the cart, with an undo button. */
export function JustAdded({ product: { id, name }, className }: { product: Product; className: string }) {
  const added = useJustAdded(id)
  const undo = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears when pressed; the focus stays on the product.
    const place = currentTarget.closest<HTMLElement>('article, section')
    ;(place?.querySelector('a') ?? place)?.focus({ preventScroll: true })
    added?.undo()
  }
  return (
    <div className={classNames(added && 'bg-green-soft font-medium text-green-ink', added && className)}>
      {/* Rendered before it has text, so that screen readers announce the change. */}
      <output className="flex items-center justify-center gap-1">
        {added && (
          <>
            <CircleCheck aria-hidden className="size-4 shrink-0" />
            <span>
              <VisuallyHidden>{name} </VisuallyHidden>
              Sepete eklendi
            </span>
          </>
        )}
      </output>
      {added && (
        <button
          type="button"
          aria-label={`Geri al: ${name}`}
          onClick={undo}
          className="ring-inside flex min-h-11 items-center justify-center gap-1 rounded-sm px-2 text-ink text-sm underline underline-offset-3"
        >
          <Undo2 aria-hidden className="size-4 shrink-0" />
          Geri al
        </button>
      )}
    </div>
  )
}

const inCart = (id: string) => cartLines().find(line => line.product_id === id)?.quantity ?? 0

function refusalMessage(refused: Extract<Added, { added: false }>): string {
  switch (refused.code) {
    case 'insufficient_stock':
      return insufficientStock(refused.most)
    case 'out_of_stock':
      return outOfStock()
    case 'cart_full':
      return `Sepete en fazla ${MAX_ORDER_LINES} farklı ürün eklenebilir`
  }
}
