import { useRef, useState } from 'react'
import { MAX_NOTE } from '#contract/fields.ts'
import { type Quote, unansweredItems } from '#contract/quotes.ts'
import { PriceSummary } from '../../orders/price-summary.tsx'
import { today } from '../../ui/clock.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, keepEnterInForm } from '../../ui/form.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { type AnswerDraft, pricedLines } from './answer-draft.ts'
import { AnswerLines } from './answer-lines.tsx'
import { useProductsToday } from './products-today.ts'
import { useAnswerSubmission } from './use-answer-submission.ts'

type AnswerFormProps = {
  id: string
  quote: Quote
  draft: AnswerDraft
  /** The answer is being sent: input typed then would be lost with the reply, so the fields are locked. */
  busy: boolean
  onDraft: (draft: AnswerDraft) => void
  onBusy: (busy: boolean) => void
  onSent: (sent: AnswerDraft) => void
}

/** Answers a quote with products of the catalogue. The draft is held by the caller. */
export function AnswerForm({ id, quote, draft, busy, onDraft, onBusy, onSent }: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [earliest] = useState(today)
  const products = useProductsToday(draft.lines)
  const { lines, notes, valid_until } = draft
  const unanswered = lines.some(line => line.product)
    ? unansweredItems(
        quote.items,
        lines.filter(line => line.product).map(line => ({ request_item: line.asked })),
      )
    : quote.items
  const { faults, clearFaultsOf, submit } = useAnswerSubmission({ quote, draft, products, form, onBusy, onSent })
  return (
    <Form
      ref={form}
      id={id}
      inert={busy}
      aria-label="Teklif"
      onKeyDown={keepEnterInForm}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <AnswerLines
        quote={quote}
        draft={draft}
        onDraft={onDraft}
        today={products}
        faults={faults.lines}
        onEdit={clearFaultsOf}
        form={form}
      />
      <Field label="Teklif notu" hint="Müşteri görür; kabul edilirse siparişin notu olur.">
        <Textarea
          rows={2}
          value={notes}
          maxLength={MAX_NOTE}
          onChange={event => onDraft({ ...draft, notes: event.target.value })}
        />
      </Field>
      <Field label="Son geçerlilik günü" required error={faults.day} className="sm:w-1/2">
        <DateInput min={earliest} value={valid_until} onDay={day => onDraft({ ...draft, valid_until: day })} />
      </Field>
      <PriceSummary lines={pricedLines(draft, products)} className="border-line border-t pt-4" />
      {unanswered.length > 0 && (
        <p className="text-ink-soft text-sm">
          Karşılığı seçilmeyen: {unanswered.map(({ product_name }) => product_name).join(', ')}. Müşteriye bildirilir.
        </p>
      )}
    </Form>
  )
}
