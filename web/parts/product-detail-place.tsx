import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { putInto } from '../ui/address.ts'
import { STAYS, useLocation, useNavigate, useSearchParams } from '../ui/router.tsx'

const ProductDetail = lazy(async () => ({ default: (await import('./product-detail.tsx')).ProductDetail }))

const NAME = 'urun'

/** Where a product's details stand: the same page, with the product in its address. */
export function useDetailLink(id: string) {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set(NAME, id)
  return { to: `?${search}`, state: { from: 'list', ...STAYS } }
}

/** Shows the product that the address names, over the list; what the list knows of it is shown at once. */
export function ProductDetailPlace({ products }: { products: readonly Product[] }) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const id = params.get(NAME) ?? undefined
  const closing = useRef<string>(undefined)
  useEffect(() => {
    if (!id) closing.current = undefined
  }, [id])
  // It stays on the screen while it closes.
  const [last, setLast] = useState(id)
  if (id && id !== last) setLast(id)
  if (!last) return null
  const close = () => {
    // Going back takes a moment, in which the button may be pressed again.
    if (closing.current === id) return
    closing.current = id
    // Whoever came from the list goes back to it; whoever came by a link is led there.
    if (isFromList(state)) return navigate(-1)
    setParams(present => putInto(present, { [NAME]: '' }), { replace: true, state: STAYS })
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
