import { CalendarClock, CircleAlert, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { insufficientStock } from '#contract/sale.ts'
import { formatDay } from '#contract/turkish.ts'
import { ProductPicture } from '../catalogue/product-picture.tsx'
import { VatOfLine } from '../orders/order-lines.tsx'
import type { CartLine } from '../pwa/order-draft.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { toast } from '../ui/toaster.tsx'
import { removeFromCart, setCartQuantity } from './cart.ts'
import { isLost, type LineChange, sentenceOf } from './cart-changes.ts'

type CartRowProps = {
  line: CartLine
  /** The line at current prices and stock, as the sum counts it; undefined if it cannot be ordered any more. */
  current: CartLine | undefined
  /** The minimum quantity: with 0, setting it to 0 removes the line. */
  least: 0 | 1
  /** The product's current state, once it is known. */
  product: Product | undefined
  changes: readonly LineChange[]
  /** The server's error for this line. */
  refused: string | undefined
}

/** A line of the cart; a removed line can be restored. */
export function CartRow({ line, current, least, product, changes, refused }: CartRowProps) {
  const { product_id, product_name, unit, quantity } = line
  const [fault, setFault] = useState<string>()
  const stock = product?.stock_quantity ?? 0
  const remove = () => {
    const putBack = removeFromCart(product_id)
    toast.success('Ürün sepetten çıkarıldı', {
      description: product_name,
      action: { label: 'Geri al', onClick: putBack },
    })
  }
  const lost = isLost(changes)
  const shown = current ?? line
  // On phones: name and total above, the rest below.
  return (
    <li className="grid grid-cols-[auto_1fr_auto_auto] items-center gap-x-2 px-3 py-1 sm:grid-cols-[auto_1fr_auto_9rem_auto] sm:gap-x-4 sm:px-4 sm:py-1.5">
      <ProductPicture
        product={line}
        size="row"
        className="row-span-2 size-12 rounded-sm max-[24rem]:hidden sm:row-span-1 sm:size-16"
      />
      <ProductOfLine line={shown} lost={lost} />
      <QuantityStepper
        label={`${product_name} miktarı`}
        unit={unit}
        min={least}
        value={quantity}
        disabled={lost}
        onCommit={wanted => (wanted > 0 ? setCartQuantity(product_id, wanted) : remove())}
        onFault={setFault}
        {...(stock > 0 && {
          max: Math.max(stock, quantity),
          onTooMany: () => toast.warning(insufficientStock(stock)),
        })}
        className="w-36! max-sm:col-start-3"
      />
      <Money
        amount={shown.total_price}
        className={classNames(
          'col-span-2 col-start-3 row-start-1 text-right font-semibold sm:col-auto sm:row-auto sm:text-base',
          lost && 'text-ink-faint line-through',
        )}
      />
      <IconButton
        icon={Trash2}
        label={`${product_name}: sepetten çıkar`}
        onClick={remove}
        className="-mr-2 max-sm:col-start-4"
      />
      {fault && (
        <p role="alert" className="col-span-full pb-2 font-medium text-danger-ink text-sm">
          {fault}
        </p>
      )}
      {(changes.length > 0 || refused) && (
        <ul className="col-span-full mb-2 grid gap-1 rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-sm text-yellow-ink">
          {changes.map(change => (
            <Note key={change.kind}>{sentenceOf(change)}</Note>
          ))}
          {changes.length === 0 && refused && <Note>{refused}</Note>}
        </ul>
      )}
    </li>
  )
}

/** What the line orders and at which price; struck through if it cannot be ordered any more. */
function ProductOfLine({ line, lost }: { line: CartLine; lost: boolean }) {
  const { product_name, brand, price, unit, vat_rate, promised_for } = line
  const look = lost && 'text-ink-faint line-through'
  return (
    // On phones its parts are cells of the row.
    <div className="contents sm:grid sm:min-w-0 sm:gap-0.5">
      <p
        className={classNames(
          'min-w-0 truncate font-medium max-sm:col-start-2 max-sm:text-sm sm:whitespace-normal',
          look,
        )}
      >
        {product_name}
      </p>
      <div
        className={classNames(
          'grid min-w-0 text-ink-soft text-xs max-sm:col-start-2 max-sm:row-start-2 sm:text-sm',
          look,
        )}
      >
        {brand && <p className="truncate">{brand}</p>}
        <p className="flex flex-wrap gap-x-2">
          <span>
            <Money amount={price} /> / {unit}
          </span>
          <VatOfLine rate={vat_rate} />
        </p>
        {promised_for && (
          <Badge tone="blue" icon={CalendarClock} className="my-0.5 justify-self-start">
            İleri tarihli: {formatDay(promised_for)}
          </Badge>
        )}
      </div>
    </div>
  )
}

function Note({ children }: { children: string }) {
  return (
    <li className="flex items-start gap-2">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </li>
  )
}
