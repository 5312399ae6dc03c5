import { PencilLine } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type AdminProduct, readAnyProduct } from '#contract/products.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { cacheFoundProduct } from '../products/product-cache.ts'
import { untilKeysIdle } from '../scanning/keys-idle.ts'
import { StockCard } from './stock-card.tsx'
import { focusFinder, StockFinder } from './stock-finder.tsx'
import type { StockCorrectionProps } from './use-stock-correction.ts'

/** Corrects the stock on hand of one product, chosen by the URL's `product`. */
export function EditMode() {
  const { read, write } = useAddress()
  const id = read('product')
  const finder = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const rendered = useRenderedProduct(id)
  const saving = useRef<Promise<unknown>>(undefined)
  const choose = async (product: AdminProduct, byBarcode: boolean) => {
    // Wait for a running save: leaving now would ask whether to discard the input being saved.
    await saving.current
    // The scan has just fetched the product: show it from the cache.
    if (byBarcode) cacheFoundProduct(product)
    // Unsaved input opens a confirmation, which must not open during a scan.
    if (byBarcode && hasInput(form.current)) await untilKeysIdle()
    write({ product: product.id })
    if (new URLSearchParams(location.search).get('product') !== product.id) return false
    await rendered.until(product.id)
    form.current?.querySelector('input')?.focus()
    return true
  }
  return (
    <Page title="Stok düzeltme" windowTitle="Stok düzeltme · Stok">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <StockFinder place={finder} onChoose={choose} />
        {id ? (
          <div ref={form}>
            <ProductStock
              key={id}
              id={id}
              onSaving={saved => {
                saving.current = saved
              }}
              onDone={() => {
                if (rendered.is(id)) focusFinder(finder.current)
              }}
            />
          </div>
        ) : (
          <EmptyState
            icon={PencilLine}
            title="Stoğunu düzelteceğiniz ürünü bulun"
            text="Raftaki gerçek miktarı yazarsınız; fark, nedeniyle birlikte stok hareketlerine işlenir."
          />
        )}
      </div>
    </Page>
  )
}

const hasInput = (form: HTMLElement | null) =>
  Array.from(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []).some(
    ({ value }) => value,
  )

/** Tracks the product that is rendered, which may lag behind the URL. */
function useRenderedProduct(id: string) {
  const renderedId = useRef<string>(undefined)
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    renderedId.current = id
    const settled = waiting.current
    const resolveAll = () => {
      for (const resolve of settled) resolve()
      settled.clear()
    }
    resolveAll()
    return resolveAll
  }, [id])
  return {
    is: (one: string) => renderedId.current === one,
    /** Resolves when the product is rendered, or another one was chosen instead. */
    until: (one: string) =>
      renderedId.current === one ? Promise.resolve() : new Promise<void>(resolve => void waiting.current.add(resolve)),
  }
}

/** Polling interval in milliseconds, for concurrent stock movements. */
const POLL_INTERVAL = 3_000

type ProductStockProps = Omit<StockCorrectionProps, 'product'> & { id: string }

function ProductStock({ id, ...rest }: ProductStockProps) {
  const query = useCallQuery(readAnyProduct, { params: { id }, every: POLL_INTERVAL })
  if (query.data) return <StockCard product={query.data} {...rest} />
  return query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={3} />
}
