import { Download, X } from 'lucide-react'
import { useDeferredValue, useLayoutEffect, useMemo, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { type EntryMatcher } from '#contract/entry-matcher.ts'
import { formatMoney } from '#contract/money.ts'
import { MAX_ENTERED_LINES } from '#contract/quick-entry.ts'
import { useAction } from '../action.ts'
import type { Products } from '../cart/cart-changes.ts'
import { currentProducts } from '../cart/current-products.ts'
import { rememberOpenCart } from '../cart/remembered-cart.ts'
import { save } from '../files/file-download.ts'
import { textWorkbook } from '../files/text-workbook.ts'
import { putIntoCart } from '../orders/put-into-cart.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field } from '../ui/field.tsx'
import { focusNextRow } from '../ui/focus-next-row.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Select } from '../ui/select.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'
import { AddToList } from './add-to-list.tsx'
import {
  carried,
  type Decision,
  type Entered,
  type EnteredRow,
  laterLines,
  remainderOf,
  repeatedProductIds,
  rowsIn,
  totalsOf,
} from './entered-rows.ts'
import type { ListOwner } from './list-calls.ts'
import { ListFileButton } from './list-file-button.tsx'
import { chosenBefore, rememberChoice } from './remembered-choices.ts'

type EnteredListProps = {
  owner: ListOwner
  matcher: EntryMatcher<Product>
  bought: ReadonlySet<string>
  text: string
  onText: (text: string) => void
  /** Reports whether lines are being added to the cart. */
  onBusy: (busy: boolean) => void
  /** Called when all lines are in the cart. */
  onDone: () => void
}

/** A pasted list or file: each line with its product and quantity. Only lines without a fault are added to the cart. */
export function EnteredList({ owner, matcher, bought, text, onText, onBusy, onDone }: EnteredListProps) {
  const { rows, later, shown, present, decide, setDecisions } = useRows({ owner, matcher, bought, text })
  const [totals, repeated] = [totalsOf(rows), repeatedProductIds(rows)]
  const open = rows.filter(({ fault }) => fault)
  const set = (changed: Entered) => {
    setDecisions(changed.decisions)
    onText(changed.text)
  }
  // Keeps the decisions about lines that are the same in the changed text.
  const edit = (changed: string) => set({ text: changed, decisions: carried(present.decisions, text, changed) })
  const { run, pending } = useTaking({ present, onRemaining: set, onDone })
  useLayoutEffect(() => onBusy(pending), [pending, onBusy])
  return (
    <section aria-label="Liste" className="grid gap-3">
      <Field
        label="Listeyi yapıştırın"
        hint={`WhatsApp, e-posta veya Excel’den; bir seferde ${MAX_ENTERED_LINES} satır`}
      >
        <Textarea rows={3} value={text} onChange={({ target }) => edit(target.value)} />
      </Field>
      <ListFileButton
        text={text}
        // Replaces the list, unless it has been edited while the file was read.
        onRead={(read, before) =>
          text === before || text.trim() === ''
            ? set({ text: read, decisions: new Map() })
            : edit(`${text.trimEnd()}\n${read}`)
        }
      />
      {rows.length > 0 && (
        <>
          <Summary rows={rows} later={later.length} />
          {/* What the rows show now is being added: a change would be lost. */}
          <ul inert={pending} aria-label="Listedeki satırlar" className="divide-y divide-line border-line border-y">
            {rows.map(row => (
              <Row
                key={`${row.at} ${row.line}`}
                row={row}
                isRepeated={row.product !== undefined && repeated.has(row.product.id)}
                onDecide={decision => decide(row, decision)}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center justify-end gap-2">
            {open.length > 0 && <OpenRows lines={open.map(({ line }) => line)} />}
            {totals.size > 0 && <AddToList owner={owner} products={[...totals.keys()]} />}
            <Button
              variant="primary"
              disabled={totals.size === 0}
              busy={pending}
              busyText="Güncel fiyat ve stok alınıyor"
              onClick={() => void run({ sent: rows, entered: shown, isStillOpen: rememberOpenCart() })}
              className="max-sm:w-full"
            >
              {totals.size > 0 ? `${wholeText(totals.size)} ürünü sepete ekle` : 'Sepete ekle'}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** The rows that are put into the cart, the text from which they were read, and whether that cart is still open. */
type Taken = { sent: readonly EnteredRow[]; entered: string; isStillOpen: () => boolean }

type Taking = { present: Entered; onRemaining: (remaining: Entered) => void; onDone: () => void }

/** Puts rows into the cart, and calls `onRemaining` with what remains of the list. */
function useTaking({ present, onRemaining, onDone }: Taking) {
  return useAction(({ sent }: Taken) => currentProducts([...totalsOf(sent).keys()]), {
    showError: 'toast',
    onReply: ({ products }, { sent, entered, isStillOpen }) => {
      // Another customer's cart has been opened in another tab: the rows remain in the list.
      if (!isStillOpen()) return toast.warning('Bu arada başka bir sepet açıldı; satırlar eklenmedi')
      take(sent, products)
      const remaining = remainderOf(sent, entered, present)
      onRemaining(remaining)
      return remaining.text || onDone()
    },
  })
}

/** Puts the rows without a fault into the cart, at current prices and as far as the stock allows. */
function take(rows: readonly EnteredRow[], products: Products) {
  const totals = totalsOf(rows)
  const wanted = new Map(
    rows.flatMap(({ product }) => (product && totals.has(product.id) ? [[product.id, product]] : [])),
  )
  const items = [...wanted.values()].map(({ id, name, ...terms }) => ({
    ...terms,
    product_id: id,
    product_name: name,
    quantity: totals.get(id) ?? 0,
  }))
  putIntoCart(items, products)
}

/** The rows of the text, and the user's decisions about them. */
function useRows({ owner, matcher, bought, text }: Pick<EnteredListProps, 'owner' | 'matcher' | 'bought' | 'text'>) {
  const [decisions, setDecisions] = useState<ReadonlyMap<number, Decision>>(new Map())
  const entered = useMemo(() => ({ text, decisions }), [text, decisions])
  const deferred = useDeferredValue(entered)
  // Text and decisions as one value, as decisions belong to the lines of their own text; only a new text is deferred.
  const shown = deferred.text === text ? entered : deferred
  const rows = useMemo(
    () => rowsIn(shown.text, matcher, { bought, chosen: chosenBefore(owner) }, shown.decisions),
    [shown, matcher, bought, owner],
  )
  const decide = ({ at, line }: EnteredRow, decision: Decision) => {
    if (decision.product_id) rememberChoice(owner, line, decision.product_id)
    const [place] = carried(new Map([[at, decision]]), shown.text, text).keys()
    if (place !== undefined) setDecisions(before => new Map(before).set(place, { ...before.get(place), ...decision }))
  }
  const later = useMemo(() => laterLines(shown.text), [shown.text])
  return {
    rows,
    later,
    /** The text that the rows were read from, which may be older than the present one. */
    shown: shown.text,
    /** The present text with the decisions about its lines. */
    present: entered,
    decide,
    setDecisions,
  }
}

/** Shows how many lines are ready, how many need a decision, and how many are left for later. */
function Summary({ rows, later }: { rows: readonly EnteredRow[]; later: number }) {
  const open = rows.filter(({ fault }) => fault)
  const [unknown, unclear] = [open.filter(isUnknown), open.filter(row => !row.product && !isUnknown(row))]
  const parts = [
    `${wholeText(rows.length - open.length)} satır hazır`,
    unclear.length > 0 && `${wholeText(unclear.length)} satırda ürün seçin`,
    unknown.length > 0 && `${wholeText(unknown.length)} satır bulunamadı`,
    open.length > unclear.length + unknown.length &&
      `${wholeText(open.length - unclear.length - unknown.length)} satırda miktara bakın`,
    later > 0 && `${wholeText(later)} satır, bunlar eklenince`,
  ]
  return <output className="text-ink-soft text-sm">{parts.filter(Boolean).join(' · ')}</output>
}

const isUnknown = ({ product, candidates }: EnteredRow) => !product && candidates.length === 0

type RowProps = { row: EnteredRow; isRepeated: boolean; onDecide: (decision: Decision) => void }

function Row({ row, isRepeated, onDecide }: RowProps) {
  const { line, candidates, product, quantity, fault } = row
  return (
    <li aria-label={line} className="flex items-center gap-2 py-2">
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="wrap-anywhere text-ink-soft text-sm">{line}</span>
        {candidates.length > 1 || (candidates.length === 1 && !product) || row.isChosen ? (
          <Select
            aria-label={`Ürün: ${line}`}
            placeholder="Ürün seçin"
            value={product?.id ?? ''}
            onChange={({ target }) => onDecide({ product_id: target.value })}
            options={candidates.map(candidate => ({ value: candidate.id, label: labelOf(candidate) }))}
          />
        ) : (
          product && <span className="wrap-anywhere font-medium">{product.name}</span>
        )}
        {fault ? (
          <span className="font-medium text-sm text-yellow-ink">{fault}</span>
        ) : (
          isRepeated && <span className="text-ink-soft text-sm">Aynı üründen başka satır da var; toplanır</span>
        )}
      </div>
      <NumberInput
        decimals={0}
        aria-label={`Miktar: ${line}`}
        aria-invalid={(product !== undefined && fault !== undefined) || undefined}
        value={quantity}
        onValue={typed => onDecide({ quantity: typed })}
        suffix={product?.unit}
        className="w-24 shrink-0"
      />
      <IconButton
        icon={X}
        label={`Satırı çıkar: ${line}`}
        onClick={({ currentTarget }) => {
          focusNextRow(currentTarget)
          onDecide({ isLeftOut: true })
        }}
      />
    </li>
  )
}

/** The label of a product among others of the same name, which differ in brand, price or unit. */
const labelOf = ({ name, brand, price, unit }: Product) =>
  [name, brand, `${formatMoney(price)} / ${unit}`].filter(Boolean).join(' · ')

/** Lists the undecided lines and copies them. */
function OpenRows({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <CopyButton text={() => lines.join('\n')} copied="Kalan satırlar kopyalandı">
        Kalanları kopyala
      </CopyButton>
      <Button size="small" icon={Download} onClick={() => void saveWorkbook(lines)}>
        Excel indir
      </Button>
    </>
  )
}

async function saveWorkbook(lines: readonly string[]) {
  save(await textWorkbook([['Satır'], ...lines.map(line => [line])]), 'kalan-satirlar.xlsx')
}
