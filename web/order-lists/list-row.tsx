import { memo, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { formatMoney } from '#contract/money.ts'
import type { BoughtProduct } from '#contract/order-lists.ts'
import { insufficientStockMessage, isSoldOut } from '#contract/sale.ts'
import { formatDay, istanbulDay } from '#contract/turkish.ts'
import { ProductControl, useIsAwaited } from '../catalogue/product-actions.tsx'
import { ProductRow, SoldOut } from '../catalogue/product-row.tsx'
import { WatchButton } from '../catalogue/watch-button.tsx'
import { formatShortDay } from '../ui/day-formats.ts'
import { NumberInput } from '../ui/number-input.tsx'
import { wholeText } from '../ui/number-text.ts'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { toast } from '../ui/toaster.tsx'
import { orderable, usualAmount } from './orderable.ts'
import { type CountedList, countFor, missingOf, otherCounts } from './shelf-counts.ts'
import { inUnit, type Wanted } from './wanted-in-unit.ts'
import { setWanted, useWantedOf } from './wanted-quantities.ts'

type ListRowProps = {
  product: Product
  /** Its last order, if the customer has bought it lately. */
  bought: BoughtProduct | undefined
  /** The list; undefined in the guide, which has no targets. */
  list: CountedList | undefined
  /** How many should be on the shelf, if the list has a target. */
  target: number | null
  /** The list's target in a former unit of the product: '24 ADET'. */
  formerTarget?: string | undefined
  /** How many are already in the cart, as text; '' for none. */
  inCart: string
}

type Row = ListRowProps & { wanted: Wanted }

type Marked = Row & {
  /** What was entered in a former unit of the product. */
  former: Wanted | undefined
}

/**
 * A product of a list: its last order, and a field for the wanted quantity. A press enters the usual quantity; with a
 * target, the user types the quantity on the shelf, and the difference to the target is proposed, with what other lists
 * lack that were counted before.
 */
// Memoized, so that typing in one row does not render the others: on slow phones, each key would wait for all of them.
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { product } = props
  const entered = useWantedOf(product.id)
  const wanted = inUnit(entered, product.unit)
  const former = wanted === entered ? undefined : entered
  const isAwaited = useIsAwaited(product)
  return (
    <ProductRow product={product} mark={<Marks {...props} wanted={wanted} former={former} />}>
      <ProductControl product={product}>
        {isAwaited ? (
          <WatchButton compact product={product} />
        ) : isSoldOut(product) ? (
          <SoldOut name={product.name} />
        ) : (
          <Quantities {...props} wanted={wanted} />
        )}
      </ProductControl>
    </ProductRow>
  )
})

/** A line whose product is no longer on sale, or still being fetched. */
export function UnavailableRow({ name, isChecking }: { name: string; isChecking: boolean }) {
  return (
    <article aria-label={name} className="grid min-h-13 min-w-0 flex-1 content-center border-line border-b">
      <h2 className="truncate font-medium text-ink-soft text-sm">{name}</h2>
      {isChecking ? (
        <p className="text-ink-soft text-xs">Fiyatı alınıyor</p>
      ) : (
        <p className="text-red-ink text-xs">Artık satışta değil</p>
      )}
    </article>
  )
}

/** Shows the last order of the product, how the product differs today, and its quantity in the cart. */
function Marks({ bought, product, list, target, formerTarget, inCart, wanted, former }: Marked) {
  const { stock_quantity: stock } = product
  const formerCount = former?.counts?.[0]
  return (
    <>
      {wanted.quantity > stock && stock > 0 && (
        <span className="font-medium text-red-ink">Yalnızca {wholeText(stock)} var</span>
      )}
      {former && (
        <span className="font-medium text-yellow-ink">
          {formerCount ? `Rafta ${wholeText(formerCount.onShelf)}` : wholeText(former.quantity)} {former.unit}{' '}
          yazmıştınız
        </span>
      )}
      {target !== null && <span className="text-ink-soft">Hedef: {wholeText(target)}</span>}
      {list &&
        target !== null &&
        otherCounts(wanted.counts, list).map(other => (
          <span key={other.list.id} className="wrap-anywhere whitespace-normal font-medium text-yellow-ink">
            “{other.list.name}” için {wholeText(other.missing)} dahil (rafta {wholeText(other.onShelf)})
          </span>
        ))}
      {formerTarget && <span className="font-medium text-yellow-ink">Hedef: {formerTarget} idi</span>}
      {bought && <LastOrder bought={bought} product={product} isShort={target !== null} />}
      {inCart && <span className="font-medium text-brand-ink">Sepette {inCart}</span>}
    </>
  )
}

type LastOrderProps = {
  bought: BoughtProduct
  product: Product
  /** Omits the day on phones, where the target needs the space. */
  isShort: boolean
}

function LastOrder({ bought, product, isShort }: LastOrderProps) {
  const day = istanbulDay(new Date(bought.ordered_at))
  return (
    <>
      <span
        className="text-ink-soft"
        title={`${wholeText(bought.orders)} siparişte alındı; son sipariş ${formatDay(day)}`}
      >
        Önceki: {wholeText(bought.quantity)}
        <span className={isShort ? 'max-sm:hidden' : undefined}> · {formatShortDay(day)}</span>
        <span className="max-sm:sr-only"> · {wholeText(bought.orders)} kez</span>
      </span>
      {product.price !== bought.price && (
        <span className="font-medium text-yellow-ink">
          {formatMoney(bought.price)} iken {formatMoney(product.price)}
        </span>
      )}
      {product.unit !== bought.unit && <span className="font-medium text-yellow-ink">{bought.unit} idi</span>}
    </>
  )
}

