import { ClipboardList, LayoutDashboard, LayoutGrid, type LucideIcon, ShoppingCart, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCartTotal } from '../cart/cart.ts'
import { useUndecidedCount, useUndecidedText } from '../pwa/outbox-counts.ts'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { usePricedCart } from './priced-cart.ts'

const HOME = '/marketer/dashboard'

/** The marketer's main tabs at the bottom of phones, with the cart's total. `open` is the value of the open tab. */
export function BottomBar({ open }: { open: string }) {
  const lines = usePricedCart()
  const total = useCartTotal(lines)
  const undecided = useUndecidedCount()
  const waiting = useUndecidedText()
  const count = lines.length
  return (
    <nav
      aria-label="Alt menü"
      className="flex border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <Item to={HOME} isOpen={open === 'dashboard'} icon={LayoutDashboard} label="Özet" />
      <Item to={`${HOME}?tab=products`} isOpen={open === 'products'} icon={LayoutGrid} label="Ürünler" />
      <Item
        to={`${HOME}?tab=cart`}
        isOpen={open === 'cart'}
        icon={ShoppingCart}
        count={count}
        name={count ? `Sepet: ${wholeText(count)} ürün` : undefined}
        label={count ? <Money amount={total} /> : 'Sepet'}
      />
      <Item
        to={`${HOME}?tab=orders`}
        isOpen={open === 'orders'}
        icon={ClipboardList}
        count={undecided}
        name={undecided ? waiting : undefined}
        label="Siparişler"
      />
      <Item to={`${HOME}?tab=customers`} isOpen={open === 'customers'} icon={Users} label="Müşteriler" />
    </nav>
  )
}

type ItemProps = {
  to: string
  isOpen: boolean
  icon: LucideIcon
  label: ReactNode
  name?: string | undefined
  count?: number
}

// As wide as its text, so that a total of ten digits is not cut at 320 px; only a longer one is.
function Item({ to, isOpen, icon: Icon, label, name, count = 0 }: ItemProps) {
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className={classNames(
        'ring-inside grid h-14 min-w-11 flex-auto grid-cols-[minmax(0,auto)] place-content-center justify-items-center gap-0.5 font-medium text-xs',
        typeof label === 'string' && 'shrink-0',
        isOpen ? 'text-brand-ink' : 'text-ink-soft',
      )}
    >
      <span className="relative">
        <Icon aria-hidden className="size-5" />
        {count > 0 && (
          <span
            aria-hidden
            className="-top-2 absolute left-2.5 min-w-5 rounded-full bg-danger px-1 text-center font-semibold text-on-danger text-xs ring-2 ring-surface"
          >
            {count}
          </span>
        )}
      </span>
      {name && <span className="sr-only">{name}, </span>}
      <span className="max-w-full truncate">{label}</span>
    </Link>
  )
}
