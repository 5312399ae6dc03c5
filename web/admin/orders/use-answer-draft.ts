import type { Quote } from '#contract/quotes.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { useStoredText } from '../../parts/stored-text.ts'
import { AnswerDraft, begunAnswer } from './answer-draft.ts'

/** What the admin has written of an answer and not sent, which this browser keeps for each request. */
export function useAnswerDraft(quote: Quote) {
  const [text, keep] = useStoredText(`quote-answer-${quote.id}`)
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
