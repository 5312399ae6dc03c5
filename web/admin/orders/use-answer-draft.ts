import { useState } from 'react'
import { QUOTE_STATUS } from '#contract/quote-status.ts'
import type { Quote } from '#contract/quotes.ts'
import { storedText, useStoredText } from '../../pwa/stored-text.ts'
import { today } from '../../ui/clock.ts'
import { AnswerDraft, isSameAnswer, newAnswerDraft } from './answer-draft.ts'

/** The unsent draft of an answer, stored in this browser for each quote. */
export function useAnswerDraft(quote: Quote) {
  const name = `quote-answer-${quote.id}`
  const [text, store] = useStoredText(name)
  const [initial] = useState(() => draftFor(quote))
  const [discardCount, setDiscardCount] = useState(0)
  /** The draft as it was stored last: unlike its text, it has `NaN` where a text is not a number. */
  const [last, setLast] = useState<{ text: string; draft: AnswerDraft }>()
  const { status, answer } = quote
  const stored = last?.text === text ? last.draft : parseDraft(text)
  const { awaits, canBeAnswered } = QUOTE_STATUS[status]
  const edited = canBeAnswered ? (stored ?? (awaits === 'answer' ? initial : undefined)) : undefined
  const keep = (draft: AnswerDraft) => {
    const changed = JSON.stringify(draft)
    setLast({ text: changed, draft })
    store(changed)
  }
  const discard = () => store('')
  return {
    stored,
    /** The draft in the form: the stored one or, for a new quote, the initial one; none once the quote is accepted. */
    edited,
    /** Whether the quote was answered after the draft was begun. */
    isAnsweredMeanwhile: edited !== undefined && edited.over !== (answer?.answered_at ?? null),
    store: keep,
    start: () => keep(draftFor(quote)),
    discard,
    /** Discards the draft that was sent, unless it was changed since, on the reopened screen or in another tab. */
    discardSent: (sent: AnswerDraft) => {
      const present = parseDraft(storedText(name))
      if (present && isSameAnswer(present, sent)) discard()
    },
    /** Discards the draft, after a confirmation if it differs from the initial one. */
    confirmAndDiscard: () => {
      const isUntouched = stored && isSameAnswer(stored, initial)
      if (!isUntouched && !window.confirm('Bu cevapta yazdıklarınız silinsin mi?')) return
      discard()
      setDiscardCount(discardCount + 1)
    },
    /** The number of confirmed discards. */
    discardCount,
  }
}

const draftFor = (quote: Quote) => newAnswerDraft(quote, today())

function parseDraft(text: string): AnswerDraft | undefined {
  try {
    return AnswerDraft.safeParse(JSON.parse(text || 'null')).data
  } catch {
    return undefined
  }
}
