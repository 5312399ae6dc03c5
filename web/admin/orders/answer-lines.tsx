import { Plus, Undo2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { MAX_QUOTE_LINES, type Quote } from '#contract/quotes.ts'
import { insertAt } from '../../insert-at.ts'
import { Button } from '../../ui/button.tsx'
import {
  type AnswerDraft,
  type AnswerLine,
  blankLine,
  isBlank,
  type LineFaults,
  type ProductsToday,
} from './answer-draft.ts'
import { AnswerLineFields } from './answer-line.tsx'

type AnswerLinesProps = {
  quote: Quote
  draft: AnswerDraft
  onDraft: (draft: AnswerDraft) => void
  today: ProductsToday
  faults: ReadonlyMap<string, LineFaults>
  /** Called with the id of a line whose fields are edited. */
  onEdit: (id: string) => void
  /** The form around the lines. */
  form: RefObject<HTMLFormElement | null>
}

/** The lines of an answer, which can be edited, removed, restored and added. */
export function AnswerLines({ quote, draft, onDraft, today, faults, onEdit, form }: AnswerLinesProps) {
  const { lines } = draft
  const [removed, setRemoved] = useState<{ line: AnswerLine; place: number }>()
  const focus = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const change = (line: AnswerLine) => {
    onEdit(line.id)
    onDraft({ ...draft, lines: lines.map(one => (one.id === line.id ? line : one)) })
  }
  const remove = (line: AnswerLine) => {
    const left = lines.filter(one => one !== line)
    if (isWorthKeeping(line)) setRemoved({ line, place: lines.indexOf(line) })
    onDraft({ ...draft, lines: left.length ? left : [blankLine()] })
    focus('[data-add]')
  }
  const restoreRemoved = () => {
    if (!removed) return
    onDraft({ ...draft, lines: insertAt(lines.filter(isWorthKeeping), removed.place, removed.line) })
    setRemoved(undefined)
    focus('[data-add]')
  }
  const add = () => {
    onDraft({ ...draft, lines: [...lines, blankLine()] })
    focus('li:last-child input')
  }
  return (
    <>
      <ol aria-label="Teklif satırları" className="divide-y divide-line border-line border-y">
        {lines.map((line, place) => (
          <AnswerLineFields
            key={line.id}
            line={line}
            place={place + 1}
            requested={line.asked === undefined ? undefined : quote.items[line.asked]}
            today={today}
            faults={faults.get(line.id)}
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
    </>
  )
}

/** A blank line without a requested one is only an empty form: 'Ürün ekle' makes another. */
const isWorthKeeping = (line: AnswerLine) => !isBlank(line) || line.asked !== undefined
