import { useRef, useState } from 'react'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { listCustomersOrders } from '#contract/staff-orders.ts'
import { useAction } from '../action.ts'
import { request } from '../api.ts'
import { type CartOwner, cartLines, openCart as openCartOwner } from '../cart/cart.ts'
import type { Products } from '../cart/cart-changes.ts'
import { fetchCurrentProducts } from '../cart/cart-check.ts'
import { CART_PATH } from '../orders/order-paths.ts'
import { putIntoCart } from '../orders/put-into-cart.ts'
import type { CartCustomer, CartLine } from '../pwa/order-draft.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useIsMounted } from '../ui/is-mounted.ts'
import { wholeText } from '../ui/number-text.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { openCart } from './open-cart.ts'

/** A customer, and the order to repeat; by default its last one that was not cancelled. */
type Wanted = { customer: CartCustomer; order?: Order }
/** `openOwner`: the owner of the cart that was open when the button was pressed. */
type Found = { customer: CartCustomer; items: Order['items']; products: Products; openOwner: CartOwner }

/** How many of the newest orders are searched for one that was not cancelled. */
const LATEST = 20

/**
 * Puts an earlier order into its customer's cart. If that cart is not empty, the dialog `question` offers to add to it
 * or to replace it. `repeatingId` is the id of the customer whose order is being fetched. Only the last press counts:
 * the replies to earlier ones, which may be for other customers, are ignored.
 */
export function useRepeatOrder() {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Found & { open: boolean }>()
  const [repeatingId, setRepeatingId] = useState<string>()
  const last = useRef<Wanted>(undefined)
  const isMounted = useIsMounted()

  const fill = ({ customer, items, products }: Found, replacing: boolean) => {
    openCart(customer)
    putIntoCart(items, products, { replaces: replacing, company: customer.company_name })
    navigate(CART_PATH.marketer)
  }

  const { run, reset, pending } = useAction(find, {
    showError: ({ message }, wanted) => wanted === last.current && toast.error(message),
    onReply: (found, wanted) => {
      if (wanted !== last.current) return undefined
      if (!found) return toast.info('Tekrarlanacak sipariş yok')
      // A marketer who has moved on may be ordering for another customer by now.
      if (!isMounted.current || openCartOwner() !== found.openOwner)
        return offerToast(found.customer, () => fill(found, false))
      if (linesBefore(found.customer).length === 0) return fill(found, false)
      return setAsked({ ...found, open: true })
    },
  })
  const repeat = (wanted: Wanted) => {
    const { id } = wanted.customer
    // A double press.
    if (pending && id === repeatingId) return undefined
    last.current = wanted
    setRepeatingId(id)
    // Does not wait for the order of another customer.
    reset()
    return run(wanted)
  }
  const close = () => setAsked(present => present && { ...present, open: false })
  const answer = (replacing: boolean) => {
    close()
    if (asked) fill(asked, replacing)
  }
  const question = asked && (
    <Dialog
      open={asked.open}
      onOpenChange={close}
      title="Sepet boş değil"
      description={`${asked.customer.company_name} sepetinde ${wholeText(linesBefore(asked.customer).length)} ürün var. Siparişin ürünleri bunlara eklensin mi, sepetin yerine mi geçsin?`}
      footer={
        <>
          <Button onClick={close}>Vazgeç</Button>
          <Button onClick={() => answer(true)}>Sepetin yerine</Button>
          <Button variant="primary" onClick={() => answer(false)}>
            Sepete ekle
          </Button>
        </>
      }
    />
  )
  return { repeat, repeatingId: pending ? repeatingId : undefined, question }
}

const offerToast = ({ company_name }: CartCustomer, onClick: () => void) =>
  toast.info(`${company_name} siparişi tekrarlanmaya hazır`, { action: { label: 'Sepete ekle', onClick } })

async function find({ customer, order }: Wanted): Promise<Found | undefined> {
  const openOwner = openCartOwner()
  const repeated = order ?? (await lastOrder(customer.id))
  if (!repeated) return undefined
  const products = await fetchCurrentProducts(repeated.items.map(item => item.product_id))
  return { customer, items: repeated.items, products, openOwner }
}

async function lastOrder(customer_id: string): Promise<Order | undefined> {
  const orders = await request(listCustomersOrders, { query: { customer_id, limit: LATEST } })
  return orders.find(({ status }) => REVENUE_STATUSES.includes(status))
}

/** The lines that the customer's cart will have once it is opened: those collected for no customer move into it. */
function linesBefore({ id }: CartCustomer): readonly CartLine[] {
  return [...cartLines(id), ...(openCartOwner() === null ? cartLines(null) : [])]
}
