import { House, LayoutGrid, type LucideIcon, ReceiptText, ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { cartCount, useCart, useCartTotal } from '../cart/cart.ts'
import { useUndecidedCount, useUndecidedText } from '../pwa/outbox-counts.ts'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { NavLink } from '../ui/router.tsx'

/** The customer's pages at the bottom of narrow windows, with the cart's total. */
export function BottomBar() {
  const lines = useCart()
  const total = useCartTotal(lines)
  const count = cartCount(lines)
  const undecided = useUndecidedCount()
  const waiting = useUndecidedText()
  return (
    <nav
      aria-label="Alt menü"
      className="flex border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <Item to="/dashboard" icon={House} label="Ana sayfa" />
      <Item to="/products" icon={LayoutGrid} label="Katalog" />
      <Item
        to="/cart"
        icon={ShoppingCart}
        // The visible count is at the cart in the header.
        name={count ? `Sepet: ${wholeText(count)} adet` : undefined}
        label={count ? <Money amount={total} /> : 'Sepet'}
      />
      <Item
        to="/orders"
        icon={ReceiptText}
        count={undecided}
        name={undecided ? waiting : undefined}
        label="Siparişler"
      />
    </nav>
  )
}

type ItemProps = { to: string; icon: LucideIcon; label: ReactNode; name?: string | undefined; count?: number }

function Item({ to, icon: Icon, label, name, count = 0 }: ItemProps) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          'ring-inside grid h-14 min-w-0 flex-auto place-content-center justify-items-center gap-0.5 font-medium text-xs',
          isActive ? 'text-brand-ink' : 'text-ink-soft',
        )
      }
    >
      <span className="relative">
        <Icon aria-hidden className="size-5" />
        {count > 0 && (
          <span
            aria-hidden
            className="-top-2 absolute left-2.5 min-w-5 rounded-full bg-danger px-1 text-center font-semibold text-on-danger text-xs ring-2 ring-surface"
          >
            {count > 999 ? '999+' : count}
          </span>
        )}
      </span>
      {name && <span className="sr-only">{name}, </span>}
      <span className="max-w-full truncate">{label}</span>
    </NavLink>
  )
}
