import { lazyTabs, PanelTabs } from '../shell/panel-tabs.tsx'
import { TABS } from './tabs.ts'

const tabs = lazyTabs(TABS)

/** The admin's panel. */
export const AdminPanel = () => <PanelTabs label="Yönetim bölümleri" tabs={tabs} />
