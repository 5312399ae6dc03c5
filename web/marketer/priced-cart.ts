import { applyAgreedPrices, useAgreedPrices } from '../cart/agreed-prices.ts'
import { useCart } from '../cart/cart.ts'
import { useChosenCustomer } from '../cart/chosen-customer.ts'

/** The lines of the open cart at the prices agreed on with its customer. */
export const usePricedCart = () => applyAgreedPrices(useCart(), useAgreedPrices(useChosenCustomer()?.id))
