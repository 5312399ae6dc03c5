import { type FormEvent, useEffect, useRef } from 'react'
import { MAX_NOTE } from '#contract/fields.ts'
import type { Order } from '#contract/orders.ts'
import { OrderDay } from '../delivery/order-day.tsx'
import { AddProduct } from '../orders/add-product.tsx'
import { PriceSummary } from '../orders/price-summary.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Field } from '../ui/field.tsx'
import { focusFaulty } from '../ui/focus-faulty.ts'
import { Form, keepEnterInForm } from '../ui/form.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { ChangeOrderLine, RemovedLine } from './change-order-line.tsx'
import { remainingLines } from './order-change.ts'
import type { OrderChangeState } from './use-order-change.ts'

type ChangeOrderFormProps = {
  id: string
  order: Order
  change: OrderChangeState
  /** Whether the order can no longer be changed; the typed values remain readable. */
  isLocked: boolean
}

/** Edits the lines of the customer's order, adds products, and shows note and totals. */
export function ChangeOrderForm({ id, order, change, isLocked }: ChangeOrderFormProps) {
  const { lines, refused, notes } = change
  const { form, submit, focusLine } = useFormFocus(change)
  const remaining = remainingLines(lines)
  const products = new Set(remaining.map(line => line.product_id))
  return (
    <Form
      ref={form}
      id={id}
      aria-label="Siparişi değiştir"
      inert={change.busy || isLocked}
      onKeyDown={keepEnterInForm}
      onSubmit={submit}
    >
      {refused.sentence && <AlertStrip kind="error">{refused.sentence}</AlertStrip>}
      <ul aria-label="Siparişteki ürünler" className="divide-y divide-line border-line border-b">
        {lines.map(line =>
          line.quantity > 0 ? (
            <ChangeOrderLine
              // A quantity that is being typed is not meant for another unit.
              key={`${line.product_id} ${line.unit}`}
              line={line}
              refused={refused.lines.get(line.product_id)}
              isLast={remaining.length === 1}
              onQuantity={quantity => change.setQuantity(line, quantity)}
              onRemove={() => {
                change.remove(line.product_id)
                focusLine(line.product_id, 'button')
              }}
            />
          ) : (
            <RemovedLine
              key={line.product_id}
              line={line}
              onPutBack={() => {
                change.putBack(line.product_id)
                focusLine(line.product_id, 'input')
              }}
            />
          ),
        )}
      </ul>
      <AddProduct
        present={products}
        onAdd={product => {
          change.add(product)
          focusLine(product.id, 'input')
        }}
      />
      <OrderDay order={order} products={products} value={change.day} onChange={change.setDay} />
      <Field label="Sipariş notu">
        <Textarea value={notes} maxLength={MAX_NOTE} onChange={event => change.setNotes(event.target.value)} />
      </Field>
      <PriceSummary lines={remaining} fee={change.fee} className="border-line border-t pt-4" />
    </Form>
  )
}

/** The form's ref and submit handler. Focuses the field to correct, and with `focusLine` a line just changed. */
function useFormFocus({ failures, save }: OrderChangeState) {
  const form = useRef<HTMLFormElement>(null)
  const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
  useEffect(() => {
    if (failures === 0) return
    const faulty = form.current?.querySelector<HTMLElement>('[data-faulty] input')
    // Other errors are shown above the lines.
    if (faulty) faulty.focus()
    else form.current?.scrollIntoView({ block: 'start' })
  }, [failures])
  /** The pressed button disappears; focuses its line. */
  const focusLine = (line: string, what: 'input' | 'button') =>
    requestAnimationFrame(() => find(`[data-line="${line}"] ${what}`)?.focus())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.current && !focusFaulty(form.current)) void save()
  }
  return { form, submit, focusLine }
}
