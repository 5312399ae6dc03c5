import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MAX_NOTE } from '#contract/fields.ts'
import { MAX_QUOTE_LINES, type NewQuote } from '#contract/quotes.ts'
import { NoConnection } from '../lists/no-connection.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusAfterBusy } from '../ui/focus-after-busy.ts'
import { Form, keepEnterInForm } from '../ui/form.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'
import { blankLine, useQuoteDraft } from './quote-form-draft.ts'
import { QuoteFormLine } from './quote-form-line.tsx'
import {
  checkLines,
  type DraftLine,
  isBlank,
  type LineErrors,
  listError,
  missingFieldErrors,
} from './quote-form-lines.ts'

type QuoteFormProps = {
  /** Rendered above the lines: the customer chooser of a marketer. */
  chooser?: ReactNode
  /** Why the request cannot be sent yet, if so; the chooser shows the same message: 'Lütfen müşteri seçin'. */
  refuse?: () => string | undefined
  /**
   * Sends the request, and calls `onStored` once this browser has stored it in the outbox. Resolves to whether it arrived
   * or waits to be sent; `undefined` after an error was shown.
   */
  send: (quote: NewQuote, onStored: () => void) => Promise<'changed' | 'waiting' | undefined>
  busy: boolean
}

/** Requests a quote for goods outside the catalogue. The draft is stored until it has been sent. */
export function QuoteForm({ chooser, refuse, send, busy }: QuoteFormProps) {
  const { form, draft, faults, setNotes, change, add, remove, submit } = useQuoteForm({ refuse, send, busy })
  const { lines, notes } = draft
  return (
    <Form
      ref={form}
      aria-label="Teklif talebi"
      onKeyDown={keepEnterInForm}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {/* The reply removes the sent lines from the form, so nothing must be typed into it until then. */}
      <div inert={busy} className="grid grid-cols-1 gap-4">
        {chooser}
        <ul aria-label="İstenen ürünler" className="divide-y divide-line border-line border-b">
          {lines.map((line, place) => (
            <QuoteFormLine
              key={line.id}
              line={line}
              place={place + 1}
              faults={faults.get(line.id)}
              onChange={changed => change(line.id, changed)}
              onRemove={() => remove(line)}
            />
          ))}
        </ul>
        <Button
          data-add
          icon={Plus}
          disabled={lines.length >= MAX_QUOTE_LINES}
          onClick={add}
          className="justify-self-start max-sm:w-full"
        >
          Satır ekle
        </Button>
        <Field label="Talep notu" hint="İsteğe bağlı: marka, teslim tarihi, ambalaj…">
          <Textarea value={notes} maxLength={MAX_NOTE} onChange={event => setNotes(event.target.value)} />
        </Field>
      </div>
      <NoConnection>Talebiniz bu cihazda bekler ve bağlantı gelince gönderilir.</NoConnection>
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={busy}
        busyText="Teklif talebi gönderiliyor"
        className="sm:justify-self-end"
      >
        Teklif iste
      </Button>
    </Form>
  )
}

/** The draft with its errors, and the commands of the form; `form` is the ref of its element. */
function useQuoteForm({ refuse, send, busy }: Omit<QuoteFormProps, 'chooser'>) {
  const { draft, save, takeOut, restoreLine } = useQuoteDraft()
  const [faults, setFaults] = useState<ReadonlyMap<string, LineErrors>>(new Map())
  const form = useRef<HTMLFormElement>(null)
  const { lines, notes } = draft

  const wanted = useRef<string>(undefined)
  // On a busy device a frame may pass before the element to focus has been rendered.
  useEffect(() => {
    const found = wanted.current && form.current?.querySelector<HTMLElement>(wanted.current)
    if (!found) return
    wanted.current = undefined
    found.focus()
  })
  useFocusAfterBusy(busy, form)
  /** Focuses an element of the form as soon as it is rendered, after a change of the state. */
  const focus = (selector: string) => {
    wanted.current = selector
  }
  const setNotes = (text: string) => save({ ...draft, notes: text })
  const change = (id: string, changed: Partial<DraftLine>) => {
    setFaults(new Map([...faults].filter(([faulty]) => faulty !== id)))
    save({ ...draft, lines: lines.map(line => (line.id === id ? { ...line, ...changed } : line)) })
  }
  const add = () => {
    save({ ...draft, lines: [...lines, blankLine()] })
    focus('li:last-child input')
  }
  const remove = (removed: DraftLine) => {
    const left = lines.filter(line => line !== removed)
    save({ ...draft, lines: left.length ? left : [blankLine()] })
    focus('[data-add]')
    if (!isBlank(removed))
      toast.success('Satır silindi', {
        action: { label: 'Geri al', onClick: () => restoreLine(removed, lines.indexOf(removed)) },
      })
  }
  const submit = async () => {
    if (busy) return
    const { items, incomplete, faults: found } = checkLines(lines)
    const refused = refuse?.()
    const why = refused ?? (found.size ? undefined : listError(items))
    const shown = items.length ? found : new Map([...found, ...missingFieldErrors(incomplete)])
    setFaults(shown)
    if (why) toast.error(why)
    if (why || found.size) return focus(refused || shown.size ? '[aria-invalid=true]' : 'li input')
    const taking = takeOut(incomplete)
    const sent = await send({ items, notes: notes.trim() || null }, taking.begin)
    if (!sent) return taking.undo()
    taking.finish()
    if (sent === 'changed') toast.success('Teklif talebiniz gönderildi')
    if (incomplete.length === 0) return
    toast.info(`Bilgileri eksik ${wholeText(incomplete.length)} satır gönderilmedi; formda duruyor`)
    // The form has become shorter, which may leave the window below it: the focus scrolls back.
    setFaults(missingFieldErrors(incomplete))
    focus('[aria-invalid=true]')
  }
  return { form, draft, faults, setNotes, change, add, remove, submit }
}
