/** All rules that depend on the status of a quote request. A new status also needs a migration of `custom_orders`. */
type QuoteStatusRules = {
  label: string
  /** The colour of badges. */
  tone: string
  /** The name of a lucide icon. */
  icon: string
  /** What happens next: an admin answers, or the customer or its marketer decides on the answer. */
  awaits: 'answer' | 'decision' | null
  /** How the answer was decided. */
  decision: 'accepted' | 'declined' | null
  /** Whether an admin can answer it, for the first time or again. */
  canBeAnswered: boolean
}

export const QUOTE_STATUS = {
  yeni: { label: 'Yeni', tone: 'yellow', icon: 'clock', awaits: 'answer', decision: null, canBeAnswered: true },
  cevaplandi: {
    label: 'Cevaplandı',
    tone: 'blue',
    icon: 'message-square-reply',
    awaits: 'decision',
    decision: null,
    canBeAnswered: true,
  },
  kabul: {
    label: 'Kabul edildi',
    tone: 'green',
    icon: 'circle-check',
    awaits: null,
    decision: 'accepted',
    canBeAnswered: false,
  },
  red: {
    label: 'Reddedildi',
    tone: 'red',
    icon: 'circle-x',
    awaits: null,
    decision: 'declined',
    canBeAnswered: true,
  },
} as const satisfies Record<string, QuoteStatusRules>

export type QuoteStatus = keyof typeof QUOTE_STATUS
export const QUOTE_STATUSES = Object.keys(QUOTE_STATUS) as QuoteStatus[]

/** The status of a new request. */
export const NEW_QUOTE = 'yeni' as const satisfies QuoteStatus
/** The status that answering a request sets. */
export const ANSWERED_QUOTE = 'cevaplandi' as const satisfies QuoteStatus
/** The status that accepting an answer sets. */
export const ACCEPTED_QUOTE = 'kabul' as const satisfies QuoteStatus
/** The status that declining an answer sets. */
export const DECLINED_QUOTE = 'red' as const satisfies QuoteStatus
