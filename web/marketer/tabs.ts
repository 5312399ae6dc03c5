import { ClipboardList, LayoutDashboard, LayoutGrid, MessageSquareQuote, ShoppingCart, Users } from 'lucide-react'
import type { PanelTab } from '../shell/panel-tabs.tsx'

/**
 * The tabs of the marketer's panel, in display order. Their address is `/marketer/dashboard?tab=…` (see `screens.ts`);
 * without `tab`, the first is open.
 */
export const TABS: readonly PanelTab[] = [
  {
    value: 'dashboard',
    label: 'Özet',
    icon: LayoutDashboard,
    load: async () => (await import('./dashboard-tab.tsx')).DashboardTab,
  },
  {
    value: 'products',
    label: 'Ürünler',
    icon: LayoutGrid,
    isInMenu: true,
    load: async () => (await import('./products-tab.tsx')).ProductsTab,
  },
  {
    value: 'orders',
    label: 'Siparişler',
    icon: ClipboardList,
    isInMenu: true,
    load: async () => (await import('./orders-tab.tsx')).OrdersTab,
  },
  {
    value: 'customers',
    label: 'Müşteriler',
    icon: Users,
    isInMenu: true,
    load: async () => (await import('./customers-tab.tsx')).CustomersTab,
  },
  {
    value: 'custom-order',
    label: 'Özel Talep',
    icon: MessageSquareQuote,
    load: async () => (await import('./custom-order-tab.tsx')).CustomOrderTab,
  },
  {
    value: 'cart',
    label: 'Sepet',
    icon: ShoppingCart,
    load: async () => (await import('./cart-tab.tsx')).CartTab,
  },
]

/** The accessible name of the list of tabs. */
export const TABS_LABEL = 'Panel bölümleri'
