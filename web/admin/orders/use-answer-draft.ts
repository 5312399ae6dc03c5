import type { Quote } from '#contract/quotes.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { useStoredText } from '../../pwa/stored-text.ts'
import { AnswerDraft, newAnswerDraft } from './answer-draft.ts'

/** The unsent draft of an answer, stored in this browser for each quote. */
export function useAnswerDraft(quote: Quote) {
  const [text, store] = useStoredText(`quote-answer-${quote.id}`)
  const stored = parseDraft(text)
  return {
    stored,
    store: (draft: AnswerDraft) => store(JSON.stringify(draft)),
    start: () => store(JSON.stringify(newAnswerDraft(quote, istanbulDay(new Date())))),
    discard: () => store(''),
  }
}

function parseDraft(text: string): AnswerDraft | undefined {
  try {
    return AnswerDraft.safeParse(JSON.parse(text || 'null')).data
  } catch {
    return undefined
  }
}
