import { useId, useState } from 'react'
import type * as z from 'zod/mini'
import type { listAllProducts } from '#contract/catalogue.ts'
import {
  changePrices,
  type PreviewedPrice,
  type PriceChange,
  previewPriceChange,
  undoPriceChange,
} from '#contract/price-changes.ts'
import { useCommand } from '../../command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useConfirmBeforeLeaving } from '../../ui/leave-guard.ts'
import { useLeaveUnsaved } from '../../ui/leave-unsaved.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { PriceHistory } from './price-history.tsx'
import { countsOf, PricePreview } from './price-preview.tsx'
import { PriceResult } from './price-result.tsx'
import { PriceRuleFields, type TypedRule, usePriceRule } from './price-rule.tsx'

/** The products whose prices are changed: the selected ones, or all that match the list's filter. */
export type PriceTargets =
  | { ids: readonly string[] }
  | { filter: Omit<z.output<typeof listAllProducts.query>, 'limit' | 'cursor' | 'sort' | 'order'>; isFiltered: boolean }

type BulkPricesProps = { targets: PriceTargets; onClose: () => void; onChanged: () => void }

/** Changes the prices of many products by a percentage or an amount, after a preview; the change can be undone. */
export function BulkPrices({ targets, onClose, onChanged }: BulkPricesProps) {
  const form = useId()
  const rule = usePriceRule()
  const { previewed, preview, change, undo } = useChange(targets, onChanged)
  // A preview of another rule must not be what a press applies.
  const shown = previewed?.rule === rule.text ? previewed : undefined
  const changing = shown && countsOf(shown.products).changing
  const isDone = change.reply !== undefined
  const unsaved = useLeaveUnsaved({ isChanged: !isDone && rule.isTyped, loss: LOSS, onLeave: onClose })
  useConfirmBeforeLeaving(!isDone && rule.isTyped, LOSS, onClose)
  const busy = preview.pending || change.pending || undo.pending
  const leave = () => {
    if (!busy) unsaved.leave()
  }
  const submit = () => {
    const wanted = rule.check()
    if (!wanted) return
    if (shown) void change.send(wanted, shown.products)
    else void preview.send(wanted, rule.text)
  }
  return (
    <>
      <Dialog
        open
        wide
        onOpenChange={leave}
        title="Fiyatları değiştir"
        description={describe(targets)}
        footer={
          isDone ? (
            <Button variant="primary" onClick={onClose} disabled={undo.pending}>
              Kapat
            </Button>
          ) : (
            <FormButtons form={form} changing={changing} busy={busy} onLeave={leave} />
          )
        }
      >
        {change.reply ? (
          <PriceResult result={change.reply} undone={undo.reply} undoing={undo.pending} onUndo={undo.send} />
        ) : (
          <Form
            id={form}
            onSubmit={event => {
              event.preventDefault()
              submit()
            }}
          >
            <PriceRuleFields rule={rule} />
            {shown ? <PricePreview products={shown.products} /> : <PriceHistory />}
          </Form>
        )}
      </Dialog>
      {unsaved.question}
    </>
  )
}

type FormButtonsProps = {
  form: string
  /** How many prices the previewed rule changes; undefined without a preview. */
  changing: number | undefined
  busy: boolean
  onLeave: () => void
}

function FormButtons({ form, changing, busy, onLeave }: FormButtonsProps) {
  const isPreviewed = changing !== undefined
  return (
    <>
      <Button onClick={onLeave}>Vazgeç</Button>
      <Button
        variant="primary"
        type="submit"
        form={form}
        disabled={changing === 0}
        busy={busy}
        busyText={isPreviewed ? 'Fiyatlar değiştiriliyor' : 'Önizleme hazırlanıyor'}
      >
        {isPreviewed ? `${wholeText(changing)} ürünün fiyatını değiştir` : 'Önizle'}
      </Button>
    </>
  )
}

const LOSS = 'Yazdığınız fiyat değişikliği uygulanmadı.'

function describe(targets: PriceTargets) {
  if ('ids' in targets) return `Seçtiğiniz ${wholeText(targets.ids.length)} ürün`
  return targets.isFiltered ? 'Filtreye uyan bütün ürünler' : 'Bütün ürünler, pasif olanlar da'
}

/** The preview, the change and its undo, which a retry after a lost response makes once. */
function useChange(targets: PriceTargets, onChanged: () => void) {
  const [previewed, setPreviewed] = useState<{ rule: TypedRule['text']; products: readonly PreviewedPrice[] }>()
  const preview = useCommand(previewPriceChange, { showError: 'alert' })
  const change = useCommand(changePrices, { showError: 'alert', refetchWhenLost: true, onReply: onChanged })
  const undo = useCommand(undoPriceChange, { showError: 'alert', refetchWhenLost: true })
  return {
    previewed,
    preview: {
      pending: preview.pending,
      send: async (wanted: PriceChange, rule: string) => {
        const of = 'ids' in targets ? { product_ids: [...targets.ids] } : { filter: targets.filter }
        const products = await preview.run({ body: { change: wanted, ...of } })
        if (products) setPreviewed({ rule, products })
      },
    },
    change: {
      pending: change.pending,
      reply: change.reply,
      send: (wanted: PriceChange, products: readonly PreviewedPrice[]) =>
        change.run({
          body: {
            change: wanted,
            products: products
              .filter(({ new_price, price }) => new_price !== null && new_price !== price)
              .map(({ product_id, price }) => ({ product_id, price })),
          },
        }),
    },
    undo: {
      pending: undo.pending,
      reply: undo.reply,
      send: (id: string) => void undo.run({ params: { id } }),
    },
  }
}
