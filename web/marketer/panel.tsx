import { useCart } from '../cart/cart.ts'
import { lazyTabs, PanelTabs } from '../shell/panel-tabs.tsx'
import { TABS, TABS_LABEL } from './tabs.ts'

const tabs = lazyTabs(TABS)

/** The marketer's panel. */
export function MarketerPanel() {
  return <PanelTabs label={TABS_LABEL} tabs={tabs} counts={{ cart: useCart().length }} hasSelectInHeader />
}
