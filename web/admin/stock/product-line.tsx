import type { ReactNode } from 'react'
import { ProductPicture } from '../../catalogue/product-picture.tsx'

type ProductLineProps = {
  product: {
    name: string
    brand: string
    category: string
    image_url: string | null
    /** Shown because both warehouses may have the same goods, each as a product with the same barcode. */
    warehouse?: string | undefined
  }
  /** Below the brand. */
  children?: ReactNode
}

/** Identifies a product: picture, name, brand and warehouse. */
export function ProductLine({ product, children }: ProductLineProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <ProductPicture product={product} size="row" className="size-14 rounded-md border border-line" />
      <div className="min-w-0">
        <p className="break-words font-semibold">{product.name}</p>
        <p className="break-words text-ink-soft text-sm">
          {[product.brand, product.warehouse].filter(Boolean).join(' · ')}
        </p>
        {children}
      </div>
    </div>
  )
}
