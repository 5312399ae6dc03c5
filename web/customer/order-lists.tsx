import { OrderLists } from '../order-lists/order-lists.tsx'
import { Page } from '../ui/page.tsx'
import { useNavigate } from '../ui/router.tsx'
import { PassiveNote } from './passive-note.tsx'

/** The customer's order guide and lists. */
export function OwnOrderLists() {
  const navigate = useNavigate()
  return (
    <Page title="Sipariş listem" description="Bugünkü fiyatlarla">
      <PassiveNote />
      <OrderLists owner={null} catalogue="/products" onTaken={() => navigate('/cart')} />
    </Page>
  )
}
