import type { LucideIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useAddress } from '../ui/address.ts'
import { loadAhead, loadLinksAhead } from '../ui/intent.ts'
import { Loading } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { MenuEntry } from './frame.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'

/** A tab of a panel, which is opened by `?tab=value`. */
export type PanelTab = {
  value: string
  label: string
  icon: LucideIcon
  /** Whether the panel's menu leads to it, too. */
  isInMenu?: boolean
  load: () => Promise<ComponentType>
}

/**
 * The tabs with their content loaded when they open, or when the user points at a link to one. Call once per panel,
 * outside of components.
 */
export function lazyTabs(tabs: readonly PanelTab[]) {
  loadLinksAhead(({ pathname, searchParams }) =>
    pathname === location.pathname ? tabs.find(({ value }) => value === searchParams.get('tab'))?.load : undefined,
  )
  return tabs.map(tab => ({ ...tab, Content: lazy(async () => ({ default: await tab.load() })) }))
}

/** The menu of a panel: its start page, and its tabs that are in the menu. */
export const menuOfPanel = (home: string, tabs: readonly PanelTab[]): MenuEntry[] => [
  { to: home, label: 'Dashboard' },
  ...tabs.filter(({ isInMenu }) => isInMenu).map(({ value, label }) => ({ to: `${home}?tab=${value}`, label })),
]

type PanelTabsProps = {
  label: string
  tabs: ReturnType<typeof lazyTabs>
  /** The number shown on some tabs, by value. */
  counts?: Record<string, number>
}

const NO_COUNTS: NonNullable<PanelTabsProps['counts']> = {}

/** The tabs of a panel and the content of the open one, which the URL names; the first if it names none. */
export function PanelTabs({ label, tabs, counts = NO_COUNTS }: PanelTabsProps) {
  const { read, write } = useAddress()
  const requested = read('tab')
  const open = tabs.find(({ value }) => value === requested) ?? tabs[0]
  if (!open) return null
  const { Content } = open
  const shown = tabs.map(({ value, label: text, icon }) => ({ value, label: text, icon, count: counts[value] ?? 0 }))
  return (
    <Tabs
      label={label}
      tabs={shown}
      value={open.value}
      onChange={tab => write({ tab }, { leaves: true })}
      onIntent={tab => tabs.filter(({ value }) => value === tab).forEach(({ load }) => loadAhead(load))}
    >
      <ScreenBoundary>
        <Suspense fallback={<Loading />}>
          <Content />
        </Suspense>
      </ScreenBoundary>
    </Tabs>
  )
}
