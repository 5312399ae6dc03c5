import { ListChecks, ShoppingCart } from 'lucide-react'
import { useEffect } from 'react'
import { readOwnCustomer } from '#contract/customers.ts'
import type { Order } from '#contract/orders.ts'
import { isNotFound } from '../api.ts'
import { cartLines } from '../cart/cart.ts'
import { CartLines, CartNotes } from '../cart/cart-lines.tsx'
import { useCartOrder } from '../cart/cart-order.ts'
import { CartOrderForm } from '../cart/cart-order-form.tsx'
import { chosenCustomer, useChosenCustomer } from '../cart/chosen-customer.ts'
import { FillReportStrip } from '../cart/fill-report-strip.tsx'
import { chooseCustomer, updateCustomerInCarts } from '../cart/other-carts.ts'
import { passiveText } from '../customers/passive-customer.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { AddToList } from '../order-lists/add-to-list.tsx'
import { QuickEntry } from '../order-lists/quick-entry.tsx'
import { WaitingOrders } from '../orders/waiting-orders.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { customerGoneText } from '../pwa/customer-gone.ts'
import type { CartCustomer, CartLine } from '../pwa/order-draft.ts'
import { useCallQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { useAddress } from '../ui/query-params.ts'
import { Link, useNavigate } from '../ui/router.tsx'
import { EmptyState } from '../ui/states.tsx'
import { toast } from '../ui/toaster.tsx'
import { AgreedPrice } from './agreed-price.tsx'
import { CustomerChooser } from './customer-chooser.tsx'
import { CustomersLists } from './customers-lists.tsx'
import { openCart } from './open-cart.ts'
import { useOrderingPanel } from './ordering-panel.ts'
import { OtherCarts } from './other-carts.tsx'

/** The chosen customer's cart, or the lists that it is filled from. */
export function CartTab() {
  const customer = useChosenCustomer()
  const isList = useAddress().read('view') === 'list'
  return isList && customer ? <CustomersLists customer={customer} /> : <Cart />
}

/** The chosen customer's cart and its order, with links to the other customers' carts. */
function Cart() {
  const navigate = useNavigate()
  const panel = useOrderingPanel()
  const chosen = useChosenCustomer()
  const isGone = useIsChosenCustomerGone(chosen)
  const onPlaced = (placed: Order) => {
    // A user who has navigated elsewhere while the order was in flight stays there, and may have begun the next cart for
    // the customer; one with unsaved text may stay here.
    const wasHere = isCartOpen()
    // The stored list may be older than the order.
    if (wasHere) showNextResults('orders')
    if (wasHere) navigate(panel.afterOrder(placed.id))
    const isLeft = wasHere && !isCartOpen()
    const action = { label: 'Siparişe git', onClick: () => navigate(panel.orderPath(placed.id)) }
    toast.success('Sipariş başarıyla oluşturuldu', isLeft ? {} : { action })
    // If products were added since the order was sent, the customer stays chosen for the next order.
    if (isLeft && chosenCustomer()?.id === placed.user_id && cartLines().length === 0) chooseCustomer(null)
  }
  const order = useCartOrder({ chosen, onPlaced })
  const { lines, customer, products, changes, changed, accepted, refused, busy } = order
  return (
    <Page title="Sepet" windowTitle={`Sepet · ${panel.name}`}>
      {!busy && <WaitingOrders />}
      {!busy && <FillReportStrip />}
      {lines.length > 0 && <CartNotes error={order.error} changed={changed} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[1fr_20rem] xl:grid-cols-[1fr_24rem] lg:grid-rows-[auto_1fr]">
        <div inert={busy} className="grid min-w-0 gap-4 lg:col-start-2">
          <Card>
            <CustomerChooser value={customer} onChange={openCart} />
            {customer && <WaysToFill customer={customer} panel={panel} />}
          </Card>
          <OtherCarts />
        </div>
        {lines.length === 0 ? (
          <EmptyCart products={`${panel.home}?tab=products`} />
        ) : (
          <CartLines
            // Another tab may open the next customer's cart, which must not get the text typed into a line.
            key={customer?.id}
            lines={lines}
            minQuantity={1}
            products={products}
            changes={changes}
            accepted={accepted}
            refused={refused?.by_product}
            busy={busy}
            action={customer && <AddToList ghost owner={customer.id} products={idsOf(lines)} />}
            renderPrice={customer ? line => <AgreedPrice line={line} customer_id={customer.id} /> : undefined}
            className="lg:row-span-2 lg:row-start-1"
          />
        )}
        <Card title="Sipariş özeti" className="lg:sticky lg:top-[calc(var(--sticky-top)+1rem)] lg:col-start-2">
          <CartOrderForm
            order={order}
            text="Sipariş oluştur"
            missing={missing(customer, lines.length, isGone ? customerGoneText() : undefined)}
          >
            <LineCount count={lines.length} />
          </CartOrderForm>
        </Card>
      </div>
    </Page>
  )
}

function isCartOpen() {
  const address = new URLSearchParams(location.search)
  return address.get('tab') === 'cart' && address.get('view') !== 'list'
}

function LineCount({ count }: { count: number }) {
  return (
    <p className="flex items-baseline justify-between gap-4">
      <span className="text-ink-soft">Ürün sayısı</span>
      <span className="tabular-nums">{wholeText(count)}</span>
    </p>
  )
}

const idsOf = (lines: readonly CartLine[]) => lines.map(line => line.product_id)

/** Why the order cannot be placed yet, in the server's own words. */
function missing(customer: CartCustomer | null, lines: number, gone: string | undefined) {
  if (!customer) return 'Lütfen bir müşteri seçin'
  return gone ?? passiveText(customer) ?? (lines === 0 ? 'Sepet boş' : undefined)
}

/**
 * Whether the chosen customer no longer exists. Also refreshes the stored choice: the customer may be passive or renamed
 * by now, and an exchange of carts that began earlier may store its previous state.
 */
function useIsChosenCustomerGone(customer: CartCustomer | null): boolean {
  const { data, error } = useCallQuery(readOwnCustomer, {
    params: { id: customer?.id ?? '' },
    enabled: useOnline() && customer !== null,
  })
  useEffect(() => {
    if (data && customer) updateCustomerInCarts(data)
  }, [data, customer])
  return isNotFound(error)
}

type WaysToFillProps = { customer: CartCustomer; panel: ReturnType<typeof useOrderingPanel> }

/** The ways to fill the cart without the catalogue. */
function WaysToFill({ customer, panel }: WaysToFillProps) {
  return (
    <div className="mt-3 grid gap-2">
      <Button asChild block>
        <Link to={`${panel.home}?tab=cart&view=list`}>
          <ListChecks aria-hidden className="size-4 shrink-0" /> Listeden sepete
        </Link>
      </Button>
      <QuickEntry key={customer.id} block owner={customer.id} />
    </div>
  )
}

function EmptyCart({ products }: { products: string }) {
  return (
    <EmptyState
      icon={ShoppingCart}
      title="Sepet boş"
      text="Ürünler sekmesinden ürün ekledikçe burada toplanır."
      action={
        <Button asChild variant="primary">
          <Link to={products}>Ürünlere git</Link>
        </Button>
      }
      className="lg:row-span-2 lg:row-start-1"
    />
  )
}
