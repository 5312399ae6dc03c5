import { StandingOrders } from '../standing-orders/standing-orders.tsx'
import { Page } from '../ui/page.tsx'
import { PassiveNote } from './passive-note.tsx'

/** The customer's standing orders. */
export function OwnStandingOrders() {
  return (
    <Page title="Düzenli siparişler" description="Seçtiğiniz günlerde kendiliğinden verilir">
      <PassiveNote />
      <StandingOrders owner={null} orderPath={id => `/orders/${id}`} />
    </Page>
  )
}
