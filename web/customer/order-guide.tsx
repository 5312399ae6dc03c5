import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import type { Product } from '#contract/catalogue.ts'
import { listProducts } from '#contract/catalogue.ts'
import { type BoughtProduct, readOrderGuide } from '#contract/order-lists.ts'
import { orderTotals } from '#contract/orders.ts'
import { useCart } from '../cart/cart.ts'
import { CartFoot } from '../cart/cart-foot.tsx'
import { ProductDetailFromUrl } from '../catalogue/product-detail-from-url.tsx'
import { Failed } from '../lists/list-states.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { queryKeyOf, useCallQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { Link, useNavigate } from '../ui/router.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { clearGuideQuantities, useGuideQuantities } from './guide-quantities.ts'
import { GUIDE_ID, GuideRow, TAKE_ID } from './guide-row.tsx'
import { PassiveNote } from './passive-note.tsx'
import { putIntoCart } from './put-into-cart.ts'
import { currentProducts } from './reorder-offer.ts'

/** The products that the customer has bought lately, each with a quantity to order again. */
export function OrderGuide() {
  const guide = useCallQuery(readOrderGuide, {})
  const bought = guide.data?.lines
  const current = useCurrentProducts(bought)
  const isOnline = useOnline()
  const failed = [guide, current].find(query => query.error !== null && query.data === undefined)
  return (
    <Page
      title="Sipariş listem"
      {...(guide.data && { description: `Son ${wholeText(guide.data.days)} günde aldıklarınız, bugünkü fiyatlarla` })}
    >
      <PassiveNote />
      {!isOnline && <OfflineDataNote what="katalog" at={current.data?.storedAt} />}
      {failed?.error ? (
        <Failed query={failed} error={failed.error} />
      ) : bought?.length === 0 ? (
        <NothingBought />
      ) : bought && current.data ? (
        <Rows bought={bought} products={current.data.products} />
      ) : (
        <LoadingRows rows={10} />
      )}
    </Page>
  )
}

/** The products as they are sold now. */
function useCurrentProducts(bought: readonly BoughtProduct[] | undefined) {
  const ids = (bought ?? []).map(line => line.product_id)
  return useQuery({
    queryKey: [...queryKeyOf(listProducts), { guide: ids }],
    meta: { call: listProducts },
    queryFn: ({ signal }) => currentProducts(ids, signal),
    placeholderData: previous => previous,
    enabled: ids.length > 0,
  })
}

type RowsProps = { bought: readonly BoughtProduct[]; products: ReadonlyMap<string, Product> }

function Rows({ bought, products }: RowsProps) {
  const navigate = useNavigate()
  const quantities = useGuideQuantities()
  const cart = new Map(useCart().map(line => [line.product_id, line.quantity]))
  const rows = bought.flatMap(line => {
    const product = products.get(line.product_id)
    return product ? [{ line, product, quantity: quantities.get(product.id) ?? 0 }] : []
  })
  const wanted = rows.filter(({ quantity }) => quantity > 0)
  const put = () => {
    // Invalid text in a quantity field must not lead to ordering the previous quantity.
    const faulty = document.querySelector<HTMLElement>(`#${GUIDE_ID} [aria-invalid]`)
    if (faulty) return faulty.focus()
    putIntoCart(
      wanted.map(({ line, quantity }) => ({ ...line, quantity })),
      products,
    )
    clearGuideQuantities()
    navigate('/cart')
  }
  return (
    <>
      <ul
        id={GUIDE_ID}
        aria-label="Aldığınız ürünler"
        className="-mt-3 grid gap-x-6 border-line border-t lg:grid-cols-2 xl:grid-cols-3"
      >
        {rows.map(({ line, product, quantity }) => (
          <li key={product.id} className="flex min-w-0">
            <GuideRow bought={line} product={product} quantity={quantity} inCart={cart.get(product.id) ?? 0} />
          </li>
        ))}
      </ul>
      <CartFoot
        label="Seçilenlerin toplamı"
        total={orderTotals(wanted.map(({ product, quantity }) => ({ ...product, quantity }))).grand}
      >
        <Button id={TAKE_ID} variant="primary" disabled={wanted.length === 0} onClick={put}>
          {wanted.length > 0 ? `${wholeText(wanted.length)} ürünü sepete ekle` : 'Sepete ekle'}
        </Button>
      </CartFoot>
      <ProductDetailFromUrl products={rows.map(({ product }) => product)} />
    </>
  )
}

function NothingBought() {
  return (
    <EmptyState
      icon={ListChecks}
      title="Listeniz henüz boş"
      text="Sipariş verdikçe aldığınız ürünler burada toplanır; sonraki siparişte yalnızca miktarları girersiniz."
      action={
        <Button asChild variant="primary">
          <Link to="/products">Kataloğa git</Link>
        </Button>
      }
    />
  )
}
