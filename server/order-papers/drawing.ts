import pLimit from 'p-limit'
import { formatNumber } from '#contract/money.ts'
import { byAlphabet, formatDay, istanbulDay } from '#contract/turkish.ts'
import type { Company } from '../catalogue/pdf-content.ts'
import type { Column } from '../documents/booklet.ts'
import { drawPrintedLists, type PrintedList } from '../documents/printed-lists.ts'

/** The columns of pick lists, whose last one is filled in by hand. */
export const PICK_COLUMNS: Column[] = [
  { label: 'Depo', width: 58, align: 'left' },
  { label: 'Barkod', width: 78, align: 'left' },
  { label: 'Birim', width: 34, align: 'left' },
  { label: 'Miktar', width: 48, align: 'right', isBold: true },
  { label: 'Toplanan', width: 48, align: 'right' },
]

/** The sums of quantities, of each unit separately: '1.250 ADET, 3 PAKET'. */
export function amountsByUnit(lines: readonly { unit: string; quantity: number }[]): string {
  const sums = new Map<string, number>()
  for (const { unit, quantity } of lines) sums.set(unit, (sums.get(unit) ?? 0) + quantity)
  return [...sums]
    .sort(([a], [b]) => byAlphabet(a, b))
    .map(([unit, sum]) => `${formatNumber(sum)} ${unit}`)
    .join(', ')
}

const oneAtATime = pLimit(1)

/** Draws one PDF at a time, in a worker thread. */
export const drawQueued = (
  { companyName, supportEmail, supportPhone }: Company,
  now: Date,
  paper: { title: string; columns: Column[]; lists: PrintedList[]; titleLabel?: string },
) =>
  oneAtATime(() =>
    drawPrintedLists({
      language: 'tr',
      publisher: companyName,
      day: formatDay(istanbulDay(now)),
      made: now,
      footnote: [companyName, supportEmail, supportPhone].filter(Boolean).join(' · '),
      pageOf: 'Sayfa {page} / {pages}',
      continued: '{title} (devam)',
      titleLabel: 'Ürün',
      ...paper,
    }),
  )
