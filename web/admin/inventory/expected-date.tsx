import { type RefObject, useId, useRef, useState } from 'react'
import { type DatedProduct, EXPECTED_DAY_PAST, NO_EXPECTED_DAY, updateExpectedDates } from '#contract/inventory.ts'
import type { AdminProduct } from '#contract/products.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { today } from '../../ui/clock.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { dayFault } from '../../ui/day-text.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { ExpectedDay } from './expected-day.tsx'

/** The products offered in the dialog: that of a row, the selected ones, or all of a warehouse that are sold out. */
export type DateCandidates = { products: readonly AdminProduct[]; from: 'row' | 'selection' | 'warehouse' }

/** The result of a bulk update: the day set, the previous dates, and the counts of updated and skipped products. */
export type ExpectedDateUpdate = { day: string; updated: number; before: DatedProduct[]; changed: number }

type ExpectedDateDialogProps = {
  /** The dialog is open while this is set. */
  candidates: DateCandidates | undefined
  onClose: () => void
  onUpdated: (update: ExpectedDateUpdate) => void
}

/** Sets the expected date of many products. */
export function ExpectedDateDialog({ candidates, onClose, onUpdated }: ExpectedDateDialogProps) {
  const form = useId()
  const [day, setDay] = useState('')
  // A retry after a lost response has the same key: otherwise its own dates would count as another user's change.
  const { run, pending } = useRowCommand(updateExpectedDates, {
    showError: 'alert',
    onReply: () => showNextResults('products'),
  })
  const send = async (seen: DatedProduct[]) => {
    const product_ids = seen.map(({ product_id }) => product_id)
    const reply = await run({ body: { product_ids, expected_stock_date: day, seen } })
    if (!reply) return
    const { updated_count: updated, changed_ids = [] } = reply
    const before = seen.filter(({ product_id }) => !changed_ids.includes(product_id))
    setDay('')
    onUpdated({ day, updated, before, changed: changed_ids.length })
  }
  const close = () => {
    setDay('')
    onClose()
  }
  return (
    <FormDialog
      open={candidates !== undefined}
      onClose={close}
      title="Beklenen tarih ver"
      description={candidates?.products[0]?.warehouse}
      form={form}
      isChanged={day !== ''}
      loss="Seçtiğiniz tarih ürünlere verilmedi."
      busy={pending}
      busyText="Tarih veriliyor"
    >
      {candidates && (
        <DateForm id={form} candidates={candidates} day={day} onDay={setDay} onSend={seen => void send(seen)} />
      )}
    </FormDialog>
  )
}

type DateFormProps = {
  id: string
  candidates: DateCandidates
  day: string
  onDay: (day: string) => void
  onSend: (seen: DatedProduct[]) => void
}

function DateForm({ id, candidates: { products, from }, day, onDay, onSend }: DateFormProps) {
  const chosen = from !== 'warehouse'
  const input = useRef<HTMLInputElement>(null)
  const all = useRef<HTMLInputElement>(null)
  const [tried, setTried] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => {
    const preselected = chosen ? products : products.filter(({ expected_stock_date }) => !expected_stock_date)
    return new Set(preselected.map(({ id }) => id))
  })
  const keptDates = products.filter(({ id, expected_stock_date }) => expected_stock_date && !ticked.has(id))
  const first = today()
  const fault = faultOf(day, first)
  const untick = (ids: ReadonlySet<string>) => setTicked(new Set([...ticked].filter(id => !ids.has(id))))
  const send = () => {
    setTried(true)
    if (fault) return input.current?.focus()
    const seen = products.filter(({ id }) => ticked.has(id))
    if (seen.length === 0) all.current?.focus()
    else onSend(seen.map(({ id: product_id, expected_stock_date }) => ({ product_id, expected_stock_date })))
  }
  return (
    <Form
      id={id}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label="Beklenen tarih"
        required
        error={tried ? fault : undefined}
        hint="Bugün veya daha sonrası. Bu tarihle ürünler stok 0 iken de sipariş edilebilir."
      >
        <DateInput ref={input} min={first} value={day} onDay={onDay} />
      </Field>
      <InStock products={products.filter(product => hasStock(product) && ticked.has(product.id))} onUntick={untick} />
      <div className="grid gap-1">
        <CandidateList all={all} products={products} ticked={ticked} onTicked={setTicked} />
        {tried && ticked.size === 0 && (
          <p role="alert" className="font-medium text-danger-ink text-sm">
            En az bir ürün seçin
          </p>
        )}
        {!chosen && keptDates.length > 0 && (
          <p className="text-ink-soft text-sm">
            Tarihi olan {wholeText(keptDates.length)} ürün işaretlenmedi; işaretlemezseniz tarihleri olduğu gibi kalır.
          </p>
        )}
      </div>
    </Form>
  )
}

