import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { putInto } from '../ui/address.ts'
import { KEEP_SCROLL, useLocation, useNavigate, useSearchParams } from '../ui/router.tsx'

const ProductDetail = lazy(async () => ({ default: (await import('./product-detail.tsx')).ProductDetail }))

const NAME = 'urun'

/** The link to a product's details: the same page with the product in the query. */
export function useDetailLink(id: string) {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set(NAME, id)
  return { to: `?${search}`, state: { from: 'list', ...KEEP_SCROLL } }
}

/** Shows the product named in the URL over the list, starting with what the list knows of it. */
export function ProductDetailFromUrl({ products }: { products: readonly Product[] }) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const id = params.get(NAME) ?? undefined
  const closing = useRef<string>(undefined)
  useEffect(() => {
    if (!id) closing.current = undefined
  }, [id])
  // Stays rendered during the closing animation.
  const [last, setLast] = useState(id)
  if (id && id !== last) setLast(id)
  if (!last) return null
  const close = () => {
    // Navigating back takes a moment, in which the button may be pressed again.
    if (closing.current === id) return
    closing.current = id
    // Coming from the list, close by going back; coming by a direct link, remove the product from the URL.
    if (isFromList(state)) return navigate(-1)
    setParams(present => putInto(present, { [NAME]: '' }), { replace: true, state: KEEP_SCROLL })
  }
  return (
    <Suspense>
      <ProductDetail
        id={last}
        known={products.find(product => product.id === last)}
        open={id !== undefined}
        onClose={close}
      />
    </Suspense>
  )
}

const isFromList = (state: unknown) =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === 'list'
