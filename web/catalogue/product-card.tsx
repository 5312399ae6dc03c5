import type { ReactNode } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { nameLines } from './name-lines.ts'
import { DetailLink } from './product-detail-from-url.tsx'
import { ProductPicture } from './product-picture.tsx'
import { RegularPrice } from './regular-price.tsx'
import { StockLabel } from './stock-label.tsx'

type ProductCardProps = {
  product: Product
  /** Shown beside the stock: the quantity in the cart. */
  mark?: ReactNode
  /** Shown over the picture: the result of the last action. */
  news?: ReactNode
  /** The actions. */
  children: ReactNode
}

/** A product card: name, price, stock. Horizontal on phones, vertical in a grid. */
export function ProductCard({ product, mark, news, children }: ProductCardProps) {
  return (
    <article className="product-frame" aria-label={product.name}>
      <div className="product-upper">
        <div className="product-cover">
          <ProductPicture product={product} size="card" className={PICTURE} />
          {news}
        </div>
        <div className="product-words">
          <p className="truncate text-ink-soft text-sm">
            {[product.brand, product.category].filter(Boolean).join(' · ')}
          </p>
          <h2 className={`${nameLines(product.name)} font-semibold text-base`} title={product.name}>
            <DetailLink product={product} className={DETAIL} />
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span>
              <Money amount={product.price} className="font-semibold text-lg" />
              <span className="text-ink-soft text-sm"> / {product.unit}</span> <RegularPrice product={product} />
            </span>
            {product.vat_rate > 0 && <span className="product-tax">+ %{product.vat_rate} KDV</span>}
          </p>
          <div className="product-foot">
            <StockLabel product={product} />
            {product.shown_expiry && (
              <span className="font-medium text-sm text-yellow-ink">{product.shown_expiry}</span>
            )}
            {mark}
          </div>
        </div>
      </div>
      <div className="@prose:px-4">{children}</div>
    </article>
  )
}

const DETAIL = 'text-ink! after:absolute after:inset-0 text-link'
const PICTURE = 'size-24 rounded-sm @prose:aspect-4/3 @prose:h-auto @prose:w-full @prose:rounded-none'

/** The placeholder of a card that is loading. */
export function ProductCardSkeleton() {
  return (
    <div className="product-frame">
      <div className="product-upper">
        <Skeleton className={classNames(PICTURE, 'shrink-0')} />
        <div className="grid flex-1 content-start gap-2 @prose:px-4">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-4 w-16" />
        </div>
      </div>
      <div className="@prose:px-4">
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  )
}
