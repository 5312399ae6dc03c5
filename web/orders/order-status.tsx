import { CircleCheck, CircleX, Clock, type LucideIcon, PackageOpen } from 'lucide-react'
import { INITIAL_STATUS, ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { Badge } from '../ui/badge.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

const ICONS: Record<(typeof ORDER_STATUS)[OrderStatus]['icon'], LucideIcon> = {
  clock: Clock,
  'package-open': PackageOpen,
  'circle-check': CircleCheck,
  'circle-x': CircleX,
}

/** All statuses, as options of a select. */
export const STATUS_OPTIONS = ORDER_STATUSES.map(value => ({ value, label: ORDER_STATUS[value].label }))

/** The status to show: one unknown to this version counts as pending. */
export const shownStatus = (status: string): OrderStatus => (isKnown(status) ? status : INITIAL_STATUS)

/** The Turkish name of a status, for sentences. */
export const statusLabel = (status: string) => (isKnown(status) ? ORDER_STATUS[status].label : 'bilinmiyor')

/** An order's status as a colour, an icon and a word. */
export function OrderStatusBadge({ status, className }: { status: string; className?: string }) {
  const { label, tone, icon } = ORDER_STATUS[shownStatus(status)]
  return (
    <Badge tone={tone} icon={ICONS[icon]} className={className}>
      {label}
    </Badge>
  )
}

/** An order's progress as a bar. */
export function OrderProgress({ status, className }: { status: string; className?: string }) {
  const { label, tone, progress } = ORDER_STATUS[shownStatus(status)]
  return (
    <ProgressBar
      value={progress}
      tone={tone}
      label={`Sipariş durumu: ${label}, yüzde ${progress}`}
      className={className}
    />
  )
}

const isKnown = (status: string): status is OrderStatus => Object.keys(ORDER_STATUS).includes(status)
