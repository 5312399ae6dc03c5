import { useRef, useState } from 'react'
import { orderTotals } from '#contract/order-totals.ts'
import { orderNumber } from '#contract/orders.ts'
import { useCart } from '../cart/cart.ts'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import type { RepeatableLine } from '../orders/order-again.ts'
import { putIntoCart } from '../orders/put-into-cart.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { useNavigate } from '../ui/router.tsx'
import { OrderAgainLine } from './order-again-line.tsx'
import { PassiveNote } from './passive-note.tsx'
import type { RepeatableOrder } from './repeatable-order.ts'

type OrderAgainDialogProps = { repeatable: RepeatableOrder; open: boolean; onOpenChange: (open: boolean) => void }

/** Chooses which lines of an old order are added to the cart, their quantities, and whether they replace the cart. */
export function OrderAgainDialog({ repeatable, open, onOpenChange }: OrderAgainDialogProps) {
  const { order, storedAt } = repeatable
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const choice = useChoice(repeatable.lines)
  const inCart = useCart()
  const usual = inItsUnit(repeatable.lines)
  const chosenUsual = usual.filter(id => choice.chosen.has(id))
  const sendable = repeatable.lines.filter(({ quantity }) => quantity > 0)
  const items = sendable
    .filter(({ item }) => choice.chosen.has(item.product_id))
    .map(({ item, product }) => ({
      ...item,
      quantity: choice.quantityOf(item.product_id),
      // The dialog shows the quantity in the product's unit.
      wanted_unit: product?.unit ?? item.unit,
    }))

  const put = (replaces: boolean) => {
    // Invalid text in a quantity field must not lead to ordering the previous quantity.
    const faulty = list.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (faulty) return faulty.focus()
    putIntoCart(items, repeatable.products, { replaces })
    onOpenChange(false)
    navigate('/cart')
  }

  return (
    <Dialog
      wide
      whole
      open={open}
      onOpenChange={onOpenChange}
      title="Tekrar sipariş ver"
      description={`${orderNumber(order.id)} numaralı siparişten seçtikleriniz, ${storedAt === undefined ? 'bugünkü' : 'kayıtlı katalogdaki'} fiyatlarla.`}
      footer={
        sendable.length === 0 ? (
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Tamam
          </Button>
        ) : (
          <>
            <PutButtons disabled={items.length === 0} mayReplace={inCart.length > 0} onPut={put} />
            <Sum repeatable={repeatable} items={items} inCart={inCart.length} />
          </>
        )
      }
    >
      <div ref={list} className="grid gap-2">
        <PassiveNote />
        <OfflineDataNote what="katalog" at={storedAt} />
        {usual.length > 1 && (
          <Checkbox
            label="Tümünü seç"
            checked={chosenUsual.length === usual.length}
            partly={chosenUsual.length > 0 && chosenUsual.length < usual.length}
            onChange={event => choice.choose(usual, event.target.checked)}
          />
        )}
        <Lines lines={repeatable.lines} choice={choice} inCart={inCart} />
      </div>
    </Dialog>
  )
}

type PutButtonsProps = { disabled: boolean; mayReplace: boolean; onPut: (replaces: boolean) => void }

function PutButtons({ disabled, mayReplace, onPut }: PutButtonsProps) {
  return (
    <div className="flex gap-2 max-sm:*:flex-1">
      {mayReplace && (
        <Button disabled={disabled} onClick={() => onPut(true)}>
          Sepetin yerine
        </Button>
      )}
      <Button variant="primary" disabled={disabled} onClick={() => onPut(false)}>
        Sepete ekle
      </Button>
    </div>
  )
}

type LinesProps = { lines: readonly RepeatableLine[]; choice: Choice; inCart: readonly CartLine[] }

function Lines({ lines, choice: { chosen, choose, quantityOf, setQuantity }, inCart }: LinesProps) {
  return (
    <ul aria-label="Siparişteki ürünler" className="divide-y divide-line border-line border-t">
      {lines.map(line => {
        const id = line.item.product_id
        return (
          <OrderAgainLine
            key={id}
            line={line}
            isChosen={chosen.has(id)}
            quantity={quantityOf(id)}
            inCart={inCart.find(({ product_id }) => product_id === id)}
            onChoose={isChosen => choose([id], isChosen)}
            onQuantity={quantity => setQuantity(id, quantity)}
          />
        )
      })}
    </ul>
  )
}

/** The products of the lines that can be ordered and are in their product's unit: others are chosen one by one. */
const inItsUnit = (lines: readonly RepeatableLine[]) =>
  lines.flatMap(({ quantity, item, product }) => (quantity > 0 && item.unit === product?.unit ? [item.product_id] : []))

/** The chosen lines and their quantities: initially all that can be ordered and are in their product's unit. */
function useChoice(lines: readonly RepeatableLine[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(inItsUnit(lines)))
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(
    () => new Map(lines.map(({ item, quantity }) => [item.product_id, quantity])),
  )
  return {
    chosen,
    choose: (ids: readonly string[], isChosen: boolean) =>
      setChosen(new Set([...[...chosen].filter(id => !ids.includes(id)), ...(isChosen ? ids : [])])),
    quantityOf: (id: string) => quantities.get(id) ?? 0,
    /** Sets the quantity of a line, and chooses the line. */
    setQuantity: (id: string, quantity: number) => {
      setQuantities(new Map(quantities).set(id, quantity))
      setChosen(new Set(chosen).add(id))
    },
  }
}

type Choice = ReturnType<typeof useChoice>

type SumProps = {
  repeatable: RepeatableOrder
  items: readonly { product_id: string; quantity: number }[]
  inCart: number
}

/** Shows the total of the chosen lines, and whether the cart already has lines. */
function Sum({ repeatable, items, inCart }: SumProps) {
  const priced = items.flatMap(({ product_id, quantity }) => {
    const product = repeatable.products.get(product_id)
    return product ? [{ ...product, quantity }] : []
  })
  return (
    <div className="grid gap-1 sm:order-first sm:mr-auto">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 sm:justify-start">
        <span className="text-ink-soft text-sm">{wholeText(items.length)} ürün, KDV dahil</span>
        <Money amount={orderTotals(priced).grand} className="font-semibold text-lg" />
      </p>
      {inCart > 0 && <p className="text-sm">Sepetinizde {wholeText(inCart)} ürün var.</p>}
    </div>
  )
}
