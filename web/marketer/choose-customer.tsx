import { useChosenCustomer } from '../cart/chosen-customer.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CustomerChooser } from './customer-chooser.tsx'
import { openCart } from './open-cart.ts'
import { OtherCarts } from './other-carts.tsx'

type ChooseCustomerProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Chooses the customer to order for, from anywhere in the panel; customers with a started cart are listed below. */
export function ChooseCustomer({ open, onOpenChange }: ChooseCustomerProps) {
  const chosen = useChosenCustomer()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Kimin için sipariş veriyorsunuz?"
      description="Her müşterinin kendi sepeti vardır; seçtiğinizde onun sepeti açılır."
      whole
    >
      <div className="grid min-w-0 grid-cols-1 gap-4 sm:min-h-96 sm:content-start">
        <CustomerChooser
          value={chosen}
          onChange={customer => {
            openCart(customer)
            if (customer) onOpenChange(false)
          }}
        />
        <OtherCarts onOpen={() => onOpenChange(false)} />
      </div>
    </Dialog>
  )
}
