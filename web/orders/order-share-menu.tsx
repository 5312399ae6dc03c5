import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { Menu } from '../ui/menu.tsx'
import { ShareItems } from '../ui/share-menu.tsx'
import { orderText } from './order-text.ts'

/** A menu that shares an order as a text message, open at first. */
export const OrderShareMenu = ({ trigger, order }: { trigger: ReactNode; order: Order }) => (
  <Menu defaultOpen trigger={trigger}>
    <ShareItems text={() => orderText(order)} />
  </Menu>
)
