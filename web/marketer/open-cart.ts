import type { CartCustomer } from '../parts/cart-customer.ts'
import { chooseCustomer } from '../parts/carts.ts'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'

/** Opens a customer's cart, or the one for nobody yet, and says if it now holds what was put together before. */
export function openCart(customer: CartCustomer | null) {
  const joined = chooseCustomer(customer)
  if (customer && joined > 0) toast.info(`${wholeText(joined)} ürün ${customer.company_name} sepetindekilere eklendi`)
}
