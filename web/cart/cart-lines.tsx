import { Trash2 } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { isOffline } from '../api.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { changeOpenCart } from './agreed-prices.ts'
import { CART_LINES } from './aiming-at-lines.ts'
import { cartTotals } from './cart.ts'
import type { LineChange, Products } from './cart-changes.ts'
import { clearCart } from './cart-edits.ts'
import { CartRow } from './cart-row.tsx'
import { toastWholeCart } from './whole-cart-toast.ts'

type CartLinesProps = {
  lines: readonly CartLine[]
  /** The minimum quantity: with 0, setting it to 0 removes the line. */
  minQuantity: 0 | 1
  /** The products' current state, once it is known. */
  products: Products | undefined
  changes: ReadonlyMap<string, LineChange[]> | undefined
  /** The lines at current prices and stock, as in the total. */
  accepted: readonly CartLine[]
  /** The server's error of each refused line, by product id. */
  refused: Record<string, string> | undefined
  /** Read-only while the order is being placed. */
  busy: boolean
  /** Renders the editable price of a line; by default the price is read-only. */
  renderPrice?: ((line: CartLine) => ReactNode) | undefined
  /** Shown beside the button that clears the cart. */
  action?: ReactNode
  className?: string
}

/** The lines of a cart, with a button to clear it. */
export function CartLines(props: CartLinesProps) {
  const { lines, minQuantity, products, changes, accepted, refused, busy, renderPrice, action, className } = props
  const current = new Map(accepted.map(line => [line.product_id, line]))
  const list = useRef<HTMLUListElement>(null)
  const focused = useFocusOfRemoved(lines, list)
  return (
    <section
      aria-label="Sepet"
      inert={busy}
      className={classNames('min-w-0 rounded-md border border-line bg-surface', className)}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble to it from its fields */}
      <ul
        ref={list}
        id={CART_LINES.slice(1)}
        aria-label="Sepetteki ürünler"
        onFocus={nameEnter}
        onBlur={() => focused.forget()}
        onKeyDown={event => {
          removeOnce(event)
          focused.note(event)
        }}
        onKeyDownCapture={goToNextQuantity}
        className="divide-y divide-line"
      >
        {lines.map(line => (
          <CartRow
            key={line.product_id}
            line={line}
            current={current.get(line.product_id)}
            minQuantity={minQuantity}
            product={products?.get(line.product_id)}
            changes={changes?.get(line.product_id) ?? []}
            refused={refused?.[line.product_id]}
            renderPrice={renderPrice}
          />
        ))}
      </ul>
      <div className="flex flex-wrap justify-end border-line border-t px-2 py-1">
        {action}
        <ClearCart lines={lines} />
      </div>
    </section>
  )
}

const BIN = 'button[aria-label$="sepetten çıkar"]'

/**
 * Focuses the bin of the next line, or else of the last one, when a line is removed by keyboard. Not after a press:
 * otherwise the toast's 'Geri al' would return the focus there, away from the field that the user presses next.
 */
function useFocusOfRemoved(lines: readonly CartLine[], list: RefObject<HTMLElement | null>) {
  const focused = useRef<{ product_id: string | undefined; at: number }>(undefined)
  useEffect(() => {
    const gone = focused.current
    if (!gone || lines.some(line => line.product_id === gone.product_id)) return
    focused.current = undefined
    const bins = Array.from(list.current?.querySelectorAll<HTMLElement>(BIN) ?? [])
    const next = bins[Math.min(gone.at, bins.length - 1)]
    if (document.activeElement === document.body) next?.focus()
  }, [lines, list])
  return {
    note: ({ target, currentTarget }: KeyboardEvent<HTMLElement>) => {
      const at = Array.from(currentTarget.children).findIndex(row => target instanceof Node && row.contains(target))
      focused.current = { product_id: lines[at]?.product_id, at }
    },
    forget: () => {
      focused.current = undefined
    },
  }
}

/** Prevents a held Enter from also removing the next lines, which get the focus. */
function removeOnce(event: KeyboardEvent<HTMLElement>) {
  if (event.repeat && event.target instanceof Element && event.target.matches(BIN)) event.preventDefault()
}

/** Enter in a quantity field focuses the next line's field; the blur commits the quantity. */
function goToNextQuantity(event: KeyboardEvent<HTMLElement>) {
  const { target, key, ctrlKey, metaKey } = event
  if (key !== 'Enter' || ctrlKey || metaKey || !(target instanceof HTMLInputElement)) return
  // The field itself explains an invalid quantity.
  if (target.hasAttribute('aria-invalid')) return
  const next = quantityAfter(event.currentTarget, target)
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}

/** Makes on-screen keyboards label the Enter key with its effect. */
function nameEnter({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target instanceof HTMLInputElement) target.enterKeyHint = quantityAfter(currentTarget, target) ? 'next' : 'done'
}

function quantityAfter(list: HTMLElement, field: HTMLInputElement): HTMLInputElement | undefined {
  // React's events also bubble from the dialogs of a row.
  if (!list.contains(field)) return undefined
  const fields = Array.from(list.querySelectorAll<HTMLInputElement>('input:enabled'))
  return fields[fields.indexOf(field) + 1]
}

function ClearCart({ lines }: { lines: readonly CartLine[] }) {
  const [open, setOpen] = useState(false)
  const clear = () => {
    setOpen(false)
    const putBack = changeOpenCart(clearCart)
    // The rest of the page is short and starts at the top.
    scrollTo({ top: 0 })
    toastWholeCart({ text: 'Sepet boşaltıldı', undo: putBack })
  }
  return (
    <>
      <Button variant="ghost" icon={Trash2} onClick={() => setOpen(true)}>
        Sepeti boşalt
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Sepet boşaltılsın mı?"
        confirm="Sepeti boşalt"
        danger
        onConfirm={clear}
      >
        {lines.length} ürün (KDV dahil {formatMoney(cartTotals(lines).grand)}) sepetten çıkarılacak.
      </ConfirmDialog>
    </>
  )
}

/** Warnings before ordering: the cart could not be checked, or its products have changed. */
export function CartNotes({ error, changed }: { error: Error | null; changed: number }) {
  return (
    <>
      {error && <CheckFailed error={error} />}
      {changed > 0 && (
        <AlertStrip kind="warning" title="Sepetinizdeki ürünler değişti">
          {changed} üründe fiyat, birim veya stok değişti; neyin değiştiği satırında yazıyor. Sipariş vermeden önce
          güncel hâlini onaylayın.
        </AlertStrip>
      )}
    </>
  )
}

/** Shown when the check failed: the cart is available offline, but its current prices are unknown. */
function CheckFailed({ error }: { error: Error }) {
  return (
    <AlertStrip kind="warning" title={isOffline(error) ? 'İnternet bağlantısı yok' : error.message}>
      Sepetiniz bu cihazda duruyor. Güncel fiyat ve stok öğrenilemedi. Yine de sipariş verebilirsiniz: siparişiniz
      bağlantı gelince gönderilir, o sırada fiyat, birim veya stok değiştiyse size sorulur. Stoğu bitmiş, ama beklenen
      ürünler sorulmadan ileri tarihli sipariş edilir.
    </AlertStrip>
  )
}
