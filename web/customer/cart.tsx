import { ListChecks, ShoppingCart } from 'lucide-react'
import { type Order, readOrder } from '#contract/orders.ts'
import { CartLines, CartNotes } from '../cart/cart-lines.tsx'
import { useCartOrder } from '../cart/cart-order.ts'
import { CartOrderForm } from '../cart/cart-order-form.tsx'
import { FillReportStrip } from '../cart/fill-report-strip.tsx'
import { AddToList } from '../order-lists/add-to-list.tsx'
import { QuickEntry } from '../order-lists/quick-entry.tsx'
import { CART_PATH, ORDER_PATH } from '../orders/order-paths.ts'
import { WaitingOrders } from '../orders/waiting-orders.tsx'
import { cacheRow } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Link, useNavigate } from '../ui/router.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { toast } from '../ui/toaster.tsx'
import { PassiveNote } from './passive-note.tsx'

/** The cart page: lines, changes since they were added, totals, and ordering. */
export function Cart() {
  const navigate = useNavigate()
  const showOrder = (placed: Order) => {
    cacheRow({ read: readOrder }, placed)
    const show = () => navigate(ORDER_PATH.customer(placed.id))
    const isHere = () => location.pathname === CART_PATH.customer
    // A user who has navigated elsewhere since is not navigated away, and one may stay for unsaved text.
    const wasHere = isHere()
    if (wasHere) show()
    const isShown = wasHere && !isHere()
    const action = { label: 'Siparişe git', onClick: show }
    toast.success('Sipariş başarıyla oluşturuldu', isShown ? {} : { action })
  }
  const order = useCartOrder({ chosen: null, onPlaced: showOrder })
  const { lines, products, changes, changed, accepted, refused, busy } = order
  if (order.placed) return <Placed />
  return (
    // The same page with and without lines, so that the quick entry remains open when it adds the first line.
    <Page title="Sepetim" action={<WaysToFill />}>
      <PassiveNote />
      {!busy && <WaitingOrders />}
      {!busy && <FillReportStrip />}
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <CartNotes error={order.error} changed={changed} />
          <div className="grid items-start gap-4 lg:grid-cols-[1fr_20rem] xl:grid-cols-[1fr_24rem]">
            <CartLines
              lines={lines}
              minQuantity={0}
              products={products}
              changes={changes}
              accepted={accepted}
              refused={refused?.by_product}
              busy={busy}
              action={<AddToList ghost owner={null} products={lines.map(line => line.product_id)} />}
            />
            <Card title="Sipariş özeti" className="lg:sticky lg:top-[calc(var(--sticky-top)+1rem)]">
              <CartOrderForm order={order} text="Sipariş ver" />
            </Card>
          </div>
        </>
      )}
    </Page>
  )
}

/** The ways to fill the cart without the catalogue. */
function WaysToFill() {
  return (
    <>
      <Button asChild>
        <Link to="/lists">
          <ListChecks aria-hidden className="size-4 shrink-0" /> Listeden sepete
        </Link>
      </Button>
      <QuickEntry owner={null} />
    </>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      icon={ShoppingCart}
      title="Sepetiniz boş"
      text="Katalogdan ürün ekledikçe burada toplanır ve toplamını görürsünüz."
      action={
        <Button asChild variant="primary">
          <Link to="/products">Kataloğa git</Link>
        </Button>
      }
    />
  )
}

/** Shown while the placed order's page loads. */
function Placed() {
  return (
    <Page title="Sepetim">
      <Loading label="Siparişiniz açılıyor">
        <Skeleton className="h-80" />
      </Loading>
    </Page>
  )
}
