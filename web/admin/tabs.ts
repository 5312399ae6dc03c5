import { Boxes, ChartColumn, ClipboardCheck, ClipboardList, Tags, Users } from 'lucide-react'
import type { PanelTab } from '../shell/panel-tabs.tsx'

/** The tabs of the admin's panel, in display order; the first is open if the URL names none. */
export const TABS: readonly PanelTab[] = [
  {
    value: 'orders',
    label: 'Siparisler',
    icon: ClipboardList,
    isInMenu: true,
    load: async () => (await import('./orders/orders-tab.tsx')).OrdersTab,
  },
  {
    value: 'customers',
    label: 'Musteriler',
    icon: Users,
    isInMenu: true,
    load: async () => (await import('./customers/customers-tab.tsx')).CustomersTab,
  },
  {
    value: 'products',
    label: 'Ürünler',
    icon: Tags,
    load: async () => (await import('./products/products-tab.tsx')).ProductsTab,
  },
  {
    value: 'stock',
    label: 'Stok',
    icon: ClipboardCheck,
    load: async () => (await import('./stock/stock-tab.tsx')).StockTab,
  },
  {
    value: 'inventory',
    label: 'Envanter',
    icon: Boxes,
    load: async () => (await import('./inventory/inventory-tab.tsx')).InventoryTab,
  },
  {
    value: 'reports',
    label: 'Raporlar',
    icon: ChartColumn,
    isInMenu: true,
    load: async () => (await import('./reports/reports-tab.tsx')).ReportsTab,
  },
]
