import { ShoppingCart } from 'lucide-react'
import { useAction } from '../action.ts'
import { fetchCurrentProducts } from '../cart/cart-check.ts'
import { putIntoCart } from '../orders/put-into-cart.ts'
import { Button } from '../ui/button.tsx'
import { useNavigate } from '../ui/router.tsx'
import type { ChangedLine } from './order-change.ts'

/** Puts the products that could not be added to an order into the cart, for a separate order. */
export function RestToCart({ lines, onDone }: { lines: readonly ChangedLine[]; onDone: () => void }) {
  const navigate = useNavigate()
  const added = lines.flatMap(({ saved = 0, ...line }) =>
    line.quantity > saved ? [{ ...line, quantity: line.quantity - saved, expected_stock_date: null }] : [],
  )
  const { run, pending } = useAction(() => fetchCurrentProducts(added.map(line => line.product_id)), {
    showError: 'toast',
    onReply: products => {
      putIntoCart(added, products)
      onDone()
      navigate('/cart')
    },
  })
  if (added.length === 0) return null
  return (
    <Button icon={ShoppingCart} busy={pending} busyText="Ürünler sepete ekleniyor" onClick={() => void run()}>
      Eklediklerimi sepete koy
    </Button>
  )
}
