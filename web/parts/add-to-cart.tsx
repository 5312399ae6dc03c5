import { CalendarClock, CircleOff, ShoppingCart } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { formatMoney } from '#contract/money.ts'
import { MOST_ORDER_LINES } from '#contract/orders.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { useSession } from '../session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { toast } from '../ui/toaster.tsx'
import { type Added, addToCart, cartLines, cartTotals, useCart } from './cart.ts'
import { onDay } from './on-day.ts'

/** How many, and into the cart. What is out of stock but expected is ordered for that day. */
export function AddToCart({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1)
  const { stock_quantity: stock, expected_stock_date, name, unit } = product
  const isSoldOut = stock <= 0 && expected_stock_date === null
  const isForwardDated = stock <= 0 && !isSoldOut
  const isMarketer = useSession()?.role === 'marketer'
  // A press on the button takes the focus from the number first: what that corrected is to be seen before it is added.
  const corrected = useRef(false)
  const tooMany = () => {
    corrected.current = true
    toast.warning(REFUSALS.insufficient_stock.detail(stock), { id: `stock:${product.id}` })
  }
  const pressBegins = () => {
    corrected.current = false
  }
  const add = () => {
    if (corrected.current) return
    const before = inCart(product.id)
    const added = addToCart(product, quantity)
    if (!added.added) {
      if (added.code === 'insufficient_stock') setQuantity(Math.max(1, added.most - before))
      toast.error(whyNot(added))
      return
    }
    setQuantity(1)
    toast.success(`${name} sepete eklendi`, {
      id: `cart:${product.id}`,
      description: `${wholeText(quantity)} ${unit}${added.promised_for ? `, ${onDay(added.promised_for)} beklenen stoktan` : ''} · Sepet ${formatMoney(cartTotals(cartLines()).grand)}`,
      action: { label: 'Geri al', onClick: added.undo },
    })
  }
  // A customer is told when it presses; a marketer is shown that there is nothing to press.
  if (isSoldOut && isMarketer) return <SoldOut name={name} />
  return (
    <div className="flex flex-wrap gap-2">
      <div className="min-w-28 flex-1 basis-28">
        <QuantityStepper
          block
          label={`${name} miktarı`}
          unit={unit}
          value={quantity}
          onCommit={setQuantity}
          {...(stock > 0 && { max: stock, onTooMany: tooMany })}
        />
      </div>
      <Button
        variant={isForwardDated ? 'secondary' : 'primary'}
        size="large"
        icon={isForwardDated ? CalendarClock : ShoppingCart}
        aria-label={`${isForwardDated ? 'İleri tarihli sipariş' : 'Sepete ekle'}: ${name}`}
        onPointerDown={pressBegins}
        onKeyDown={pressBegins}
        onClick={add}
        className="flex-1 gap-1.5! px-3! text-sm!"
      >
        {isForwardDated ? 'İleri tarihli sipariş' : 'Sepete ekle'}
      </Button>
    </div>
  )
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

const inCart = (id: string) => cartLines().find(line => line.product_id === id)?.quantity ?? 0

function whyNot(refused: Extract<Added, { added: false }>): string {
  switch (refused.code) {
    case 'insufficient_stock':
      return REFUSALS.insufficient_stock.detail(refused.most)
    case 'out_of_stock':
      return REFUSALS.out_of_stock.detail()
    case 'cart_full':
      return `Sepete en fazla ${MOST_ORDER_LINES} farklı ürün eklenebilir`
  }
}
