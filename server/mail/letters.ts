import { z } from 'zod'
import type { Schema } from '#contract/call.ts'
import type { Tx } from '../db/tables.ts'

/** A mail in words: what stands in it, not how it looks. */
export type Letter = {
  to: { name: string; address: string }
  subject: string
  paragraphs: string[]
  /** Goods, each with what is said of it and what it costs, and the sums below them. */
  goods?: { lines: GoodsLine[]; sums: { label: string; amount: string }[] }
  /** Where the reader goes on: a path of this portal. */
  button?: { label: string; path: string }
  /** Small print below. */
  footnotes?: string[]
}

export type GoodsLine = { name: string; detail: string; amount: string }

/** What a letter is written with. */
export type Desk = {
  db: Tx
  now: Date
  /** The mail that the letter is for. After a failure it is written anew. */
  mailId: string
  companyName: string
}

/** One kind of letter: how the facts that it is written from are kept, and how it is written when its turn comes. */
export type LetterKind<Facts> = {
  name: string
  keep: (facts: Facts) => string
  write: (kept: unknown, desk: Desk) => Promise<Letter | undefined>
}

/** Names a kind of letter. Where `write` answers nothing there is nothing to say, and no mail is sent. */
export function letterKind<Facts extends Schema>(
  name: string,
  facts: Facts,
  write: (facts: z.output<Facts>, desk: Desk) => Promise<Letter | undefined>,
): LetterKind<z.output<Facts>> {
  return {
    name,
    keep: known => JSON.stringify(z.encode(facts, known)),
    write: (kept, desk) => write(z.decode(facts, kept as z.input<Facts>), desk),
  }
}
