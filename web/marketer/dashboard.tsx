import { ClipboardList, LayoutDashboard, LayoutGrid, MessageSquareQuote, ShoppingCart, Users } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useCart } from '../cart/cart.ts'
import { ScreenBoundary } from '../shell/screen-boundary.tsx'
import { useAddress } from '../ui/address.ts'
import { Loading } from '../ui/skeleton.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'

type TabName = 'dashboard' | 'products' | 'orders' | 'customers' | 'custom-order' | 'cart'

/** In display order; the first is open if the URL names none. */
const TABS: readonly Tab<TabName>[] = [
  { value: 'dashboard', label: 'Özet', icon: LayoutDashboard },
  { value: 'products', label: 'Ürünler', icon: LayoutGrid },
  { value: 'orders', label: 'Siparişler', icon: ClipboardList },
  { value: 'customers', label: 'Müşteriler', icon: Users },
  { value: 'custom-order', label: 'Özel Talep', icon: MessageSquareQuote },
  { value: 'cart', label: 'Sepet', icon: ShoppingCart },
]

const CONTENTS: Record<TabName, ComponentType> = {
  dashboard: lazy(async () => ({ default: (await import('./dashboard-tab.tsx')).DashboardTab })),
  products: lazy(async () => ({ default: (await import('./products-tab.tsx')).ProductsTab })),
  orders: lazy(async () => ({ default: (await import('./orders-tab.tsx')).OrdersTab })),
  customers: lazy(async () => ({ default: (await import('./customers-tab.tsx')).CustomersTab })),
  'custom-order': lazy(async () => ({ default: (await import('./custom-order-tab.tsx')).CustomOrderTab })),
  cart: lazy(async () => ({ default: (await import('./cart-tab.tsx')).CartTab })),
}

/** Prefetches the start tab, unless the URL names another one. */
export function prefetchPanel() {
  if (new URLSearchParams(location.search).has('tab')) return
  void import('./dashboard-tab.tsx').then(({ prefetchDashboard }) => prefetchDashboard())
}

/** The marketer's panel; the URL names the open tab. */
export function MarketerDashboard() {
  const { read, write } = useAddress()
  const requested = read('tab')
  const tab = TABS.find(({ value }) => value === requested)?.value ?? 'dashboard'
  const Content = CONTENTS[tab]
  const inCart = useCart().length
  const tabs = TABS.map(one => (one.value === 'cart' ? { ...one, count: inCart } : one))
  return (
    <Tabs label="Panel bölümleri" tabs={tabs} value={tab} onChange={wanted => write({ tab: wanted }, { leaves: true })}>
      <ScreenBoundary>
        <Suspense fallback={<Loading />}>
          <Content />
        </Suspense>
      </ScreenBoundary>
    </Tabs>
  )
}
