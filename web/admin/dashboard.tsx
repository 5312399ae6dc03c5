import { Boxes, ChartColumn, ClipboardCheck, ClipboardList, Tags, Users } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { ScreenBoundary } from '../shell/screen-boundary.tsx'
import { useAddress } from '../ui/address.ts'
import { Loading } from '../ui/skeleton.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'

type TabName = 'orders' | 'customers' | 'products' | 'stock' | 'inventory' | 'reports'

const TABS: readonly Tab<TabName>[] = [
  { value: 'orders', label: 'Siparisler', icon: ClipboardList },
  { value: 'customers', label: 'Musteriler', icon: Users },
  { value: 'products', label: 'Ürünler', icon: Tags },
  { value: 'stock', label: 'Stok', icon: ClipboardCheck },
  { value: 'inventory', label: 'Envanter', icon: Boxes },
  { value: 'reports', label: 'Raporlar', icon: ChartColumn },
]

const CONTENTS: Record<TabName, ComponentType> = {
  orders: lazy(async () => ({ default: (await import('./orders/orders-tab.tsx')).OrdersTab })),
  customers: lazy(async () => ({ default: (await import('./customers/customers-tab.tsx')).CustomersTab })),
  products: lazy(async () => ({ default: (await import('./products/products-tab.tsx')).ProductsTab })),
  stock: lazy(async () => ({ default: (await import('./stock/stock-tab.tsx')).StockTab })),
  inventory: lazy(async () => ({ default: (await import('./inventory/inventory-tab.tsx')).InventoryTab })),
  reports: lazy(async () => ({ default: (await import('./reports/reports-tab.tsx')).ReportsTab })),
}

/** The admin's panel; the URL's `tab` names the open tab. */
export function AdminDashboard() {
  const { read, write } = useAddress()
  const requested = read('tab')
  const tab = TABS.find(({ value }) => value === requested)?.value ?? 'orders'
  const Content = CONTENTS[tab]
  return (
    <Tabs label="Yönetim bölümleri" tabs={TABS} value={tab} onChange={next => write({ tab: next }, { leaves: true })}>
      <ScreenBoundary>
        <Suspense fallback={<Loading />}>
          <Content />
        </Suspense>
      </ScreenBoundary>
    </Tabs>
  )
}
