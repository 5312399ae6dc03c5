import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { listPriceChanges, type PriceChangeRecord } from '#contract/price-changes.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useListQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { ruleText } from './price-rule.tsx'
import { usePriceUndo } from './use-price-change.ts'

const MAX_SHOWN = 5

/** What was changed, and for how many products. */
const textOf = ({ change, changed_count }: PriceChangeRecord) =>
  `${change ? ruleText(change) : 'Geri alma'} · ${wholeText(changed_count)} ürün`

/** The latest changes of many prices, each with a button that undoes it. */
export function PriceHistory() {
  const { items } = useListQuery(listPriceChanges, {})
  const { run, pending } = usePriceUndo(({ changed_count, refused, offer_warning }) => {
    const title = `${wholeText(changed_count)} ürünün eski fiyatı geri geldi`
    if (refused.length === 0 && !offer_warning) return toast.success(title)
    const named = refused.slice(0, MAX_SHOWN).map(({ product_name, reason }) => `${product_name ?? '–'}: ${reason}`)
    const more = refused.length - named.length
    const rest = more > 0 ? [`ve ${wholeText(more)} ürün daha`] : []
    const untouched = refused.length > 0 ? [[`${title}. Dokunulmayanlar:`, ...named, ...rest].join('\n')] : [title]
    window.alert([...untouched, ...(offer_warning ? [offer_warning] : [])].join('\n\n'))
  })
  const [sent, setSent] = useState('')
  const undo = (record: PriceChangeRecord) => {
    const question = `${wholeText(record.changed_count)} ürünün fiyatı ${formatInstant(record.created_at)} tarihinden önceki hâline dönsün mü?`
    if (!window.confirm(question)) return
    setSent(record.id)
    void run({ params: { id: record.id } })
  }
  if (items.length === 0) return null
  return (
    <section aria-labelledby="price-history" className="grid min-w-0 grid-cols-1 gap-1">
      <h3 id="price-history" className="font-medium text-sm">
        Son değişiklikler
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {items.slice(0, MAX_SHOWN).map(record => (
          <li key={record.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
            <span className="min-w-40 flex-1">
              <span className="block font-medium">{textOf(record)}</span>
              <span className="block text-ink-soft">
                {formatInstant(record.created_at)} · {record.actor_name}
              </span>
            </span>
            {record.undone_at ? (
              <span className="text-ink-soft">Geri alındı</span>
            ) : (
              <Button
                size="small"
                icon={Undo2}
                aria-label={`Geri al: ${textOf(record)} · ${formatInstant(record.created_at)}`}
                busy={pending && sent === record.id}
                busyText="Geri alınıyor"
                disabled={pending && sent !== record.id}
                onClick={() => undo(record)}
              >
                Geri al
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
