import { ShoppingCart } from 'lucide-react'
import { useCartTotal } from '../cart/cart.ts'
import { useChosenCustomer } from '../cart/chosen-customer.ts'
import { Button } from '../ui/button.tsx'
import { CutName } from '../ui/cut-name.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { useOrderingPanel } from './ordering-panel.ts'
import { usePricedCart } from './priced-cart.ts'

/** The cart's customer and total, shown while products are added. */
export function CartBanner() {
  const lines = usePricedCart()
  const total = useCartTotal(lines)
  const customer = useChosenCustomer()
  const { home } = useOrderingPanel()
  if (lines.length === 0) return null
  return (
    <aside aria-label="Sepet özeti" className="border-line border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex max-w-page items-center gap-3 px-gutter py-2">
        <div className="grid min-w-0 flex-1">
          <CutName name={customer?.company_name ?? 'Müşteri seçilmedi'} className="font-medium" />
          <p className="text-ink-soft text-sm">
            {wholeText(lines.length)} ürün · <Money amount={total} className="font-semibold text-ink" />{' '}
            <span className="whitespace-nowrap">KDV dahil</span>
          </p>
        </div>
        <Button asChild variant="primary" size="large">
          <Link to={`${home}?tab=cart`}>
            <ShoppingCart aria-hidden className="size-4 shrink-0 max-[24rem]:hidden" /> Sepeti gör
          </Link>
        </Button>
      </div>
    </aside>
  )
}
