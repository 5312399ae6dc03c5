import { type ReactNode, useRef } from 'react'
import { CART_LINES } from '../parts/cart-lines.tsx'
import { LONGEST_NOTE } from '../parts/note.ts'
import { PriceSummary } from '../parts/price-summary.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Textarea } from '../ui/textarea.tsx'
import type { CartOrder } from './cart-order.ts'

type CartOrderFormProps = {
  order: CartOrder
  /** What the button says. */
  text: string
  /** Why it cannot be ordered yet. */
  missing?: string | undefined
  /** What a refusal is called. */
  refusedTitle: string
  /** Above what it comes to. */
  children?: ReactNode
}

/** What a cart comes to, its note, and the button that makes an order of it. */
export function CartOrderForm({ order, text, missing, refusedTitle, children }: CartOrderFormProps) {
  const { notes, setNotes, changed, accepted, accept, place, busy, refused } = order
  const orderButton = useRef<HTMLButtonElement>(null)
  const acceptAndGoOn = () => {
    accept()
    // The button that had the focus is gone; the next step takes it.
    requestAnimationFrame(() => orderButton.current?.focus())
  }
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        // What was typed into a line and cannot be taken must not be ordered as it was before.
        const faulty = document.querySelector<HTMLElement>(`${CART_LINES} [aria-invalid]`)
        if (faulty) return faulty.focus()
        if (changed === 0 && !missing) void place()
      }}
    >
      {children}
      <PriceSummary lines={accepted} />
      <Field label="Sipariş notu" hint="İsteğe bağlı: teslimat saati, kapı, paketleme…">
        <Textarea
          value={notes}
          readOnly={busy}
          onChange={event => setNotes(event.target.value)}
          maxLength={LONGEST_NOTE}
        />
      </Field>
      {refused && (
        <AlertStrip kind="error" title={refusedTitle}>
          {refused.sentence}
        </AlertStrip>
      )}
      {/* Two buttons with keys of their own: one that became the other under the press would send the form. */}
      {changed > 0 ? (
        <Button key="accept" variant="primary" size="large" block onClick={acceptAndGoOn}>
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
          disabled={missing !== undefined}
          busy={busy}
          busyText="Sipariş veriliyor"
        >
          {text}
        </Button>
      )}
      {missing && <p className="text-center text-ink-soft text-sm">{missing}</p>}
    </Form>
  )
}
