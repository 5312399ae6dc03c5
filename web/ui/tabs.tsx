import type { LucideIcon } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Select } from './select.tsx'

export type Tab<Value extends string> = { value: Value; label: string; icon?: LucideIcon; count?: number }

type TabsProps<Value extends string> = {
  /** The label of the tab list ("Yönetim bölümleri"). */
  label: string
  tabs: readonly Tab<Value>[]
  /** The open tab, as in the URL. */
  value: Value
  onChange: (value: Value) => void
  /** Called when the user points at a tab, focuses or touches it. */
  onIntent?: (value: Value) => void
  /** Whether the screen shows `TabSelect` elsewhere, such as in its header. */
  hasOwnSelect?: boolean
  /** The open tab's content. */
  children: ReactNode
  className?: string
}

/** Tabs; the URL names the open one. On phones a select. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, onIntent, hasOwnSelect, children, className } = props
  const change = (wanted: string) => {
    const tab = tabs.find(one => one.value === wanted)
    if (tab) onChange(tab.value)
  }
  return (
    <Radix.Root
      value={value}
      onValueChange={change}
      activationMode="manual"
      className={classNames('min-w-0', className)}
    >
      {!hasOwnSelect && (
        <div className="px-gutter pt-4 sm:hidden print:hidden">
          <TabSelect label={label} tabs={tabs} value={value} onChange={change} />
        </div>
      )}
      <div className="hidden border-line border-b bg-surface sm:block print:hidden">
        <Radix.List aria-label={label} className="-mb-px mx-auto flex max-w-page gap-1 overflow-x-auto px-gutter">
          {tabs.map(({ value: own, label: text, icon: Icon, count }) => (
            <Radix.Trigger
              key={own}
              value={own}
              onPointerEnter={() => onIntent?.(own)}
              onFocus={() => onIntent?.(own)}
              className={classNames(
                'ring-inside -mx-px inline-flex h-11 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-ink-soft text-sm transition-colors',
                'hover:text-ink data-[state=active]:border-brand-ink data-[state=active]:text-brand-ink',
              )}
            >
              {Icon && <Icon aria-hidden className="size-4" />}
              {text}
              {count !== undefined && count > 0 && (
                <span className="rounded-full bg-neutral-soft px-1.5 text-neutral-ink text-xs">{count}</span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      <Radix.Content value={value} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

type TabSelectProps = Pick<TabsProps<string>, 'label' | 'tabs' | 'value' | 'onChange' | 'className'>

/** The same tabs as a select, for phones. */
export function TabSelect({ label, tabs, value, onChange, className }: TabSelectProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
      options={tabs.map(tab => ({ value: tab.value, label: tab.count ? `${tab.label} (${tab.count})` : tab.label }))}
      className={className ?? ''}
    />
  )
}
