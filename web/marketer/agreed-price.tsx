import { PencilLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PerUnit } from '../cart/cart-row.tsx'
import { differenceText } from '../orders/price-guard.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { Money } from '../ui/money.tsx'

// Loaded when the first price is changed.
const AgreedPriceDialog = lazy(async () => ({ default: (await import('./agreed-price-dialog.tsx')).AgreedPriceDialog }))

type AgreedPriceProps = { line: CartLine; customer_id: string }

/** The price of a line in a customer's cart, with the list price if another is agreed; a press changes it. */
export function AgreedPrice({ line, customer_id }: AgreedPriceProps) {
  const { product_name, price, list_price, unit } = line
  const [opened, setOpened] = useState(0)
  const [open, setOpen] = useState(false)
  const begin = () => {
    setOpened(opened + 1)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        onClick={begin}
        // The target is larger than the text, without making the row higher.
        className="relative -my-1.25 inline-flex items-center gap-1 rounded-sm py-1.25 max-[22.5rem]:gap-0.5 text-left text-ink underline decoration-dotted underline-offset-3 after:absolute after:-inset-x-1 after:-inset-y-2.5"
      >
        <span>
          <span className="sr-only">{product_name}: fiyatı değiştir, </span>
          <Money amount={price} />
          <PerUnit unit={unit} />
        </span>
        <PencilLine aria-hidden className="size-3 shrink-0 text-ink-soft sm:size-3.5" />
      </button>
      {list_price !== undefined && (
        <span>
          Liste <Money amount={list_price} />
          {price !== list_price && <span className="text-ink"> · {differenceText(price, list_price)}</span>}
        </span>
      )}
      {opened > 0 && (
        <Suspense>
          <AgreedPriceDialog
            key={opened}
            line={line}
            customer_id={customer_id}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
