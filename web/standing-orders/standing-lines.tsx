import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { MAX_ORDER_LINES } from '#contract/orders.ts'
import type { StandingLine } from '#contract/standing-orders.ts'
import { nameLines } from '../catalogue/name-lines.ts'
import { AddProduct } from '../orders/add-product.tsx'
import { dayFault, dayFrom } from '../ui/day-text.ts'
import { FieldError } from '../ui/field.tsx'
import { focusNextRow } from '../ui/focus-next-row.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'

export type Line = Pick<StandingLine, 'product_id' | 'product_name' | 'brand' | 'unit' | 'quantity'>

type StandingLinesProps = { label: string; lines: readonly Line[]; onLines: (lines: readonly Line[]) => void }

/**
 * Focuses the first invalid quantity or date of this form, and returns whether there is one: an invalid quantity must
 * not lead to saving the previous one, and the field of a date explains its own error.
 */
export function focusFaulty(form: HTMLFormElement): boolean {
  const dates = Array.from(form.querySelectorAll<HTMLInputElement>('[data-date]'))
  const faulty =
    form.querySelector<HTMLElement>('fieldset [aria-invalid]') ??
    dates.find(({ value }) => dayFault(dayFrom(value)) !== undefined)
  faulty?.focus()
  return faulty !== undefined
}

/** The products and quantities of a standing order, or of one of its days. */
export function StandingLines({ label, lines, onLines }: StandingLinesProps) {
  const replace = (changed: Line) =>
    onLines(lines.map(line => (line.product_id === changed.product_id ? changed : line)))
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul ref={list} aria-label={label} className="divide-y divide-line border-line border-y empty:hidden">
        {lines.map(line => (
          <LineRow
            key={line.product_id}
            line={line}
            onQuantity={quantity => replace({ ...line, quantity })}
            onRemove={() => onLines(lines.filter(({ product_id }) => product_id !== line.product_id))}
          />
        ))}
      </ul>
      {lines.length < MAX_ORDER_LINES && (
        <AddProduct
          place="list"
          present={new Set(lines.map(line => line.product_id))}
          onAdd={({ id: product_id, name: product_name, brand, unit }) => {
            onLines([...lines, { product_id, product_name, brand, unit, quantity: 1 }])
            requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus())
          }}
        />
      )}
    </>
  )
}

type LineRowProps = { line: Line; onQuantity: (quantity: number) => void; onRemove: () => void }

function LineRow({ line, onQuantity, onRemove }: LineRowProps) {
  const { product_name, brand, unit, quantity } = line
  const [fault, setFault] = useState<string>()
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
      <span className="min-w-36 flex-1">
        <span className={`${nameLines(product_name)} font-medium text-sm`}>{product_name}</span>
        {brand && <span className="block truncate text-ink-soft text-xs">{brand}</span>}
      </span>
      <QuantityStepper
        label={`${product_name} miktarı`}
        unit={unit}
        value={quantity}
        onCommit={onQuantity}
        onFault={setFault}
        className="w-36!"
      />
      <IconButton
        icon={X}
        label={`Çıkar: ${product_name}`}
        onClick={({ currentTarget }) => {
          focusNextRow(currentTarget)
          onRemove()
        }}
      />
      {fault && (
        <span className="basis-full">
          <FieldError id={`${line.product_id}-fault`}>{fault}</FieldError>
        </span>
      )}
    </li>
  )
}
