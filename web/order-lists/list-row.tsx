import { memo, useState } from 'react'
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
import {
  type CountedList,
  countFor,
  otherNeeds,
  quantityOf,
  type Shelf,
  withCount,
  withQuantity,
} from './shelf-counts.ts'
import { inUnit, type Wanted } from './wanted-in-unit.ts'
import { setWanted, useWantedOf } from './wanted-quantities.ts'

type ListRowProps = {
  product: Product
  /** Its last order, if the customer has bought it lately. */
  bought: BoughtProduct | undefined
  /** The list; undefined in the guide, which has no targets. */
  list: CountedList | undefined
  /** The product's lines in all lists. */
  shelves: readonly Shelf[]
  /** How many should be on the shelf, if the list has a target. */
  target: number | null
  /** The list's target in a former unit of the product: '24 ADET'. */
  formerTarget?: string | undefined
  /** How many are already in the cart, as text; '' for none. */
  inCart: string
}

type Row = ListRowProps & {
  /** What was entered, with the quantity that follows from it. */
  wanted: Wanted
  /** Whether a quantity on the shelf is being typed. */
  isCounting: boolean
}

type Marked = Row & {
  /** What was entered in a former unit of the product. */
  former: Wanted | undefined
}

/**
 * A product of a list: its last order, and a field for the wanted quantity. A press enters the usual quantity; with a
 * target, the user types the quantity on the shelf, and the difference to the target is proposed, with what other lists
 * need that were counted before.
 */
// Memoized, so that typing in one row does not render the others: on slow phones, each key would wait for all of them.
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { product, shelves } = props
  const [isCounting, setCounting] = useState(false)
  const entered = useWantedOf(product.id)
  const present = inUnit(entered, product.unit)
  const former = present === entered ? undefined : entered
  const row = { ...props, wanted: { ...present, quantity: quantityOf(present, shelves) }, isCounting }
  const isAwaited = useIsAwaited(product)
  return (
    <ProductRow product={product} mark={<Marks {...row} former={former} />}>
      <ProductControl product={product}>
        {isAwaited ? (
          <WatchButton compact product={product} />
        ) : isSoldOut(product) ? (
          <SoldOut name={product.name} />
        ) : (
          <Quantities {...row} onCounting={setCounting} />
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
function Marks({ bought, product, list, shelves, target, formerTarget, inCart, wanted, isCounting, former }: Marked) {
  const { stock_quantity: stock } = product
  return (
    <>
      {wanted.quantity > stock && stock > 0 && !(isCounting && target !== null) && (
        <span className="font-medium text-red-ink">Yalnızca {wholeText(stock)} var</span>
      )}
      {former && <FormerEntry former={former} list={list} shelves={shelves} />}
      {target !== null && <span className="text-ink-soft">Hedef: {wholeText(target)}</span>}
      {list &&
        target !== null &&
        otherNeeds(wanted, shelves, list).map(({ list: { id, name }, needed, count: { onShelf } }) => (
          <span key={id} className="wrap-anywhere whitespace-normal font-medium text-yellow-ink">
            “{name}” için {wholeText(needed)} dahil{onShelf !== undefined && ` (rafta ${wholeText(onShelf)})`}
          </span>
        ))}
      {formerTarget && <span className="font-medium text-yellow-ink">Hedef: {formerTarget} idi</span>}
      {bought && <LastOrder bought={bought} product={product} isShort={target !== null} />}
      {inCart && <span className="font-medium text-brand-ink">Sepette {inCart}</span>}
    </>
  )
}

type FormerEntryProps = Pick<Row, 'list' | 'shelves'> & { former: Wanted }

/** What was entered in a former unit of the product: the count of this list, or else the quantity. */
function FormerEntry({ former, list, shelves }: FormerEntryProps) {
  const onShelf = list && countFor(former, list)?.onShelf
  const quantity = quantityOf(former, shelves)
  if (onShelf === undefined && quantity === 0) return null
  return (
    <span className="font-medium text-yellow-ink">
      {onShelf === undefined ? wholeText(quantity) : `Rafta ${wholeText(onShelf)}`} {former.unit} yazmıştınız
    </span>
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

function Quantities(props: Row & { onCounting: (isCounting: boolean) => void }) {
  const { bought, product, list, shelves, target, wanted } = props
  const [fault, setFault] = useState<string>()
  const { id, name, unit } = product
  const [maximum, usual] = [orderable(product), usualAmount(product, bought)]
  const counted = target === null ? undefined : list
  const set = (quantity: number) => {
    const changed = counted ? withQuantity(wanted, shelves, counted, quantity) : { quantity }
    setWanted(new Map([[id, { ...changed, unit }]]))
  }
  return (
    <div className="relative flex shrink-0 items-center gap-1">
      {counted ? (
        <OnShelf {...props} list={counted} maximum={maximum} onFault={setFault} />
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

type OnShelfProps = Pick<Row, 'product' | 'wanted' | 'isCounting'> & {
  list: CountedList
  /** How many can be ordered. */
  maximum: number
  onFault: (fault: string | undefined) => void
  onCounting: (isCounting: boolean) => void
}

/** The field for the quantity on the list's shelf; typing it proposes what this and other counted lists need. */
function OnShelf({ product, list, maximum, wanted, isCounting, onFault, onCounting }: OnShelfProps) {
  const { id, name, unit } = product
  /** What was typed last, if it is no quantity, and how many were wanted then: another number replaces it. */
  const [last, setLast] = useState<{ typed: number; beside: number }>()
  const refused = last?.beside === wanted.quantity ? last.typed : undefined
  const take = (count: number | undefined) => {
    onCounting(true)
    const isFaulty = count !== undefined && !(Number.isInteger(count) && count >= 0)
    setLast(isFaulty ? { typed: count, beside: wanted.quantity } : undefined)
    onFault(isFaulty ? 'Raftaki miktar tam sayı olmalıdır' : undefined)
    if (!isFaulty) setWanted(new Map([[id, { ...withCount(wanted, list, count), unit }]]))
  }
  return (
    <NumberInput
      decimals={0}
      aria-label={`${name}: rafta kaç ${unit} var`}
      aria-invalid={refused !== undefined || undefined}
      placeholder="Rafta"
      enterKeyHint="next"
      value={refused ?? countFor(wanted, list)?.onShelf}
      onValue={take}
      onBlur={() => {
        // Warn only when the field is left: after the first digit of 12, 1 on the shelf would look like a shortage.
        const isShort = isCounting && refused === undefined && wanted.quantity > maximum
        onCounting(false)
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
