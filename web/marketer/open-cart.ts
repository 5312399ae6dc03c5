import { chooseCustomer } from '../cart/other-carts.ts'
import type { CartCustomer } from '../pwa/order-draft.ts'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'

/** Opens the cart of a customer, or of none, and shows a message if lines were merged into it. */
export function openCart(customer: CartCustomer | null) {
  const joined = chooseCustomer(customer)
  if (customer && joined > 0) toast.info(`${wholeText(joined)} ürün ${customer.company_name} sepetindekilere eklendi`)
}
