import type { LucideIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { loadAhead, loadLinksAhead } from '../ui/preload-on-intent.ts'
import { useAddress } from '../ui/query-params.ts'
import { Loading } from '../ui/skeleton.tsx'
import { TabSelect, Tabs } from '../ui/tabs.tsx'
import type { MenuEntry } from './frame.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'

/** A tab of a panel, which is opened by `?tab=value`. */
export type PanelTab = {
  value: string
  label: string
  icon: LucideIcon
  /** Whether the panel's menu also links to it. */
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
  /** Whether the panel's header has a `PanelSelect`, which replaces the tabs on phones. */
  hasSelectInHeader?: boolean
}

const NO_COUNTS: NonNullable<PanelTabsProps['counts']> = {}

/** The tabs of a panel and the content of the open one, which the URL names; by default the first. */
export function PanelTabs({ label, tabs, counts = NO_COUNTS, hasSelectInHeader = false }: PanelTabsProps) {
  const { open, change } = useOpenTab(tabs)
  if (!open) return null
  const { Content } = open
  return (
    <Tabs
      label={label}
      tabs={counted(tabs, counts)}
      value={open.value}
      onChange={change}
      onIntent={tab => tabs.filter(({ value }) => value === tab).forEach(({ load }) => loadAhead(load))}
      hasOwnSelect={hasSelectInHeader}
    >
      <ScreenBoundary>
        <Suspense fallback={<Loading />}>
          <Content />
        </Suspense>
      </ScreenBoundary>
    </Tabs>
  )
}

type PanelSelectProps = Pick<PanelTabsProps, 'label' | 'counts'> & { tabs: readonly PanelTab[]; className?: string }

/** The tabs of a panel as a select, for the header on phones. */
export function PanelSelect({ label, tabs, counts = NO_COUNTS, className = '' }: PanelSelectProps) {
  const { open, change } = useOpenTab(tabs)
  return (
    <TabSelect
      label={label}
      tabs={counted(tabs, counts)}
      value={open?.value ?? ''}
      onChange={change}
      className={className}
    />
  )
}

function useOpenTab<Tab extends PanelTab>(tabs: readonly Tab[]) {
  const { read, write } = useAddress()
  const requested = read('tab')
  const open = tabs.find(({ value }) => value === requested) ?? tabs[0]
  return { open, change: (tab: string) => write({ tab }, { leaves: true }) }
}

const counted = (tabs: readonly PanelTab[], counts: Record<string, number>) =>
  tabs.map(({ value, label, icon }) => ({ value, label, icon, count: counts[value] ?? 0 }))
