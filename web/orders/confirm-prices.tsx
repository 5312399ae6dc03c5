import { formatMoney, type Kurus } from '#contract/money.ts'
import { ConfirmDialogContent } from '../ui/confirm-dialog-content.tsx'
import { differenceText } from './price-guard.ts'

/** A price that is probably a typing mistake. Amounts are in kuruş. */
export type DoubtfulPrice = {
  product_id: string
  product_name: string
  price: Kurus
  /** The list price, or the one that the order has for a product without a list price. */
  usual: Kurus | undefined
  isUsualInOrder?: boolean
}

type ConfirmPricesProps = {
  /** The dialog is open while there are any. */
  prices: readonly DoubtfulPrice[]
  /** Why the prices can no longer be saved: shown instead of the question. */
  lost?: string | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for a confirmation of prices that are 0 or far from the list price. */
export function ConfirmPrices({ prices, lost, onConfirm, onCancel }: ConfirmPricesProps) {
  return (
    <ConfirmDialogContent
      open={prices.length > 0}
      onOpenChange={onCancel}
      title={prices.length > 1 ? 'Bu fiyatlar doğru mu?' : 'Bu fiyat doğru mu?'}
      confirm={prices.length > 1 ? 'Evet, fiyatlar doğru' : 'Evet, fiyat doğru'}
      cancel="Fiyata dön"
      // On phones the confirm button appears where 'Kaydet' was.
      isUnderFinger
      lost={lost}
      onConfirm={onConfirm}
    >
      <ul className="grid gap-2">
        {prices.map(price => (
          <li key={price.product_id}>
            <span className="font-medium text-ink">{price.product_name}</span>: {doubtOf(price)}
          </li>
        ))}
      </ul>
    </ConfirmDialogContent>
  )
}

/** What is doubtful about a price: 'fiyatı ₺0,00; …', '₺9,50, liste fiyatının (₺95,00) %90 altında.' */
export function doubtOf({ price, usual, isUsualInOrder }: DoubtfulPrice) {
  if (price === 0) return 'fiyatı ₺0,00; bedelsiz verilecek.'
  return usual === undefined
    ? formatMoney(price)
    : `${formatMoney(price)}, ${isUsualInOrder ? 'siparişteki' : 'liste'} fiyatının (${formatMoney(usual)}) ${differenceText(price, usual)}.`
}
