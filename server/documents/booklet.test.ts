import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPdf } from '../testing/pdf.ts'
import { type Booklet, drawBooklet, type Part } from './booklet.ts'
import { HEIGHTS, layOut, PAGE } from './booklet-layout.ts'
import { fitLines, printable } from './booklet-text.ts'

const sections = fc.array(fc.record({ rows: fc.integer({ min: 1, max: 60 }) }), { minLength: 1, maxLength: 90 })

test('no rows overlap each other or the foot of a page, and at least two follow a heading', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), sections, (facts, list) => {
      const { pages, entries, blocks, contentsAt } = layOut(facts, list)
      const head = HEIGHTS.sectionHead + HEIGHTS.columnHead
      let [page, y] = [1, contentsAt]
      for (const entry of entries) {
        expect([entry.page, entry.y]).toSatisfy(([at, top]) => at > page || (at === page && top >= y))
        page = entry.page
        y = entry.y + HEIGHTS.entry
        expect(y).toBeLessThanOrEqual(PAGE.bottom)
      }
      for (const block of blocks) {
        expect([block.page, block.y]).toSatisfy(([at, top]) => at > page || (at === page && top >= y))
        expect(block.rows).toBeGreaterThanOrEqual(block.isContinued ? 1 : Math.min(2, list[block.section]!.rows))
        page = block.page
        y = block.y + head + block.rows * HEIGHTS.row
        expect(y).toBeLessThanOrEqual(PAGE.bottom)
      }
      expect(pages).toBe(page)
      expect(entries).toHaveLength(list.length > 1 ? list.length : 0)
      const dealt = list.map((_, i) => blocks.filter(block => block.section === i))
      expect(dealt.map(own => own.reduce((sum, { rows }) => sum + rows, 0))).toEqual(list.map(({ rows }) => rows))
      for (const own of dealt) expect(own.map(block => block.isContinued)).toEqual(own.map((_, i) => i > 0))
    }),
    { numRuns: 100 },
  )
})

test('a text is cut to a number of lines, between words if possible, and ends in … if it was cut', () => {
  const measure = (text: string) => text.length
  const words = fc.string({ unit: fc.constantFrom('a', 'ş', ' ', '-', 'W'), maxLength: 80 }).map(printable)
  fc.assert(
    fc.property(words, fc.integer({ min: 3, max: 30 }), fc.integer({ min: 1, max: 3 }), (text, width, most) => {
      const lines = fitLines(text, width, most, measure)
      expect(lines.length).toBeLessThanOrEqual(most)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
      const shown = lines.join('').replaceAll(' ', '')
      const whole = text.replaceAll(' ', '')
      expect(shown === whole || (shown.endsWith('…') && whole.startsWith(shown.slice(0, -1)))).toBe(true)
      if (text.length <= width) expect(lines).toEqual(text ? [text] : [])
    }),
  )
  expect(fitLines('Ezine Beyaz Peynir 600 g', 12, 2, measure)).toEqual(['Ezine Beyaz', 'Peynir 600 g'])
  expect(fitLines('Ezine Beyaz Peynir 600 g', 10, 2, measure)).toEqual(['Ezine', 'Beyaz Pey…'])
})

test.each([
  ['Şeker  pembe\n½ kg', 'Şeker pembe ½ kg'],
  ['s\u0327', 'ş'],
  ['çay \u{1F343} yeşil', 'çay yeşil'],
  ['\u{1F343}', '?'],
  ['茶 1 kg', '? 1 kg'],
  ['a\u202Eb\u00ADc\u200D', 'abc'],
  ['Печенье ΑΩ €₺™', 'Печенье ΑΩ €₺™'],
  [' ', ''],
])('%j is printed as %j', (text, printed) => expect(printable(text)).toBe(printed))

const booklet = (rows: number): Booklet => ({
  language: 'tr',
  publisher: 'Yayla',
  title: 'Liste',
  day: '10.03.2026',
  made: new Date('2026-03-10T00:00:00Z'),
  facts: [],
  footnote: 'Not',
  contents: 'İçindekiler',
  pageOf: '{page} / {pages}',
  continued: '{title} (devam)',
  titleLabel: 'Ad',
  columns: [{ label: 'Sayı', width: 60, align: 'right' }],
  sections: [{ title: 'Bölüm $& bir', amount: `${rows}`, mark: 'B', rows }],
})

async function* rowsOf(count: number): AsyncGenerator<Part> {
  for (let i = 0; i < count; i++)
    yield {
      rows: [{ title: `Satır ${i}`, subtitle: '', cells: [`${i}`], remark: '', picture: undefined }],
      pictures: new Map(),
    }
}

test('an error while drawing is reported and leaves no thread, and the same booklet is drawn identically twice', async () => {
  const threads: Worker[] = []
  const note = (thread: Worker) => threads.push(thread)
  process.on('worker', note)
  await expect(drawBooklet(booklet(3), rowsOf(3), { megabytes: 4 })).rejects.toThrow(/memory|died/)
  await expect(drawBooklet(booklet(3), rowsOf(3), { seconds: 0.02 })).rejects.toThrow('within 0.02 s')
  await expect(drawBooklet(booklet(1), rowsOf(3))).rejects.toThrow('more rows than the sections have')
  await expect(drawBooklet(booklet(3), broken())).rejects.toThrow('the rows are gone')
  const pieces = await drawBooklet(booklet(30), rowsOf(30))
  const again = await drawBooklet(booklet(30), rowsOf(30))
  process.off('worker', note)
  // The id of an ended thread is -1.
  expect(threads.map(thread => thread.threadId)).toEqual([-1, -1, -1, -1, -1, -1])
  expect(Buffer.concat(pieces).equals(Buffer.concat(again))).toBe(true)
  const { pages } = await readPdf(Buffer.concat(pieces))
  expect(pages).toHaveLength(2)
  expect(pages[1]!.text).toContain('Bölüm $& bir (devam)')
  expect(pages[1]!.text).toContain('2 / 2')
})

async function* broken(): AsyncGenerator<Part> {
  yield* rowsOf(1)
  throw new Error('the rows are gone')
}