function Quantities({ bought, product, list, target, wanted }: Row) {
  const [fault, setFault] = useState<string>()
  const { id, name, unit } = product
  const [maximum, usual] = [orderable(product), usualAmount(product, bought)]
  const set = (quantity: number) => setWanted(new Map([[id, { ...wanted, quantity, unit }]]))
  return (
    <div className="relative flex shrink-0 items-center gap-1">
      {list && target !== null ? (
        <OnShelf product={product} list={list} target={target} maximum={maximum} wanted={wanted} onFault={setFault} />
      ) : (
        usual > 0 && <UsualQuantity usual={usual} product={product} quantity={wanted.quantity} onTake={set} />
      )}
      <QuantityStepper
        bare
        hasNext
        label={`${name} miktarı`}
        unit={unit}
        value={wanted.quantity}
        min={0}
        max={maximum}
        emptyMeans={0}
        onTooMany={() => toast.warning(insufficientStockMessage(maximum))}
        onCommit={set}
        onFault={setFault}
        onEnter={focusNextRow}
        className="w-16!"
      />
      {fault && (
        <p
          role="alert"
          className="absolute right-full bottom-0 z-10 mr-1 whitespace-nowrap rounded-sm bg-red-soft px-2 py-0.5 text-red-ink text-xs"
        >
          {fault}
        </p>
      )}
    </div>
  )
}

type UsualQuantityProps = { usual: number; product: Product; quantity: number; onTake: (quantity: number) => void }

function UsualQuantity({ usual, product: { name, unit }, quantity, onTake }: UsualQuantityProps) {
  return (
    <button
      type="button"
      aria-label={`${name}: genellikle ${wholeText(usual)} ${unit}, al`}
      aria-pressed={quantity === usual}
      title={`Genellikle ${wholeText(usual)} ${unit}`}
      onClick={() => onTake(usual)}
      className="grid h-11 min-w-11 content-center rounded-md border border-line-strong/60 bg-surface px-1 font-medium text-brand-ink text-sm leading-4 transition-colors hover:bg-surface-sunken active:bg-surface-pressed aria-pressed:border-brand-line aria-pressed:bg-brand-soft"
    >
      {wholeText(usual)}
      <span aria-hidden className="font-normal text-xs">
        al
      </span>
    </button>
  )
}

type OnShelfProps = {
  product: Product
  list: CountedList
  target: number
  /** How many can be ordered. */
  maximum: number
  wanted: Wanted
  onFault: (fault: string | undefined) => void
}

/** The field for the quantity on the list's shelf; typing it proposes what this and other counted lists lack. */
function OnShelf({ product: { id, name, unit }, list, target, maximum, wanted, onFault }: OnShelfProps) {
  /** What was typed last, if it is no quantity, and how many were wanted then: another number replaces it. */
  const [last, setLast] = useState<{ typed: number; beside: number }>()
  const refused = last?.beside === wanted.quantity ? last.typed : undefined
  const isEdited = useRef(false)
  const counted = countFor(wanted.counts, list)
  const countsWith = (onShelf: number | undefined) => {
    const others = otherCounts(wanted.counts, list)
    if (onShelf === undefined) return others
    const { id: list_id, name: list_name } = list
    return [...others, { list: { id: list_id, name: list_name }, onShelf, missing: Math.max(target - onShelf, 0) }]
  }
  const take = (count: number | undefined) => {
    isEdited.current = true
    const isFaulty = count !== undefined && !(Number.isInteger(count) && count >= 0)
    setLast(isFaulty ? { typed: count, beside: wanted.quantity } : undefined)
    onFault(isFaulty ? 'Raftaki miktar tam sayı olmalıdır' : undefined)
    if (isFaulty) return
    const counts = countsWith(count)
    setWanted(new Map([[id, { quantity: Math.min(missingOf(counts), maximum), counts, unit }]]))
  }
  return (
    <NumberInput
      decimals={0}
      aria-label={`${name}: rafta kaç ${unit} var`}
      aria-invalid={refused !== undefined || undefined}
      placeholder="Rafta"
      enterKeyHint="next"
      value={refused ?? counted}
      onValue={take}
      onBlur={() => {
        // Warn only when the field is left: after the first digit of 12, 1 on the shelf would look like a shortage.
        const isShort = isEdited.current && refused === undefined && missingOf(countsWith(counted)) > maximum
        isEdited.current = false
        if (isShort) toast.warning(insufficientStockMessage(maximum))
      }}
      onKeyDown={event => {
        if (event.key === 'Enter' && !event.repeat) focusNextRow()
      }}
      className="w-16 [&_input]:h-11 [&_input]:px-1 [&_input]:text-center"
    />
  )
}

/** Moves the focus to the next row on Enter, as in a paper form; from the last one to the button that adds them. */
function focusNextRow() {
  const row = document.activeElement?.closest(`#${LIST_ID} > li`)
  const rows = [...document.querySelectorAll(`#${LIST_ID} > li`)]
  const next = rows
    .slice(rows.findIndex(one => one === row) + 1)
    .map(one => one.querySelector<HTMLElement>('input'))
    .find(field => field !== null)
  ;(next ?? document.getElementById(TAKE_ID))?.focus()
}

/** The ids of the list of rows, and of the button that puts the wanted quantities into the cart. */
export const LIST_ID = 'order-list'
export const TAKE_ID = 'order-list-take'
