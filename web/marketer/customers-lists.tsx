import { ArrowLeft } from 'lucide-react'
import { OrderLists } from '../order-lists/order-lists.tsx'
import type { CartCustomer } from '../pwa/order-draft.ts'
import { useIsPhoneWidth } from '../ui/media.ts'
import { Page } from '../ui/page.tsx'
import { Link, useNavigate } from '../ui/router.tsx'
import { useOrderingPanel } from './ordering-panel.ts'

/** The order guide and the lists of the chosen customer, from which its cart is filled. */
export function CustomersLists({ customer }: { customer: CartCustomer }) {
  const navigate = useNavigate()
  const panel = useOrderingPanel()
  const cart = `${panel.home}?tab=cart`
  const isPhone = useIsPhoneWidth()
  const back = (
    <Link to={cart} className="inline-flex min-h-control items-center gap-1 text-link sm:pointer-fine:min-h-0">
      <ArrowLeft aria-hidden className="size-4" /> Sepet
    </Link>
  )
  return (
    <Page
      title="Sipariş listesi"
      windowTitle={`Sipariş listesi · ${panel.name}`}
      // On phones in one line, so that nine products are seen; the strip above names the customer.
      {...(isPhone ? { aside: back } : { back, description: customer.company_name })}
    >
      <OrderLists
        key={customer.id}
        owner={customer.id}
        catalogue={`${panel.home}?tab=products`}
        onTaken={() => navigate(cart)}
      />
    </Page>
  )
}
