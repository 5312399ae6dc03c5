import { CalendarClock, CircleAlert, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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
  /** The minimum quantity: with 0, setting it to 0 removes the line. */
  least: 0 | 1
  /** The product's current state, once it is known. */
  product: Product | undefined
  changes: readonly LineChange[]
  /** The server's error for this line. */
  refused: string | undefined
  renderPrice: ((line: CartLine) => ReactNode) | undefined
}

/** A line of the cart; a removed line can be restored. */
export function CartRow({ line, least, product, changes, refused, renderPrice }: CartRowProps) {
  const { product_id, product_name, unit, quantity, total_price } = line
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
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 p-4 sm:grid-cols-[auto_1fr_auto_9rem_auto] sm:items-center">
      <ProductPicture product={line} size="row" className="size-16 rounded-sm" />
      <ProductOfLine line={line} lost={lost} renderPrice={renderPrice} />
      <div className="col-span-2 flex items-center gap-3 sm:contents">
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
          className="w-36!"
        />
        <Money amount={total_price} className="ml-auto text-right font-semibold text-base" />
        <IconButton icon={Trash2} label={`${product_name}: sepetten çıkar`} onClick={remove} className="-mr-2" />
      </div>
      {fault && (
        <p role="alert" className="col-span-full font-medium text-danger-ink text-sm">
          {fault}
        </p>
      )}
      {(changes.length > 0 || refused) && (
        <ul className="col-span-full grid gap-1 rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-sm text-yellow-ink">
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
function ProductOfLine({ line, lost, renderPrice }: Pick<CartRowProps, 'line' | 'renderPrice'> & { lost: boolean }) {
  const { product_name, brand, price, unit, vat_rate, promised_for } = line
  return (
    <div className={classNames('grid min-w-0 gap-0.5', lost && 'text-ink-faint line-through')}>
      <p className="break-words font-medium">{product_name}</p>
      <p className="text-ink-soft text-sm">{brand}</p>
      <p className="flex flex-wrap gap-x-2 text-ink-soft text-sm">
        {renderPrice && !lost ? (
          renderPrice(line)
        ) : (
          <span className="whitespace-nowrap">
            <Money amount={price} /> / {unit}
          </span>
        )}
        <VatOfLine rate={vat_rate} />
      </p>
      {promised_for && (
        <Badge tone="blue" icon={CalendarClock} className="justify-self-start">
          İleri tarihli: {formatDay(promised_for)}
        </Badge>
      )}
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