const hasStock = ({ available_quantity }: AdminProduct) => available_quantity > 0

type InStockProps = { products: readonly AdminProduct[]; onUntick: (ids: ReadonlySet<string>) => void }

/** Shows how many of the chosen products can be sold from stock, so that their date has no effect yet. */
function InStock({ products, onUntick }: InStockProps) {
  if (products.length === 0) return null
  return (
    <AlertStrip
      kind="warning"
      title={`Seçilenlerden ${wholeText(products.length)} ürünün stoğu var`}
      action={
        <Button size="small" onClick={() => onUntick(new Set(products.map(({ id }) => id)))}>
          İşaretlerini kaldır
        </Button>
      }
    >
      Verdiğiniz tarih, stokları bitene kadar kullanılmaz.
    </AlertStrip>
  )
}

type CandidateListProps = {
  /** The checkbox of all products. */
  all: RefObject<HTMLInputElement | null>
  products: readonly AdminProduct[]
  ticked: ReadonlySet<string>
  onTicked: (ticked: ReadonlySet<string>) => void
}

function CandidateList({ all, products, ticked, onTicked }: CandidateListProps) {
  const tick = (product: string, isTicked: boolean) => {
    const next = new Set(ticked)
    if (isTicked) next.add(product)
    else next.delete(product)
    onTicked(next)
  }
  return (
    <>
      <Checkbox
        label={
          <span className="font-medium text-sm">
            <span className="sr-only">Tüm ürünleri seç, </span>
            {wholeText(ticked.size)} / {wholeText(products.length)} ürün seçili
          </span>
        }
        ref={all}
        checked={ticked.size === products.length}
        partly={ticked.size > 0 && ticked.size < products.length}
        onChange={({ target }) => onTicked(new Set(target.checked ? products.map(({ id }) => id) : []))}
        className="justify-self-start px-3"
      />
      <ScrollList
        label="Tarih verilecek ürünler"
        count={products.length}
        estimate={57}
        row={index => <Candidate product={products[index]} ticked={ticked} onTick={tick} />}
      />
    </>
  )
}

type CandidateProps = {
  product: AdminProduct | undefined
  ticked: ReadonlySet<string>
  onTick: (id: string, ticked: boolean) => void
}

function Candidate({ product, ticked, onTick }: CandidateProps) {
  if (!product) return null
  const { id, name, brand, expected_stock_date: day, available_quantity, unit } = product
  return (
    <div className="flex items-center justify-between gap-3">
      <Checkbox
        label={
          <span className="min-w-0">
            <span className="block break-words font-medium">{name}</span>
            <span className="block truncate text-ink-soft">{brand}</span>
            {hasStock(product) && (
              <span className="block font-medium text-yellow-ink">
                Satılabilir: {wholeText(available_quantity)} {unit}
              </span>
            )}
          </span>
        }
        checked={ticked.has(id)}
        onChange={({ target }) => onTick(id, target.checked)}
        className="min-w-0 flex-1"
      />
      {day && <ExpectedDay day={day} available={available_quantity} />}
    </div>
  )
}

function faultOf(day: string, first: string) {
  if (!day) return NO_EXPECTED_DAY
  return dayFault(day) ?? (day < first ? EXPECTED_DAY_PAST : undefined)
}
