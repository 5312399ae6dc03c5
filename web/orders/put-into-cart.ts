import { changeOpenCart } from '../cart/agreed-prices.ts'
import { cartLines, openCart, setCart } from '../cart/cart.ts'
import type { Products } from '../cart/cart-changes.ts'
import { keepFillReport } from '../cart/fill-report.ts'
import { noteAndDayOf, takeNoteAndDay } from '../cart/note-and-day.ts'
import { returnToCart } from '../cart/return-to-cart.ts'
import { toastWholeCart } from '../cart/whole-cart-toast.ts'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'
import { filledLines } from './filled-lines.ts'
import { addOldLines, type Ordered, undoOrderingAgain, undoReplacement } from './order-again.ts'

type Filling = {
  /** The lines replace those of the cart. */
  replaces?: boolean
  /** The company whose cart it is, to be named to a marketer or admin. */
  company?: string
}

/**
 * Adds lines of an order, a list or a quote to the open cart, or replaces the cart by them, at current prices and as
 * far as the stock allows. A toast confirms it with an undo button; the cart reports on each line (`FillReportStrip`).
 */
export function putIntoCart(items: readonly Ordered[], products: Products, { replaces, company }: Filling = {}) {
  const owner = openCart()
  const before = cartLines(owner)
  // The user may enter them before the first product; undoing keeps them then.
  const typed = before.length === 0 ? noteAndDayOf(owner) : undefined
  const now = addOldLines(items, products, replaces ? [] : before)
  const lines = filledLines(items, products, now)
  if (now.taken === 0) {
    keepFillReport({ owner, lines })
    return toast.warning('Hiçbir ürün sepete eklenemedi', { description: remarkOn(lines) })
  }
  const undone = replaces ? undoReplacement : undoOrderingAgain
  const undo = changeOpenCart(() => {
    setCart(now.cart, owner)
    return () => {
      const present = cartLines(owner)
      const left = undone(present, before, now.cart)
      setCart(left, owner)
      if (present.length === 0 || left.length > 0) return
      takeNoteAndDay(owner)
      if (typed) returnToCart({ lines: [], ...typed }, owner)
    }
  }, replaces)
  toastWholeCart({
    text: textOf(wholeText(now.taken), { replaces, company }),
    remarks: remarkOn(lines),
    undo: () => {
      keepFillReport(undefined)
      undo()
    },
  })
  return keepFillReport({ owner, lines })
}

function textOf(count: string, { replaces, company }: Filling) {
  if (replaces) return `${company ? `${company} sepetinin` : 'Sepetinizin'} yerine ${count} ürün kondu`
  return company ? `${count} ürün ${company} sepetine eklendi` : `${count} ürün sepete eklendi`
}

/** How many lines were not added, or not as requested, as a sentence; undefined if all were added as requested. */
function remarkOn(lines: ReturnType<typeof filledLines>): string | undefined {
  const missing = lines.filter(({ added }) => added === undefined)
  const differing = lines.filter(({ added, sentences }) => added !== undefined && sentences.length > 0)
  const first = [...missing, ...differing][0]
  if (!first) return undefined
  if (missing.length + differing.length === 1) return `${first.name}: ${first.sentences.join(' ')}`
  const parts = [
    missing.length > 0 && `${wholeText(missing.length)} ürün eklenemedi`,
    differing.length > 0 && `${wholeText(differing.length)} üründe fark var`,
  ]
  return `${parts.filter(Boolean).join(', ')}; dökümü sepette.`
}
