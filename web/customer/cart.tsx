import { ShoppingCart, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { ApiError } from '../api.ts'
import { cartLines, cartTotals, setCart, useCart } from '../parts/cart.ts'
import { acceptedLines } from '../parts/cart-changes.ts'
import { type CartLine, withReturned } from '../parts/cart-line.ts'
import { PriceSummary } from '../parts/price-summary.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { Link } from '../ui/router.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'
import { useCartCheck } from './cart-check.ts'
import { CartRow } from './cart-row.tsx'
import { useKeptText } from './kept-text.ts'
import { LONGEST_NOTE } from './note.ts'
import { usePlaceOrder } from './place-order.ts'
import type { CartContent } from './return-to-cart.ts'
import { WaitingOrders } from './waiting-orders.tsx'

/** The cart: what is in it, what of it changed since, what it comes to, and the order that it becomes. */
export function Cart() {
  const cart = useCart()
  // What is being sent has left the cart already, and stays to be seen until its answer is there.
  const [underWay, setUnderWay] = useState<CartContent>()
  const lines = underWay?.lines ?? cart
  const [typed, setNotes] = useKeptText('cart-note')
  const notes = underWay?.notes ?? typed
  const { asked, products, changes } = useCartCheck(lines)
  const { place, busy, placed, refused } = usePlaceOrder({
    lines,
    notes,
    check: () => asked.refetch(),
    onUnderWay: setUnderWay,
  })
  const orderButton = useRef<HTMLButtonElement>(null)
  if (placed) return <Placed />
  if (lines.length === 0) return <EmptyCart />
  const changed = changes?.size ?? 0
  const accept = () => {
    if (products) setCart(acceptedLines(lines, products))
    toast.info('Sepetiniz güncel fiyat ve stokla yenilendi')
    // The button that had the focus is gone; the next step takes it.
    requestAnimationFrame(() => orderButton.current?.focus())
  }
  return (
    <Page title="Sepetim">
      {!busy && <WaitingOrders />}
      {asked.error && <Unchecked error={asked.error} />}
      {changed > 0 && (
        <AlertStrip kind="warning" title="Sepetinizdeki ürünler değişti">
          {changed} üründe fiyat veya stok değişti; neyin değiştiği satırında yazıyor. Sipariş vermeden önce güncel
          hâlini onaylayın.
        </AlertStrip>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_24rem]">
        {/* What is on its way cannot be changed. */}
        <section aria-label="Sepet" inert={busy} className="min-w-0 rounded-md border border-line bg-surface">
          <ul aria-label="Sepetteki ürünler" className="divide-y divide-line">
            {lines.map(line => (
              <CartRow
                key={line.product_id}
                line={line}
                product={products?.get(line.product_id)}
                changes={changes?.get(line.product_id) ?? []}
                refused={refused?.by_product[line.product_id]}
              />
            ))}
          </ul>
          <div className="flex justify-end border-line border-t px-2 py-1">
            <ClearCart lines={lines} />
          </div>
        </section>
        <Card title="Sipariş özeti" className="lg:sticky lg:top-[calc(var(--sticky-top)+1rem)]">
          <Form
            onSubmit={event => {
              event.preventDefault()
              if (changed === 0) void place()
            }}
          >
            <PriceSummary lines={changed > 0 && products ? acceptedLines(lines, products) : lines} />
            <Field label="Sipariş notu" hint="İsteğe bağlı: teslimat saati, kapı, paketleme…">
              <Textarea
                value={notes}
                readOnly={busy}
                onChange={event => setNotes(event.target.value)}
                maxLength={LONGEST_NOTE}
              />
            </Field>
            {refused && (
              <AlertStrip kind="error" title="Sipariş verilmedi">
                {refused.sentence}
              </AlertStrip>
            )}
            {/* Two buttons with keys of their own: one that became the other under the press would send the form. */}
            {changed > 0 ? (
              <Button key="accept" variant="primary" size="large" block onClick={accept}>
                Güncel fiyatlarla devam et
              </Button>
            ) : (
              <Button
                key="order"
                ref={orderButton}
                type="submit"
                variant="primary"
                size="large"
                block
                busy={busy}
                busyText="Sipariş veriliyor"
              >
                Sipariş ver
              </Button>
            )}
          </Form>
        </Card>
      </div>
    </Page>
  )
}

/** The cart is kept here and can be seen; only what it costs today is not known. */
function Unchecked({ error }: { error: Error }) {
  const isOffline = error instanceof ApiError && error.isOffline
  return (
    <AlertStrip kind="warning" title={isOffline ? 'İnternet bağlantısı yok' : error.message}>
      Sepetiniz bu cihazda duruyor. Güncel fiyat ve stok öğrenilemedi. Yine de sipariş verebilirsiniz: siparişiniz
      bağlantı gelince gönderilir, o sırada fiyat veya stok değiştiyse size sorulur.
    </AlertStrip>
  )
}

function ClearCart({ lines }: { lines: readonly CartLine[] }) {
  const [open, setOpen] = useState(false)
  const clear = () => {
    setOpen(false)
    setCart([])
    // What is left of the page is short, and at its top.
    scrollTo({ top: 0 })
    const putBack = () => setCart(withReturned(cartLines(), lines))
    toast.success('Sepet boşaltıldı', { action: { label: 'Geri al', onClick: putBack } })
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
        {lines.length} ürün ({formatMoney(cartTotals(lines).grand)}) sepetten çıkarılacak.
      </ConfirmDialog>
    </>
  )
}

function EmptyCart() {
  return (
    <Page title="Sepetim">
      <WaitingOrders />
      <EmptyState
        icon={ShoppingCart}
        title="Sepetiniz boş"
        text="Katalogdan ürün ekledikçe burada toplanır ve toplamını görürsünüz."
        action={
          <Button asChild variant="primary">
            <Link to="/products">Kataloğa git</Link>
          </Button>
        }
      />
    </Page>
  )
}

/** The order is placed and its page on the way. */
function Placed() {
  return (
    <Page title="Sepetim">
      <Loading label="Siparişiniz açılıyor">
        <Skeleton className="h-80" />
      </Loading>
    </Page>
  )
}
