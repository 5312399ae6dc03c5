import type { ComponentProps } from 'react'
import type { Order } from '#contract/orders.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import { DeliveryStrip } from './delivery-strip.tsx'

type PhoneControlsProps = ComponentProps<typeof SortSelect<Order>> & ComponentProps<typeof DeliveryStrip>

/** The controls after the filters of the order list on a phone: the sort order and the deliveries. */
export function PhoneControls({ filter, ...sorting }: PhoneControlsProps) {
  return (
    <>
      <SortSelect {...sorting} />
      <DeliveryStrip filter={filter} />
    </>
  )
}
