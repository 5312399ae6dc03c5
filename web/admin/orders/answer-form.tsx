import { Plus, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { answerQuote, MAX_QUOTE_LINES, type Quote } from '#contract/quotes.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { ApiError } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { inserted } from '../../inserted.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { PriceSummary } from '../../orders/price-summary.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, keepEnterInForm } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import {
  type AnswerDraft,
  type AnswerLine,
  answerOf,
  blankLine,
  isBlank,
  type LineFaults,
  pricedLines,
} from './answer-draft.ts'
import { AnswerLineFields } from './answer-line.tsx'

type AnswerFormProps = {
  id: string
  quote: Quote
  draft: AnswerDraft
  onDraft: (draft: AnswerDraft) => void
  onBusy: (busy: boolean) => void
  onSent: () => void
}

type Faults = { lines: ReadonlyMap<string, LineFaults>; day?: string | undefined }
const NONE: Faults = { lines: new Map() }

/** Answers a quote with products of the catalogue. The draft is held by the caller. */
export function AnswerForm({ id, quote, draft, onDraft, onBusy, onSent }: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState(NONE)
  const [removed, setRemoved] = useState<{ line: AnswerLine; place: number }>()
  const [earliest] = useState(() => istanbulDay(new Date()))
  const { lines, notes, valid_until } = draft
  const unanswered = quote.items.filter((_, index) => lines.some(line => line.asked === index && !line.product))

  const { run, pending } = useCommand(answerQuote, {
    showError: 'alert',
    refetchWhenLost: true,
    onReply: ({ user_company }) => {
      toast.success('Teklif gönderildi', { description: user_company })
      onSent()
    },
  })
  const focus = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const showFaults = (found: Faults, sentence?: string) => {
    // Rendered before the alert, which blocks the page, opens.
    flushSync(() => setFaults(found))
    if (sentence) window.alert(sentence)
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  const submit = async () => {
    if (pending) return
    const { body, sent, faults: lineFaults, why } = answerOf(draft)
    if (!body) {
      const [first] = lines
      const empty =
        why && lineFaults.size === 0 && first ? new Map([[first.id, { product: 'Ürün seçin' }]]) : lineFaults
      const day = valid_until ? undefined : 'Teklifin son gününü girin'
      return showFaults({ lines: empty, day }, lineFaults.size ? undefined : why)
    }
    setFaults(NONE)
    onBusy(true)
    await run({ params: { id: quote.id }, body }, error => {
      onBusy(false)
      showFaults(faultsIn(error, sent), error.message)
    })
    onBusy(false)
    showNextResults()
  }
  const change = (line: AnswerLine) => {
    setFaults({ ...faults, lines: new Map([...faults.lines].filter(([faulty]) => faulty !== line.id)) })
    onDraft({ ...draft, lines: lines.map(one => (one.id === line.id ? line : one)) })
  }
  const remove = (line: AnswerLine) => {
    const left = lines.filter(one => one !== line)
    setRemoved(isBlank(line) ? undefined : { line, place: lines.indexOf(line) })
    onDraft({ ...draft, lines: left.length ? left : [blankLine()] })
    focus('[data-add]')
  }
  const restoreRemoved = () => {
    if (!removed) return
    const present = lines.filter(line => !isBlank(line) || line.asked !== undefined)
    onDraft({ ...draft, lines: inserted(present, removed.place, removed.line) })
    setRemoved(undefined)
    focus('[data-add]')
  }
  const add = () => {
    onDraft({ ...draft, lines: [...lines, blankLine()] })
    focus('li:last-child input')
  }
  return (
    <Form
      ref={form}
      id={id}
      aria-label="Teklif"
      onKeyDown={keepEnterInForm}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <ol aria-label="Teklif satırları" className="divide-y divide-line border-line border-y">
        {lines.map((line, place) => (
          <AnswerLineFields
            key={line.id}
            line={line}
            place={place + 1}
            requested={line.asked === undefined ? undefined : quote.items[line.asked]}
            faults={faults.lines.get(line.id)}
            onChange={change}
            onRemove={() => remove(line)}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button data-add icon={Plus} disabled={lines.length >= MAX_QUOTE_LINES} onClick={add}>
          Ürün ekle
        </Button>
        {removed && (
          <Button icon={Undo2} variant="ghost" onClick={restoreRemoved}>
            Silinen satırı geri al
          </Button>
        )}
      </div>
      <Field label="Teklif notu" hint="Müşteri görür; kabul edilirse siparişin notu olur.">
        <Textarea
          rows={2}
          value={notes}
          maxLength={2000}
          onChange={event => onDraft({ ...draft, notes: event.target.value })}
        />
      </Field>
      <Field label="Son geçerlilik günü" required error={faults.day} className="sm:w-1/2">
        <TextInput
          type="date"
          min={earliest}
          value={valid_until}
          onChange={event => onDraft({ ...draft, valid_until: event.target.value })}
        />
      </Field>
      <PriceSummary lines={pricedLines(draft)} className="border-line border-t pt-4" />
      {unanswered.length > 0 && (
        <p className="text-ink-soft text-sm">
          Karşılığı seçilmeyen: {unanswered.map(({ product_name }) => product_name).join(', ')}
        </p>
      )}
    </Form>
  )
}

/** Maps the server's errors, which name lines by their index in the request, to the ids of the lines. */
function faultsIn({ errors }: ApiError, sent: readonly AnswerLine[]): Faults {
  const lines = new Map<string, LineFaults>()
  for (const { field, message } of errors) {
    const [, place, part = 'product'] = /^items\.(\d+)(?:\.(\w+))?/.exec(field) ?? []
    const line = place === undefined ? undefined : sent[Number(place)]
    if (line) lines.set(line.id, { ...lines.get(line.id), [part]: message })
  }
  return { lines, day: errors.find(({ field }) => field === 'valid_until')?.message }
}
