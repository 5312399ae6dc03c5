import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type OwnCustomer, readOwnCustomer } from '#contract/customers.ts'
import { BackgroundCartSync } from '../cart/background-cart-sync.tsx'
import { useCart } from '../cart/cart.ts'
import { useCallQuery } from '../queries.ts'
import { FOOT_ID } from '../shell/frame.tsx'
import { lazyTabs, PanelTabs } from '../shell/panel-tabs.tsx'
import { useAddress } from '../ui/address.ts'
import { Link } from '../ui/router.tsx'
import { CartBanner } from './cart-banner.tsx'
import { CustomerStrip } from './customer-strip.tsx'
import { openCart } from './open-cart.ts'
import { TABS } from './tabs.ts'

const tabs = lazyTabs(TABS.filter(({ value }) => value === 'products' || value === 'cart'))

/** The marketer's screens for an order, with which an admin takes one on the telephone, for any customer. */
export function PhoneOrder() {
  const isOrdering = useAddress().read('tab') !== 'cart'
  useCustomerInAddress()
  return (
    <>
      <div className="bg-surface">
        <div className="mx-auto max-w-page px-gutter">
          <Link to="/admin/dashboard?tab=orders" className="inline-flex min-h-control items-center gap-1 text-link">
            <ArrowLeft aria-hidden className="size-4" /> Siparişlere dön
          </Link>
        </div>
        <CustomerStrip isOrdering={isOrdering} />
      </div>
      <PanelTabs label="Telefon siparişi" tabs={tabs} counts={{ cart: useCart().length }} />
      {isOrdering && <Banner />}
      <BackgroundCartSync />
    </>
  )
}

/** Opens the cart of the customer that a link to this screen names (`customer=`). */
function useCustomerInAddress() {
  const { read, write } = useAddress()
  const id = read('customer')
  const { data } = useCallQuery(readOwnCustomer, { params: { id }, enabled: id !== '' })
  const choose = useEffectEvent(({ id: chosen, company_name, is_active }: OwnCustomer) => {
    openCart({ id: chosen, company_name, is_active })
    write({ customer: '' }, { keeps: true })
  })
  useEffect(() => {
    if (data) choose(data)
  }, [data])
}

/** The cart's customer and total at the window's foot. */
function Banner() {
  // Compared again after the first render, in which the frame may not be in the page yet.
  const place = useSyncExternalStore(subscribeToNothing, () => document.getElementById(FOOT_ID))
  return place && createPortal(<CartBanner />, place)
}

const subscribeToNothing = () => () => undefined
