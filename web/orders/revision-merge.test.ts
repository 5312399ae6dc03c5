import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { RevisedContent, RevisedLine, RevisionDraft } from '../pwa/change-draft.ts'
import { differencesOf, mergedContent, untakenSentences } from './revision-merge.ts'

const line = (product_id: string, quantity: number, lira: number): RevisedLine => ({
  product_id,
  product_name: product_id,
  brand: 'Yayla',
  unit: 'KG',
  vat_rate: 10,
  quantity,
  price: kurus(lira * 100),
})
const content = (lines: RevisedLine[], notes = ''): RevisedContent => ({ lines, notes })
const revision = (before: RevisedContent, after: RevisedContent): RevisionDraft => ({
  is: 'revision',
  order_id: 'o',
  company_name: 'Lezzet',
  revision_count: 0,
  before,
  after,
})
const shown = ({ lines, notes }: RevisedContent) => [
  ...lines.map(({ product_id, quantity, price }) => `${product_id} ${quantity} × ${price / 100}`),
  notes,
]

const BEFORE = content([line('Ezine', 2, 100), line('Lor', 3, 40)], 'Sabah')

test.each<[string, RevisedContent, RevisedContent, string[]]>([
  [
    'values changed only by the other are kept, values changed by the revision are those of the revision',
    content([line('Ezine', 9, 100), line('Lor', 3, 40)], 'Sabah'),
    content([line('Ezine', 4, 90), line('Lor', 8, 35)], 'Akşam'),
    ['Ezine 9 × 90', 'Lor 8 × 35', 'Akşam'],
  ],
  [
    'a removed line remains removed, an added one is added, and the revision’s notes are kept',
    content([line('Ezine', 2, 100), line('Tulum', 1, 7)], 'Öğlen'),
    content([line('Ezine', 2, 100), line('Lor', 5, 40), line('Zeytin', 1, 9)], 'Akşam'),
    ['Ezine 2 × 100', 'Zeytin 1 × 9', 'Tulum 1 × 7', 'Öğlen'],
  ],
  [
    'a line that the other removed is restored only if the revision changes it',
    content([line('Ezine', 2, 100), line('Lor', 30, 40)], 'Sabah'),
    content([line('Zeytin', 1, 9)], 'Sabah'),
    ['Zeytin 1 × 9', 'Lor 30 × 40', 'Sabah'],
  ],
])('a waiting revision and another one: %s', (_, after, now, expected) => {
  const merged = mergedContent(revision(BEFORE, after), now)
  expect(merged && shown(merged)).toEqual(expected)
})

test('a waiting revision that moves the order keeps its day; one stored by an earlier version takes the order’s', () => {
  const now = { ...BEFORE, day: '2026-03-13' }
  const [kept, moved] = ['2026-03-11', '2026-03-12'].map(day => ({ ...BEFORE, day }))
  const mergedDay = (before: RevisedContent, after: RevisedContent) => mergedContent(revision(before, after), now)?.day
  expect([mergedDay(kept!, moved!), mergedDay(kept!, kept!), mergedDay(BEFORE, BEFORE)]).toEqual([
    '2026-03-12',
    '2026-03-13',
    '2026-03-13',
  ])
})

test('a revision that would leave no line cannot be merged', () => {
  expect(mergedContent(revision(BEFORE, content([line('Ezine', 2, 100)])), content([line('Lor', 3, 40)]))).toBe(
    undefined,
  )
})

const inPackets = (quantity: number, lira: number) => ({ ...line('Ezine', quantity, lira), unit: 'PAKET' })

test.each<[string, RevisedLine[], string[], string[]]>([
  [
    'a quantity and a price typed for another unit are not taken over',
    [line('Ezine', 24, 95), line('Lor', 8, 40)],
    ['Ezine 3 × 1150', 'Lor 8 × 40', 'Sabah'],
    ['Ezine: 24 KG için yazdığınız alınmadı; satırın birimi artık PAKET.'],
  ],
  ['a line that was not changed is the order’s', BEFORE.lines.slice(), ['Ezine 3 × 1150', 'Lor 3 × 40', 'Sabah'], []],
  ['a removed line remains removed', [line('Lor', 3, 40)], ['Lor 3 × 40', 'Sabah'], []],
])('a waiting revision of a line that has another unit since: %s', (_, after, expected, untaken) => {
  const now = content([inPackets(3, 1150), line('Lor', 3, 40)], 'Sabah')
  const mine = revision(BEFORE, content(after, 'Sabah'))
  const merged = mergedContent(mine, now)
  expect(merged && shown(merged)).toEqual(expected)
  expect(untakenSentences(mine, now)).toEqual(untaken)
})

test('a product that both sides have added in different units is the order’s', () => {
  const mine = revision(content([line('Lor', 3, 40)]), content([line('Lor', 3, 40), line('Ezine', 24, 100)]))
  const now = content([line('Lor', 3, 40), inPackets(2, 1150)])
  expect(mergedContent(mine, now)?.lines).toEqual(now.lines)
  expect(untakenSentences(mine, now)).toHaveLength(1)
})

test('the differences are listed line by line, also if only the unit differs', () => {
  const [pieces, packets] = [content([line('Ezine', 2, 50)]), content([inPackets(2, 50)])]
  expect(differencesOf(packets, pieces)).toEqual([
    { product_name: 'Ezine', now: packets.lines[0], mine: pieces.lines[0] },
  ])

  const mine = content([line('Ezine', 2, 90), line('Tulum', 1, 7)])
  expect(differencesOf(BEFORE, mine)).toEqual([
    { product_name: 'Ezine', now: line('Ezine', 2, 100), mine: line('Ezine', 2, 90) },
    { product_name: 'Lor', now: line('Lor', 3, 40), mine: undefined },
    { product_name: 'Tulum', now: undefined, mine: line('Tulum', 1, 7) },
  ])
})
