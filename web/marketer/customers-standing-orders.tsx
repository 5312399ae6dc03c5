import { ChevronLeft } from 'lucide-react'
import { StandingOrders } from '../standing-orders/standing-orders.tsx'
import { Page } from '../ui/page.tsx'
import { useAddress } from '../ui/query-params.ts'
import { Link } from '../ui/router.tsx'

const ORDERS = '/marketer/dashboard?tab=orders'

/** The standing orders of the marketer's customers, or of the one that the URL names. */
export function CustomersStandingOrders() {
  const { read } = useAddress()
  return (
    <Page
      title="Düzenli siparişler"
      windowTitle="Düzenli siparişler · Pazarlamacı"
      back={
        <Link to={ORDERS} className="-ml-1 inline-flex min-h-control items-center gap-1 text-link">
          <ChevronLeft aria-hidden className="size-4" />
          Siparişler
        </Link>
      }
    >
      <StandingOrders owner={read('customer') || undefined} orderPath={order => `${ORDERS}&order=${order}`} />
    </Page>
  )
}
