import { z } from 'zod'
import type { Schema } from '#contract/call.ts'
import type { Tx } from '../db/transaction.ts'
import { serializeReply } from '../http/encoder.ts'

/** The content of a mail, without its layout. */
export type Letter = {
  to: { name: string; address: string }
  subject: string
  paragraphs: (string | Bullets)[]
  /** Goods with their detail and amount, and the sums below them. */
  goods?: { lines: GoodsLine[]; sums: { label: string; amount: string }[] }
  /** The button's target: a path of this portal. */
  button?: { label: string; path: string }
  /** A second target, as a link below the button. */
  secondButton?: { label: string; path: string }
  /** Small print below. */
  footnotes?: string[]
}

/** A list; each item has its details below it, in lines of their own. */
export type Bullets = { bullets: { text: string; details?: string[] }[] }

/** A line of goods; its `note` has lines of its own below. */
export type GoodsLine = { name: string; detail: string; amount: string; note?: string }

/** The dependencies of writing a letter. */
export type LetterContext = {
  db: Tx
  now: Date
  /** The mail's id. It stays the same when the letter is written again after a failure. */
  mailId: string
  companyName: string
}

/** One kind of letter: how its facts are stored, and how it is written when it is sent. */
export type LetterKind<Facts> = {
  name: string
  serialize: (facts: Facts) => string
  write: (stored: unknown, context: LetterContext) => Promise<Letter | undefined>
}

/** Defines a kind of letter. If `write` resolves to undefined, no mail is sent. */
export function letterKind<Facts extends Schema>(
  name: string,
  facts: Facts,
  write: (facts: z.output<Facts>, context: LetterContext) => Promise<Letter | undefined>,
): LetterKind<z.output<Facts>> {
  return {
    name,
    serialize: known => serializeReply(facts, known, { isStrict: false }),
    write: (kept, context) => write(z.decode(facts, kept as z.input<Facts>), context),
  }
}
