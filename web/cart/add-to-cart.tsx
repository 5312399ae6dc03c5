import { CalendarClock, CircleCheck, CircleOff, ShoppingCart, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { MAX_ORDER_LINES } from '#contract/orders.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { insufficientStockMessage, isSoldOut, outOfStockMessage } from '#contract/sale.ts'
import { useSession } from '../current-session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useDoublePress } from '../ui/double-press.ts'
import { numberFrom, quantityFault, wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { toast } from '../ui/toaster.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { type Added, addToCart, cartLines, useCart, useJustAdded } from './cart.ts'
import { useQuantityToAdd } from './quantities-to-add.ts'

/** A quantity and the add button. A product out of stock but expected is ordered for its expected date. */
export function AddToCart({ product }: { product: Product }) {
  const { stock_quantity: stock, name } = product
  const { stepper, button, fault } = useAddToCart(product)
  const isForwardDated = stock <= 0 && !isSoldOut(product)
  const isStaff = useSession()?.role !== 'customer'
  // Customers see the reason when they press the button; marketers and admins see a disabled button.
  if (isSoldOut(product) && isStaff) return <SoldOut name={name} />
  return (
    <div className="flex flex-wrap gap-2">
      <div className="min-w-stepper flex-1 basis-stepper">
        <QuantityStepper block {...stepper} />
      </div>
      <Button
        variant={stock > 0 ? 'primary' : 'secondary'}
        size="large"
        icon={isForwardDated ? CalendarClock : ShoppingCart}
        {...button}
        className="flex-1 gap-1.5! px-3! text-sm!"
      >
        {isForwardDated ? FORWARD_DATED : ADD}
      </Button>
      {fault && (
        <p role="alert" className="w-full font-medium text-danger-ink text-sm">
          {fault}
        </p>
      )}
    </div>
  )
}

const ADD = 'Sepete ekle'
const FORWARD_DATED = 'İleri tarihli sipariş'

/** The quantity to add and its error, and the props of its field and of the button that adds it. */
export function useAddToCart(product: Product) {
  const { stock_quantity: stock, name, unit } = product
  const [{ quantity, typed }, keep] = useQuantityToAdd(product)
  // A text typed before the product was scrolled out of sight was not committed by a blur.
  const number = typed === undefined ? quantity : (numberFrom(typed) ?? 1)
  const wrong = quantityFault(number, MAX_QUANTITY)
  // Shown only while the quantity is wrong, as it may be corrected where the product is also shown.
  const [reported, report] = useState<string>()
  const press = useDoublePress()
  // Pressing the button first blurs the number field: show a corrected quantity before adding it.
  const corrected = useRef(false)
  const wasCorrected = useRef(false)
  const pressBegins = () => {
    wasCorrected.current = corrected.current
    corrected.current = false
  }
  const add = (event: MouseEvent) => {
    const isRestOfDoubleClick = event.detail > 1
    if (corrected.current || (wasCorrected.current && isRestOfDoubleClick)) return
    if (wrong) return report(wrong)
    if (press.isSecond(event)) return
    const wanted = Math.max(1, number)
    const before = inCart(product.id)
    const added = addToCart(product, wanted)
    if (!added.added) {
      keep({ quantity: added.code === 'insufficient_stock' ? Math.max(1, added.most - before) : wanted })
      showRefusal(added)
      return
    }
    press.begin(event)
    keep({ quantity: 1 })
  }
  const stepper = {
    label: `${name} miktarı`,
    unit,
    value: quantity,
    onCommit: (chosen: number) => {
      press.end()
      keep({ quantity: chosen })
    },
    typed,
    onTyped: (text: string | undefined) => keep({ quantity, typed: text }),
    emptyMeans: 1,
    onFault: report,
    ...(stock > 0 && {
      max: stock,
      onTooMany: () => {
        corrected.current = true
        toast.warning(insufficientStockMessage(stock))
      },
    }),
  }
  const action = stock <= 0 && product.expected_stock_date ? FORWARD_DATED : ADD
  const button = {
    'aria-label': `${action}: ${name}`,
    onPointerDown: pressBegins,
    // Holding a key down counts as one press.
    onKeyDown: (event: KeyboardEvent) => (event.repeat ? event.preventDefault() : pressBegins()),
    onClick: add,
  }
  if (reported && !wrong) report(undefined)
  return { stepper, button, fault: reported && wrong }
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

/** Shows how many pieces of the product are already in the cart. */
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
              <VisuallyHidden>, sepette {wholeText(inCart(id))}</VisuallyHidden>
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

/** Shows why nothing was added. */
export const showRefusal = (refused: Extract<Added, { added: false }>) => toast.error(refusalMessage(refused))

function refusalMessage(refused: Extract<Added, { added: false }>): string {
  if (refused.code === 'insufficient_stock') return insufficientStockMessage(refused.most)
  if (refused.code === 'out_of_stock') return outOfStockMessage()
  return `Sepete en fazla ${MAX_ORDER_LINES} farklı ürün eklenebilir`
}
