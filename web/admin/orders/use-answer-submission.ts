import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { answerQuote, type Quote } from '#contract/quotes.ts'
import type { ApiError } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { toast } from '../../ui/toaster.tsx'
import { type AnswerDraft, type AnswerLine, answerOf, type LineFaults } from './answer-draft.ts'

/** What is wrong with an answer: its lines by their ids, and its last day of validity. */
type Faults = { lines: ReadonlyMap<string, LineFaults>; day?: string | undefined }
const NONE: Faults = { lines: new Map() }

type AnswerSubmission = {
  quote: Quote
  draft: AnswerDraft
  form: RefObject<HTMLFormElement | null>
  onBusy: (busy: boolean) => void
  onSent: () => void
}

/** Sends the draft as the quote's answer. The first of its faults, found here or by the server, is focused. */
export function useAnswerSubmission({ quote, draft, form, onBusy, onSent }: AnswerSubmission) {
  const [faults, setFaults] = useState(NONE)
  const { run, pending } = useCommand(answerQuote, {
    showError: 'alert',
    refetchWhenLost: true,
    onReply: ({ user_company }) => {
      toast.success('Teklif gönderildi', { description: user_company })
      onSent()
    },
  })
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
      const [first] = draft.lines
      const empty =
        why && lineFaults.size === 0 && first ? new Map([[first.id, { product: 'Ürün seçin' }]]) : lineFaults
      const day = draft.valid_until ? undefined : 'Teklifin son gününü girin'
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
  const clearFaultsOf = (id: string) =>
    setFaults({ ...faults, lines: new Map([...faults.lines].filter(([faulty]) => faulty !== id)) })
  return { faults, clearFaultsOf, submit }
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
