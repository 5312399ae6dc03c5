import type { Quote } from '#contract/quotes.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { useKeptText } from '../../parts/kept-text.ts'
import { AnswerDraft, begunAnswer } from './answer-draft.ts'

/** The unsent draft of an answer, stored in this browser for each quote. */
export function useAnswerDraft(quote: Quote) {
  const [text, keep] = useKeptText(`quote-answer-${quote.id}`)
  const kept = draftIn(text)
  return {
    kept,
    keep: (draft: AnswerDraft) => keep(JSON.stringify(draft)),
    begin: () => keep(JSON.stringify(begunAnswer(quote, istanbulDay(new Date())))),
    drop: () => keep(''),
  }
}

function draftIn(text: string): AnswerDraft | undefined {
  try {
    return AnswerDraft.safeParse(JSON.parse(text || 'null')).data
  } catch {
    return undefined
  }
}
