import { useEffect, useRef } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { putInto } from '../ui/query-params.ts'
import { KEEP_SCROLL, useLocation, useNavigate, useSearchParams } from '../ui/router.tsx'
import { ProductDetail } from './product-detail.tsx'
import { DETAIL } from './product-detail-from-url.tsx'

type OpenedDetailProps = {
  /** The id of the product in the URL, or of the previous one while the dialog is closing. */
  id: string
  open: boolean
  products: readonly Product[]
}

/** A product's details over the list. Closing them goes back in the history, or removes the product from the URL. */
export function OpenedDetail({ id, open, products }: OpenedDetailProps) {
  const [, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const closing = useRef<string>(undefined)
  useEffect(() => {
    if (!open) closing.current = undefined
  }, [open])
  const close = () => {
    // Navigating back takes a moment, in which the button may be pressed again.
    if (closing.current === id) return
    closing.current = id
    // If the user came from the list, goes back; if the user came by a direct link, removes the product from the URL.
    if (isFromList(state)) return navigate(-1)
    setParams(present => putInto(present, { [DETAIL]: '' }), { replace: true, state: KEEP_SCROLL })
  }
  return <ProductDetail id={id} known={products.find(product => product.id === id)} open={open} onClose={close} />
}

const isFromList = (state: unknown) =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === 'list'
