import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { listProducts } from '#contract/catalogue.ts'
import { MAX_ORDER_LINES } from '#contract/orders.ts'
import type { StandingLine } from '#contract/standing-orders.ts'
import { currentUnits } from '../cart/current-units.ts'
import { nameLines } from '../catalogue/name-lines.ts'
import { AddProduct } from '../orders/add-product.tsx'
import { queryKeyOf } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { focusNextRow } from '../ui/focus-next-row.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'

/** `new_unit` is absent in a line of an order, which does not say in which unit its product is sold now. */
export type Line = Pick<StandingLine, 'product_id' | 'product_name' | 'brand' | 'unit' | 'quantity'> & {
  new_unit?: StandingLine['new_unit']
}

type StandingLinesProps = { label: string; lines: readonly Line[]; onLines: (lines: readonly Line[]) => void }

/** The products and quantities of a standing order, or of one of its days. */
export function StandingLines({ label, lines, onLines }: StandingLinesProps) {
  const replace = (changed: Line) =>
    onLines(lines.map(line => (line.product_id === changed.product_id ? changed : line)))
  const list = useRef<HTMLUListElement>(null)
  const newUnitOf = useNewUnits(lines)
  return (
    <>
      <ul ref={list} aria-label={label} className="divide-y divide-line border-line border-y empty:hidden">
        {lines.map(line => (
          <LineRow
            key={line.product_id}
            line={line}
            newUnit={newUnitOf(line)}
            onChange={change => replace({ ...line, ...change })}
            onRemove={() => onLines(lines.filter(({ product_id }) => product_id !== line.product_id))}
          />
        ))}
      </ul>
      {lines.length < MAX_ORDER_LINES && (
        <AddProduct
          place="list"
          present={new Set(lines.map(line => line.product_id))}
          onAdd={({ id: product_id, name: product_name, brand, unit }) => {
            onLines([...lines, { product_id, product_name, brand, unit, new_unit: null, quantity: 1 }])
            requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus())
          }}
        />
      )}
    </>
  )
}

/** Returns a function for the product's unit if a line has another one; fetches the units that lines do not have. */
function useNewUnits(lines: readonly Line[]) {
  const [ids] = useState(() => lines.filter(line => line.new_unit === undefined).map(line => line.product_id))
  const { data } = useQuery({
    queryKey: [...queryKeyOf(listProducts), { units: ids }],
    meta: { call: listProducts },
    queryFn: ({ signal }) => currentUnits(ids, signal),
    enabled: ids.length > 0,
  })
  return ({ product_id, unit, new_unit }: Line) => {
    if (new_unit !== undefined) return new_unit
    const present = data?.get(product_id) ?? unit
    return present === unit ? null : present
  }
}

type LineRowProps = {
  line: Line
  /** The product's unit if the line has another one. */
  newUnit: string | null
  onChange: (change: Partial<Line>) => void
  onRemove: () => void
}

function LineRow({ line, newUnit, onChange, onRemove }: LineRowProps) {
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
        onCommit={wanted => onChange({ quantity: wanted })}
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
      {newUnit && <NewUnit line={line} unit={newUnit} onUnit={() => onChange({ unit: newUnit, new_unit: null })} />}
    </li>
  )
}

/** Says that the product's unit has changed, and gives it to the line, whose quantity then gets the focus. */
function NewUnit({ line, unit, onUnit }: { line: Line; unit: string; onUnit: () => void }) {
  return (
    <AlertStrip
      kind="warning"
      className="basis-full"
      action={
        <Button
          size="small"
          aria-label={`Birimi ${unit} yap: ${line.product_name}`}
          onClick={({ currentTarget }) => {
            currentTarget.closest('li')?.querySelector('input')?.focus()
            onUnit()
          }}
        >
          Birimi {unit} yap
        </Button>
      }
    >
      Birimi {line.unit} iken {unit} oldu; yeni birimi seçilene kadar sipariş edilmez.
    </AlertStrip>
  )
}
