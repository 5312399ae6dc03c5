import type { ReactNode } from 'react'
import { StandingOrders } from '../../standing-orders/standing-orders.tsx'
import { Page } from '../../ui/page.tsx'

/** The standing orders of all customers. */
export function StandingView({ chooser }: { chooser: ReactNode }) {
  return (
    <Page title="Düzenli siparişler" windowTitle="Düzenli siparişler · Yönetim" aside={chooser}>
      <StandingOrders owner={undefined} orderPath={id => `/admin/orders/${id}`} />
    </Page>
  )
}
