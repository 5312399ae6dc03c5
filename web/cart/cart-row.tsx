import { CalendarClock, CircleAlert, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { ProductPicture } from '../catalogue/product-picture.tsx'
import { RegularPrice } from '../catalogue/regular-price.tsx'
import { VatOfLine } from '../orders/order-lines.tsx'
import type { CartLine } from '../pwa/order-draft.ts'
import { classNames } from '../ui/class-names.ts'
import { CutName } from '../ui/cut-name.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { toast } from '../ui/toaster.tsx'
import { changeOpenCart } from './agreed-prices.ts'
import { isLost, type LineChange, sentenceOf } from './cart-changes.ts'
import { removeFromCart } from './cart-edits.ts'
import { useCartQuantity } from './cart-quantity.ts'
import { promisedDayText } from './promised-day.ts'

type CartRowProps = {
  line: CartLine
  /** The line at current prices and stock, as in the total; undefined if it can no longer be ordered. */
  current: CartLine | undefined
  /** The minimum quantity: with 0, setting it to 0 removes the line. */
  minQuantity: 0 | 1
  /** The product's current state, once it is known. */
  product: Product | undefined
  changes: readonly LineChange[]
  /** The server's error for this line. */
  refused: string | undefined
  renderPrice: ((line: CartLine) => ReactNode) | undefined
}

/** A line of the cart; a removed line can be restored. */
export function CartRow({ line, current, minQuantity, product, changes, refused, renderPrice }: CartRowProps) {
  const { product_id, product_name, unit } = line
  const remove = () => {
    const putBack = changeOpenCart(() => removeFromCart(product_id))
    toast.success('Ürün sepetten çıkarıldı', {
      description: product_name,
      action: { label: 'Geri al', onClick: putBack },
    })
  }
  const { stepper, fault } = useCartQuantity(line, { minQuantity, product, remove })
  const lost = isLost(changes)
  const shown = current ?? line
  const look = lost && 'text-ink-faint line-through'
  // On phones: name and total above, the rest below, without the picture. On larger screens everything is in one row.
  return (
    <li className="grid grid-cols-1 items-center px-1.5 py-1 sm:grid-cols-[auto_minmax(min-content,1fr)_auto_minmax(8rem,auto)_auto] sm:gap-x-3 sm:px-4 sm:py-1.5 xl:grid-cols-[auto_minmax(min-content,1fr)_auto_minmax(9rem,auto)_auto] xl:gap-x-4">
      <ProductPicture
        product={line}
        size="row"
        className="size-16 rounded-sm max-sm:hidden sm:row-span-2 lg:max-xl:size-12"
      />
      <NameAndTotal line={shown} className={look} />
      {/* The buttons wrap below a price that is too long to fit beside them. */}
      <div className="flex flex-wrap items-center justify-end gap-x-1 sm:contents">
        <Terms line={shown} product={product} className={look} renderPrice={lost ? undefined : renderPrice} />
        <div className="-mr-3 flex sm:contents">
          <QuantityStepper
            label={`${product_name} miktarı`}
            unit={unit}
            {...stepper}
            disabled={lost}
            className="w-38! sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:w-36!"
          />
          <IconButton
            icon={Trash2}
            label={`${product_name}: sepetten çıkar`}
            onClick={remove}
            className="sm:-mr-2 sm:col-start-5 sm:row-span-2 sm:row-start-1"
          />
        </div>
      </div>
      <Messages fault={fault} changes={changes} refused={refused} />
    </li>
  )
}

/** The name and the total: side by side on phones, two cells of the row on larger screens. */
function NameAndTotal({ line, className }: { line: CartLine; className: string | false }) {
  return (
    <div className="col-span-full flex min-w-0 justify-between gap-2 text-sm sm:contents">
      <p className={classNames('min-w-0 font-medium sm:col-start-2 sm:self-end sm:text-body', className)}>
        <CutName name={line.product_name} className="sm:block sm:*:whitespace-normal!" />
      </p>
      <Money
        amount={line.total_price}
        className={classNames(
          'text-right sm:col-start-4 sm:row-span-2 sm:row-start-1 md:text-base',
          className || 'font-semibold',
        )}
      />
    </div>
  )
}

type TermsProps = Pick<CartRowProps, 'line' | 'product' | 'renderPrice'> & { className: string | false }

/** The brand of the line's product, its price, and the day for which it is promised. */
function Terms({ line, product, className, renderPrice }: TermsProps) {
  const { brand, price, unit, vat_rate, promised_for } = line
  return (
    <div
      className={classNames(
        'grid min-w-min flex-1 basis-0 text-ink-soft text-xs leading-tight sm:col-start-2 sm:self-start sm:text-sm',
        className,
      )}
    >
      {/* Only the price determines the width. */}
      {brand && <p className="w-0 min-w-full truncate">{brand}</p>}
      <p className="flex flex-wrap gap-x-2">
        {renderPrice ? (
          renderPrice(line)
        ) : (
          <span>
            <Money amount={price} />
            <PerUnit unit={unit} />
          </span>
        )}
        {product && <RegularPrice product={product} />}
        <VatOfLine rate={vat_rate} />
        {product?.shown_expiry && <span className="font-medium text-yellow-ink">{product.shown_expiry}</span>}
      </p>
      {promised_for && (
        <p className="text-blue-ink">
          <CalendarClock aria-hidden className="mr-1 inline size-3.5 align-text-bottom max-sm:hidden" />
          İleri tarihli: {promisedDayText(promised_for)}
        </p>
      )}
    </div>
  )
}

/** The unit of a price. The narrowest phones have space for the unit only in the quantity below. */
export const PerUnit = ({ unit }: { unit: string }) => <span className="max-[22.5rem]:sr-only"> / {unit}</span>

type MessagesProps = Pick<CartRowProps, 'changes' | 'refused'> & { fault: string | undefined }

/** Why the typed quantity is invalid, how the product has changed, and why the server refused the line. */
function Messages({ fault, changes, refused }: MessagesProps) {
  return (
    <>
      {fault && (
        <p role="alert" className="col-span-full pb-2 font-medium text-danger-ink text-sm">
          {fault}
        </p>
      )}
      {(changes.length > 0 || refused) && (
        <ul className="col-span-full mt-1 mb-2 grid gap-1 rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-sm text-yellow-ink">
          {changes.map(change => (
            <Note key={change.kind}>{sentenceOf(change)}</Note>
          ))}
          {changes.length === 0 && refused && <Note>{refused}</Note>}
        </ul>
      )}
    </>
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
