import { lazy, type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { MAX_NOTE } from '#contract/fields.ts'
import { kurus } from '#contract/money.ts'
import { session } from '../current-session.ts'
import { PriceSummary } from '../orders/price-summary.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Field } from '../ui/field.tsx'
import { focusFaulty } from '../ui/focus-faulty.ts'
import { Form, keepEnterInForm } from '../ui/form.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useJustReplaced } from '../ui/just-replaced.ts'
import { Textarea } from '../ui/textarea.tsx'
import { CART_LINES } from './aiming-at-lines.ts'
import { cartTotals } from './cart.ts'
import { CartFoot, useCartFoot } from './cart-foot.tsx'
import type { CartOrder } from './cart-order.ts'
import { useQuantityJustReplaced } from './cart-quantity.ts'
import { DeliveryNote, deliveryFault } from './delivery-note.tsx'
import { useOverrideQuestion } from './use-override-question.ts'

// Only admins override rules, so customers do not load it.
const OverrideDialog = lazy(async () => ({ default: (await import('./override-dialog.tsx')).OverrideDialog }))

type CartOrderFormProps = {
  order: CartOrder
  /** The button's label. */
  text: string
  /** Why the order cannot be placed yet. */
  missing?: string | undefined
  /** Shown above the totals. */
  children?: ReactNode
}

/** The totals of a cart, its note, and the order button, which sticks to the foot of narrow windows. */
export function CartOrderForm({ order, text, children, ...props }: CartOrderFormProps) {
  const { lines, notes, setNotes, changed, accepted, delivery, fee, place, busy } = order
  const missing = props.missing ?? deliveryFault(delivery)
  const { ask, ...question } = useOverrideQuestion(delivery, () => void place())
  const id = useId()
  const isOwnerKnown = order.customer !== null || session()?.role === 'customer'
  const isAtFoot = useCartFoot() && lines.length > 0
  // The form disappears with the last line, as when the order waits for the connection.
  useEffect(() => focusContent, [])
  const actions = <Actions form={id} order={order} text={text} missing={missing} />
  return (
    <Form
      id={id}
      onKeyDown={keepEnterInForm}
      onSubmit={event => {
        event.preventDefault()
        if (!focusFaulty(document, `${CART_LINES} [aria-invalid]`) && changed === 0 && !missing) ask()
      }}
    >
      {children}
      <PriceSummary lines={accepted} fee={fee} />
      <DeliveryNote delivery={delivery} lines={accepted} busy={busy} isOwnerKnown={isOwnerKnown} />
      <Field label="Sipariş notu" hint="İsteğe bağlı: teslimat saati, kapı, paketleme…">
        <Textarea value={notes} readOnly={busy} onChange={event => setNotes(event.target.value)} maxLength={MAX_NOTE} />
      </Field>
      {isAtFoot ? <CartFoot total={kurus(cartTotals(accepted).grand + fee)}>{actions}</CartFoot> : actions}
      {delivery.isAdmin && (
        <Suspense>
          <OverrideDialog delivery={delivery} {...question} />
        </Suspense>
      )}
    </Form>
  )
}

/** Moves the focus to the page's content if the focused element has disappeared. */
function focusContent() {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
}

type ActionsProps = Omit<CartOrderFormProps, 'children'> & {
  /** The id of the form that the button submits. */
  form: string
}

/** The order button, why the order was refused, and what is missing. */
function Actions({ form, order, text, missing }: ActionsProps) {
  const { changed, changes, acceptChanges, busy, refused } = order
  const wasDayReplaced = useJustReplaced(order.delivery.draft?.date, order.delivery.chosen)
  const wasQuantityReplaced = useQuantityJustReplaced()
  const orderButton = useRef<HTMLButtonElement>(null)
  const acceptButton = useRef<HTMLButtonElement>(null)
  const isOrderFocused = useRef(false)
  const isChanged = changed > 0
  useEffect(() => {
    // The focused order button has disappeared.
    if (isChanged && isOrderFocused.current) acceptButton.current?.focus({ preventScroll: true })
    isOrderFocused.current = false
  }, [isChanged])
  const acceptAndContinue = () => {
    acceptChanges()
    // The focused button disappears; focus the next one.
    requestAnimationFrame(() => orderButton.current?.focus())
  }
  return (
    <>
      {refused && (
        <AlertStrip kind="error" title="Sipariş oluşturulamadı" className="w-full">
          {refused.sentence}
        </AlertStrip>
      )}
      {/* Separate keys: a button that turned into the other one during a press would submit the form. */}
      {isChanged ? (
        <GuardedButton
          key="accept"
          {...BUTTON_STYLE}
          ref={acceptButton}
          subject={JSON.stringify([...(changes ?? [])])}
          onClick={acceptAndContinue}
        >
          Güncel fiyatlarla devam et
        </GuardedButton>
      ) : (
        <GuardedButton
          key="order"
          {...BUTTON_STYLE}
          ref={orderButton}
          type="submit"
          form={form}
          disabled={missing !== undefined}
          held={wasDayReplaced || wasQuantityReplaced}
          busy={busy}
          busyText="Sipariş veriliyor"
          onFocus={() => {
            isOrderFocused.current = true
          }}
          onBlur={() => {
            isOrderFocused.current = false
          }}
        >
          {text}
        </GuardedButton>
      )}
      {missing && <p className="w-full text-center text-ink-soft text-sm">{missing}</p>}
    </>
  )
}

const BUTTON_STYLE = { variant: 'primary', size: 'large', block: true } as const
