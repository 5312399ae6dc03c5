import { CalendarClock, CircleOff, ShoppingCart } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { isSoldOut } from '#contract/sale.ts'
import { JustAdded, useAddToCart } from '../cart/add-to-cart.tsx'
import { useCart } from '../cart/cart.ts'
import { inCartText } from '../cart/in-cart-text.ts'
import { useSession } from '../current-session.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { nameLines } from './name-lines.ts'
import { ProductControl, useIsAwaited } from './product-actions.tsx'
import { DetailLink } from './product-detail-from-url.tsx'
import { ProductPicture } from './product-picture.tsx'
import { RegularPrice } from './regular-price.tsx'
import { StockLabel } from './stock-label.tsx'
import { WatchButton } from './watch-button.tsx'

type ProductRowProps = {
  product: Product
  /** Shown beside the price: the quantity in the cart. */
  mark?: ReactNode
  /** Shown over the right part of the text (on phones over the line below the name): the result of the last action. */
  news?: ReactNode
  /** The actions. */
  children: ReactNode
}

/** A product as a row of a dense list: name in up to two lines, price and stock below, actions at the end. */
export function ProductRow({ product, mark, news, children }: ProductRowProps) {
  return (
    <article
      aria-label={product.name}
      className="flex min-h-13 min-w-0 flex-1 items-center gap-2 border-line border-b sm:gap-3 sm:py-1"
    >
      <div className="relative flex min-w-0 flex-1 items-center gap-3 self-stretch">
        <ProductPicture product={product} size="row" className="size-10 rounded-sm max-sm:hidden" />
        <div className="min-w-0 flex-1">
          <h2 className={`${nameLines(product.name)} font-medium text-sm leading-4.25`} title={product.name}>
            <DetailLink product={product} className="text-ink! text-link after:absolute after:inset-0" />
          </h2>
          {/* On phones, the news must not cover the name. */}
          <div className="max-sm:relative">
            <p className="flex flex-wrap items-center gap-x-2 whitespace-nowrap text-xs">
              <span>
                <Money amount={product.price} className="font-semibold" />
                {/* On phones the field beside it shows the unit. */}
                <span className="text-ink-soft max-sm:sr-only"> / {product.unit}</span>
              </span>
              <RegularPrice product={product} />
              {product.vat_rate > 0 && <span className="text-ink-soft">+ %{product.vat_rate} KDV</span>}
              {mark}
              {product.shown_expiry && <span className="font-medium text-yellow-ink">{product.shown_expiry}</span>}
              <StockLabel short product={product} className="text-xs! *:size-3.5! *:mt-px!" />
              {product.brand && <span className="truncate text-ink-soft max-sm:flex-[1_1_4rem]">{product.brand}</span>}
            </p>
            {news}
          </div>
        </div>
      </div>
      {children}
    </article>
  )
}

/** A row of the catalogue: the user types a quantity and adds it with Enter or the button. */
export function CatalogueRow({ product }: { product: Product }) {
  return (
    <ProductRow
      product={product}
      mark={<InCart product={product} />}
      news={
        <JustAdded
          product={product}
          className="absolute inset-y-1 right-0 z-1 flex whitespace-nowrap rounded-sm pl-2 text-xs max-sm:inset-0 max-sm:[&_svg]:hidden max-sm:[&_button]:relative max-sm:[&_button]:min-h-0 max-sm:[&_button]:text-xs max-sm:[&_button]:after:absolute max-sm:[&_button]:after:inset-x-0 max-sm:[&_button]:after:-top-7 max-sm:[&_button]:after:bottom-0"
        />
      }
    >
      <ProductControl product={product}>
        {useIsAwaited(product) ? <WatchButton compact product={product} /> : <AddFromRow product={product} />}
      </ProductControl>
    </ProductRow>
  )
}

function InCart({ product }: { product: Product }) {
  const line = useCart().find(({ product_id }) => product_id === product.id)
  return line && <span className="font-medium text-brand-ink">Sepette {inCartText(line, product)}</span>
}

/** Replaces the buttons of a row, for staff, if the product is neither in stock nor expected. */
export const SoldOut = ({ name }: { name: string }) => (
  <IconButton disabled icon={CircleOff} label={`Stokta yok: ${name}`} />
)

function AddFromRow({ product }: { product: Product }) {
  const { stepper, button, fault } = useAddToCart(product)
  const isStaff = useSession()?.role !== 'customer'
  const add = useRef<HTMLButtonElement>(null)
  const { 'aria-label': label, ...press } = button
  if (isSoldOut(product) && isStaff) return <SoldOut name={product.name} />
  const pressAdd = () => {
    add.current?.click()
    // If this press only showed a reduced quantity, the next one adds it.
    press.onPointerDown()
  }
  return (
    <div className="relative flex shrink-0 items-center gap-1">
      <QuantityStepper bare {...stepper} onEnter={pressAdd} className="w-14!" />
      <IconButton
        ref={add}
        {...press}
        icon={product.stock_quantity > 0 ? ShoppingCart : CalendarClock}
        label={label}
        className="border border-line-strong/60 bg-surface text-brand-ink!"
      />
      {fault && (
        <p
          role="alert"
          className="absolute right-full bottom-0 z-10 mr-1 whitespace-nowrap rounded-sm bg-red-soft px-2 py-0.5 text-red-ink text-xs"
        >
          {fault}
        </p>
      )}
    </div>
  )
}
