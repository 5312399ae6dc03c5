import { ClipboardList, LayoutDashboard } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useAddress } from '../ui/address.ts'
import { Loading } from '../ui/skeleton.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'

type TabName = 'dashboard' | 'orders'

/** In the order in which they stand; the first is open where the address names none. */
const TABS: readonly Tab<TabName>[] = [
  { value: 'dashboard', label: 'Özet', icon: LayoutDashboard },
  { value: 'orders', label: 'Siparişler', icon: ClipboardList },
]

const CONTENTS: Record<TabName, ComponentType> = {
  dashboard: lazy(async () => ({ default: (await import('./dashboard-tab.tsx')).DashboardTab })),
  orders: lazy(async () => ({ default: (await import('./orders-tab.tsx')).OrdersTab })),
}

/** The marketer's panel; the address names the open tab. */
export function MarketerDashboard() {
  const { read, write } = useAddress()
  const asked = read('tab')
  const tab = TABS.find(({ value }) => value === asked)?.value ?? 'dashboard'
  const Content = CONTENTS[tab]
  return (
    <Tabs label="Panel bölümleri" tabs={TABS} value={tab} onChange={wanted => write({ tab: wanted }, { leaves: true })}>
      <Suspense fallback={<Loading />}>
        <Content />
      </Suspense>
    </Tabs>
  )
}
