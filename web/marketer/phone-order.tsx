import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type OwnCustomer, readOwnCustomer } from '#contract/customers.ts'
import { isNotFound } from '../api.ts'
import { BackgroundCartSync } from '../cart/background-cart-sync.tsx'
import { useCart } from '../cart/cart.ts'
import { Failed } from '../lists/list-states.tsx'
import { useCallQuery } from '../queries.ts'
import { FOOT_ID } from '../shell/frame.tsx'
import { lazyTabs, PanelTabs } from '../shell/panel-tabs.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { useAddress } from '../ui/query-params.ts'
import { Link } from '../ui/router.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { CartBanner } from './cart-banner.tsx'
import { CustomerStrip } from './customer-strip.tsx'
import { openCart } from './open-cart.ts'
import { TABS } from './tabs.ts'

const tabs = lazyTabs(TABS.filter(({ value }) => value === 'products' || value === 'cart'))

/** The marketer's ordering screens, in which an admin takes telephone orders for any customer. */
export function PhoneOrder() {
  const { read, write } = useAddress()
  const named = read('customer')
  const back = (
    <Link to="/admin/dashboard?tab=orders" className="inline-flex min-h-control items-center gap-1 text-link">
      <ArrowLeft aria-hidden className="size-4" /> Siparişlere dön
    </Link>
  )
  // No ordering until the customer of a link is loaded: it would go into the cart of another one.
  if (named)
    return (
      <Page title="Telefon siparişi" back={back}>
        <NamedCustomer id={named} onSettled={() => write({ customer: '' }, { skipsLeaveCheck: true })} />
      </Page>
    )
  return <Ordering back={back} isOrdering={read('tab') !== 'cart'} />
}

function Ordering({ back, isOrdering }: { back: ReactNode; isOrdering: boolean }) {
  return (
    <>
      <div className="bg-surface">
        <div className="mx-auto max-w-page px-gutter">{back}</div>
        <CustomerStrip isOrdering={isOrdering} />
      </div>
      <PanelTabs label="Telefon siparişi" tabs={tabs} counts={{ cart: useCart().length }} />
      {isOrdering && <Banner />}
      <BackgroundCartSync />
    </>
  )
}

/** Opens the cart of the customer that a link to this screen names (`customer=`), or shows why that is not possible. */
function NamedCustomer({ id, onSettled }: { id: string; onSettled: () => void }) {
  const query = useCallQuery(readOwnCustomer, { params: { id } })
  const { data, error } = query
  const choose = useEffectEvent(({ id: chosen, company_name, is_active }: OwnCustomer) => {
    openCart({ id: chosen, company_name, is_active })
    onSettled()
  })
  useEffect(() => {
    if (data) choose(data)
  }, [data])
  if (!error || data) return <LoadingRows rows={3} />
  return (
    <>
      {isNotFound(error) ? <ErrorState text="Bu müşteri silinmiş" /> : <Failed query={query} error={error} />}
      <Button onClick={onSettled} className="justify-self-center">
        Başka müşteri için sipariş al
      </Button>
    </>
  )
}

/** The cart's customer and total at the bottom of the window. */
function Banner() {
  // Queried again after the first render, during which the app's layout may not be in the page yet.
  const place = useSyncExternalStore(subscribeToNothing, () => document.getElementById(FOOT_ID))
  return place && createPortal(<CartBanner />, place)
}

const subscribeToNothing = () => () => undefined
