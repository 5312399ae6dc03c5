import { useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { formatMoney } from '#contract/money.ts'
import type { BoughtProduct } from '#contract/order-lists.ts'
import { insufficientStock } from '#contract/sale.ts'
import { formatDay, istanbulDay } from '#contract/turkish.ts'
import { useDetailLink } from '../catalogue/product-detail-from-url.tsx'
import { ProductRow } from '../catalogue/product-row.tsx'
import { WatchButton } from '../catalogue/watch-button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { toast } from '../ui/toaster.tsx'
import { setGuideQuantity } from './guide-quantities.ts'

const MAX_QUANTITY = 1_000_000

type GuideRowProps = {
  bought: BoughtProduct
  product: Product
  /** How many are wanted. */
  quantity: number
  /** How many are in the cart already. */
  inCart: number
}

/** A product of the order guide: how it was bought last, its usual quantity to take with a press, and a field. */
export function GuideRow({ bought, product, quantity, inCart }: GuideRowProps) {
  const detail = useDetailLink(product.id)
  const isSoldOut = product.stock_quantity <= 0 && product.expected_stock_date === null
  return (
    <ProductRow product={product} detail={detail} mark={<Marks bought={bought} product={product} inCart={inCart} />}>
      {isSoldOut ? (
        <WatchButton compact product={product} />
      ) : (
        <Wanted bought={bought} product={product} quantity={quantity} />
      )}
    </ProductRow>
  )
}

/** The last order of the product, what differs from it today, and what the cart has of it. */
function Marks({ bought, product, inCart }: Omit<GuideRowProps, 'quantity'>) {
  const day = formatDay(istanbulDay(new Date(bought.ordered_at)))
  return (
    <>
      <span className="text-ink-soft" title={`${wholeText(bought.orders)} siparişte alındı; son sipariş ${day}`}>
        Önceki: {wholeText(bought.quantity)} · {day.slice(0, 5)}
      </span>
      {product.price !== bought.price && (
        <span className="font-medium text-yellow-ink">
          {formatMoney(bought.price)} iken {formatMoney(product.price)}
        </span>
      )}
      {product.unit !== bought.unit && <span className="font-medium text-yellow-ink">{bought.unit} idi</span>}
      {inCart > 0 && <span className="font-medium text-brand-ink">Sepette {wholeText(inCart)}</span>}
    </>
  )
}

function Wanted({ bought, product, quantity }: Omit<GuideRowProps, 'inCart'>) {
  const [fault, setFault] = useState<string>()
  const { name, unit, stock_quantity: stock } = product
  const most = stock > 0 ? Math.min(stock, MAX_QUANTITY) : MAX_QUANTITY
  const usual = Math.min(bought.usual_quantity, most)
  return (
    <div className="relative flex shrink-0 items-center gap-1">
      <button
        type="button"
        aria-label={`${name}: genellikle ${wholeText(usual)} ${unit}, al`}
        aria-pressed={quantity === usual}
        onClick={() => setGuideQuantity(product.id, usual)}
        className="h-11 min-w-11 rounded-md border border-line-strong/60 bg-surface px-1 font-medium text-brand-ink text-sm transition-colors hover:bg-surface-sunken active:bg-surface-pressed aria-pressed:border-brand-line aria-pressed:bg-brand-soft"
      >
        {wholeText(usual)}
      </button>
      <QuantityStepper
        bare
        hasNext
        label={`${name} miktarı`}
        unit={unit}
        value={quantity}
        min={0}
        max={most}
        emptyMeans={0}
        onTooMany={() => toast.warning(insufficientStock(most))}
        onCommit={wanted => setGuideQuantity(product.id, wanted)}
        onFault={setFault}
        onEnter={focusNextField}
        className="w-16!"
      />
      {fault && (
        <p
          role="alert"
          className="absolute top-full right-0 z-10 whitespace-nowrap rounded-sm bg-red-soft px-2 py-1 text-red-ink text-xs"
        >
          {fault}
        </p>
      )}
    </div>
  )
}

/** Enter leads from row to row, as in a paper form; from the last one to the button that adds them. */
function focusNextField() {
  const fields = [...document.querySelectorAll<HTMLElement>(`#${GUIDE_ID} input, #${TAKE_ID}`)]
  const at = fields.findIndex(field => field === document.activeElement)
  fields[at + 1]?.focus()
}

/** The ids of the list of rows, and of the button that puts what is wanted into the cart. */
export const GUIDE_ID = 'order-guide'
export const TAKE_ID = 'order-guide-take'
