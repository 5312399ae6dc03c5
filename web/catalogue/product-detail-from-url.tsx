import { lazy, Suspense, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { KEEP_SCROLL, Link, useSearchParams } from '../ui/router.tsx'

const OpenedDetail = lazy(async () => ({ default: (await import('./opened-detail.tsx')).OpenedDetail }))

/** The URL parameter with the product's id. */
export const DETAIL = 'urun'

/**
 * A product's name as a link to its details: the same page with the product in the query. When the address changes, as
 * with every search, only the link is rendered again.
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

/** Shows the product of the URL over the list, with the data of the list until its own is fetched. */
export function ProductDetailFromUrl({ products }: { products: readonly Product[] }) {
  const [params] = useSearchParams()
  const id = params.get(DETAIL) ?? undefined
  // Remains rendered during the closing animation.
  const [last, setLast] = useState(id)
  if (id && id !== last) setLast(id)
  return <Suspense>{last && <OpenedDetail id={last} open={id !== undefined} products={products} />}</Suspense>
}
