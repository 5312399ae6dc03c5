import { cartLines, setCart } from '../cart/cart.ts'
import type { Products } from '../cart/cart-changes.ts'
import { toastWholeCart } from '../cart/whole-cart-toast.ts'
import { wholeText } from '../ui/number-text.ts'
import { notAdded, type Ordered, reordered, undoReorder, undoReplacement } from './reorder.ts'

/** Puts lines of an order into the cart, or in its place, at current prices; a toast says so and has an undo button. */
export function putIntoCart(items: readonly Ordered[], products: Products, { replaces = false } = {}) {
  const before = cartLines()
  const now = reordered(items, products, replaces ? [] : before)
  setCart(now.cart)
  const undo = replaces ? undoReplacement : undoReorder
  const count = wholeText(now.taken)
  toastWholeCart({
    text: replaces ? `Sepetinizin yerine ${count} ürün kondu` : `${count} ürün sepete eklendi`,
    remarks: notAdded(now.different),
    undo: () => setCart(undo(cartLines(), before, now.cart)),
  })
}
