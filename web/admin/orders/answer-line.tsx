import { CalendarClock, CircleAlert, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { MAX_NOTE } from '#contract/fields.ts'
import { formatMoney, formatNumber, liraOf } from '#contract/money.ts'
import { lineTotal } from '#contract/order-totals.ts'
import { type AdminProduct } from '#contract/products.ts'
import type { Quote } from '#contract/quotes.ts'
import { saleOf } from '#contract/sale.ts'
import { type LineChange, sentenceOf } from '../../cart/cart-changes.ts'
import { dayInLocative } from '../../catalogue/day-in-locative.ts'
import { today } from '../../ui/clock.ts'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Money } from '../../ui/money.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { INK } from '../../ui/tone.ts'
import { ProductFinder } from '../products/product-finder.tsx'
import {
  type AnswerLine,
  type LineFaults,
  type ProductsToday,
  pricedLines,
  termsOf,
  wholeAdvice,
  withProduct,
} from './answer-draft.ts'

type AnswerLineFieldsProps = {
  line: AnswerLine
  /** Line number, from 1. */
  place: number
  /** The requested line it answers, if any. */
  requested: Quote['items'][number] | undefined
  today: ProductsToday
  faults: LineFaults | undefined
  onChange: (line: AnswerLine) => void
  onRemove: () => void
}

/** The fields of one line of an answer. */
export function AnswerLineFields(props: AnswerLineFieldsProps) {
  const { line, place, requested, today, faults, onChange, onRemove } = props
  const { product, quantity, price, notes } = line
  const present = product && today.get(product.id)
  const terms = product && termsOf(product, today)
  const [priced] = pricedLines({ lines: [line], notes: '', valid_until: '', over: null }, today)
  const catalogue = present && liraOf(present.price) !== price ? `Katalogda ${formatMoney(present.price)}` : undefined
  return (
    <li className="py-4">
      <fieldset aria-label={`${place}. satır`} className="relative grid min-w-0 grid-cols-2 gap-3">
        <p className="col-span-2 break-words pr-12 text-ink-soft text-sm">
          {requested ? `${requested.product_name} · ${formatNumber(requested.quantity)} ${requested.unit}` : 'Ek ürün'}
        </p>
        <div className="col-span-2 grid gap-1">
          <ProductFinder
            onSale
            required
            label="Ürün"
            value={product ?? null}
            error={faults?.product}
            onChoose={(chosen?: AdminProduct) => onChange(withProduct(line, chosen))}
          />
          {product && <StockNote present={present} quantity={quantity} />}
          {product && terms && <ChangedTerms before={product} now={terms} />}
          {terms && requested && quantity === requested.quantity && <OtherUnit requested={requested} now={terms} />}
        </div>
        <Field label="Miktar" required error={faults?.quantity} hint={!faults?.quantity && unsellable(quantity)}>
          <NumberInput
            decimals={0}
            suffix={terms?.unit}
            value={quantity}
            onValue={value => onChange({ ...line, quantity: value })}
          />
        </Field>
        <Field label="Birim fiyat" required error={faults?.price} hint={catalogue}>
          <NumberInput suffix="₺" value={price} onValue={value => onChange({ ...line, price: value })} />
        </Field>
        <Field label="Satır notu" error={faults?.notes} className="col-span-2">
          <TextInput
            autoComplete="off"
            placeholder="İsteğe bağlı"
            maxLength={MAX_NOTE}
            value={notes}
            onChange={event => onChange({ ...line, notes: event.target.value })}
          />
        </Field>
        {priced && (
          <p className="col-span-2 flex items-baseline justify-between gap-4 text-sm">
            <span className="text-ink-soft">Tutar{terms?.vat_rate ? ` + %${terms.vat_rate} KDV` : ''}</span>
            <Money amount={lineTotal(priced)} className="font-semibold" />
          </p>
        )}
        <span className="-top-2 -right-2 absolute">
          <IconButton size="small" icon={Trash2} label={`${place}. satırı sil`} onClick={onRemove} />
        </span>
      </fieldset>
    </li>
  )
}

/** Explains that a quantity cannot be sold as it is not whole. */
function unsellable(quantity = 1) {
  const advice = wholeAdvice(quantity)
  if (!advice) return undefined
  return (
    <span className="font-medium text-yellow-ink">
      {formatNumber(quantity)} satılamaz; ürünler tam sayıyla satılır. {advice}.
    </span>
  )
}

type Terms = Pick<Product, 'unit' | 'vat_rate'>

/** What of the product's terms has changed since it was chosen, as in an answer that is replaced. */
function ChangedTerms({ before, now }: { before: Terms; now: Terms }) {
  const changes: LineChange[] = []
  if (now.unit !== before.unit) changes.push({ kind: 'unit', before: before.unit, after: now.unit })
  if (now.vat_rate !== before.vat_rate) changes.push({ kind: 'vat', before: before.vat_rate, after: now.vat_rate })
  return changes.map(change => <Caution key={change.kind}>{sentenceOf(change)}</Caution>)
}

/** That the requested quantity, which the line has taken over, was in another unit than the product is sold in. */
function OtherUnit({ requested, now }: { requested: Quote['items'][number]; now: Terms }) {
  if (requested.unit === now.unit) return null
  const asked = `Talep ${formatNumber(requested.quantity)} ${requested.unit}`
  return (
    <Caution>
      {asked}; ürün {now.unit} ile satılıyor, miktarı gözden geçirin.
    </Caution>
  )
}

function Caution({ children }: { children: ReactNode }) {
  return (
    <output className={`flex items-start gap-1 text-sm ${INK.yellow}`}>
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </output>
  )
}

/** Whether the stock would allow the customer to accept the answer now. */
function StockNote({ present, quantity }: { present: Product | null | undefined; quantity: number | undefined }) {
  if (present === undefined) return null
  const { tone, icon: Icon, text } = stockNote(present, quantity ?? 1)
  return (
    <output className={`flex items-start gap-1 text-sm ${INK[tone]}`}>
      {Icon && <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
      {text}
    </output>
  )
}

function stockNote(present: Product | null, quantity: number) {
  if (!present) return { tone: 'red', icon: CircleAlert, text: 'Bu ürün artık satışta değil' } as const
  const { stock_quantity, expected_stock_date, unit } = present
  const sale = saleOf({ available: stock_quantity, expected_stock_date }, quantity)
  if (sale.sold && !sale.promised_for)
    return { tone: 'neutral', icon: undefined, text: `Satılabilir stok ${wholeText(stock_quantity)} ${unit}` } as const
  if (sale.sold) {
    const isLate = sale.promised_for < today()
    const expected = `${dayInLocative(sale.promised_for)} ${isLate ? 'bekleniyordu, gecikti' : 'bekleniyor'}`
    const text = `Stokta yok; ${expected}, sipariş ileri tarihli olur`
    return { tone: isLate ? 'yellow' : 'blue', icon: CalendarClock, text } as const
  }
  const text =
    stock_quantity > 0
      ? `Stok yetersiz: yalnızca ${wholeText(stock_quantity)} ${unit} var; bu miktarla kabul edilemez`
      : 'Stokta yok ve geleceği gün belli değil; bu hâliyle kabul edilemez'
  return { tone: 'yellow', icon: TriangleAlert, text } as const
}
