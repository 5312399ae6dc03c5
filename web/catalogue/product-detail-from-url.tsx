import { lazy, Suspense, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { KEEP_SCROLL, Link, useSearchParams } from '../ui/router.tsx'

const OpenedDetail = lazy(async () => ({ default: (await import('./opened-detail.tsx')).OpenedDetail }))

/** The URL's parameter that names the product. */
export const DETAIL = 'urun'

/**
 * A product's name, which leads to its details: the same page with the product in the query. When the address changes,
 * as it does with every search, only the link is rendered again.
 */
export function DetailLink({ product: { id, name }, className }: { product: Product; className: string }) {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set(DETAIL, id)
  return (
    <Link to={`?${search}`} state={FROM_LIST} className={className}>
      {name}
    </Link>
  )
}

const FROM_LIST = { from: 'list', ...KEEP_SCROLL }

/** Shows the product named in the URL over the list, starting with what the list knows of it. */
export function ProductDetailFromUrl({ products }: { products: readonly Product[] }) {
  const [params] = useSearchParams()
  const id = params.get(DETAIL) ?? undefined
  // Stays rendered during the closing animation.
  const [last, setLast] = useState(id)
  if (id && id !== last) setLast(id)
  return <Suspense>{last && <OpenedDetail id={last} open={id !== undefined} products={products} />}</Suspense>
}
