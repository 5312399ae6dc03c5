import { Boxes, ClipboardList, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAddress } from '../ui/address.ts'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { CustomersTab } from './customers-tab.tsx'
import { InventoryTab } from './inventory-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'

type TabName = 'orders' | 'customers' | 'inventory'

const TABS: readonly Tab<TabName>[] = [
  { value: 'orders', label: 'Siparisler', icon: ClipboardList },
  { value: 'customers', label: 'Musteriler', icon: Users },
  { value: 'inventory', label: 'Envanter', icon: Boxes },
]

const CONTENTS: Record<TabName, () => ReactNode> = {
  orders: OrdersTab,
  customers: CustomersTab,
  inventory: InventoryTab,
}

/** The admin's panel; the address names the open tab. */
export function AdminDashboard() {
  const { read, write } = useAddress()
  const asked = read('tab')
  const tab = TABS.find(({ value }) => value === asked)?.value ?? 'orders'
  const Content = CONTENTS[tab]
  return (
    <Tabs
      label="Yönetim bölümleri"
      tabs={TABS}
      value={tab}
      onChange={wanted => write({ tab: wanted }, { leaves: true })}
    >
      <Content />
    </Tabs>
  )
}
