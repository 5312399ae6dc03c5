import { expect, test } from 'vitest'
import { EntryMatcher } from '#contract/entry-matcher.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import {
  carried,
  type Decision,
  laterLines,
  remainderOf,
  repeatedProductIds,
  rowsIn,
  totalsOf,
} from './entered-rows.ts'

const goods = ['Havuç Turşusu 5 kg Kova', 'Lahana Turşusu 3 kg Kavanoz', 'Lahana Turşusu 10 kg Kova'].map(
  (name, i) => ({
    ...CHEESE,
    id: `${i}`,
    name,
    barcode: null,
    unit: 'ADET',
    stock_quantity: 10,
    expected_stock_date: null,
  }),
)
const matcher = new EntryMatcher(goods)
const rows = (text: string, decisions: readonly [number, Decision][] = []) =>
  rowsIn(text, matcher, { bought: new Set() }, new Map(decisions))
const brief = (text: string, decisions?: readonly [number, Decision][]) =>
  rows(text, decisions).map(({ product, quantity, fault }) => [product?.name, quantity, fault])

test('a line with a found product needs a whole quantity in the product’s unit', () => {
  expect(brief('havuç turşusu 3\nhavuç turşusu\nhavuç turşusu 1,5\n2 koli havuç turşusu\nhavuç turşusu 0')).toEqual([
    ['Havuç Turşusu 5 kg Kova', 3, undefined],
    ['Havuç Turşusu 5 kg Kova', undefined, 'Miktarı yazın'],
    ['Havuç Turşusu 5 kg Kova', 1.5, 'Miktar tam sayı olmalıdır'],
    ['Havuç Turşusu 5 kg Kova', 2, 'koli değil, ADET olarak yazın'],
    ['Havuç Turşusu 5 kg Kova', 0, 'Miktar en az 1 olmalıdır'],
  ])
})

test.each([
  ['1.250', 1250],
  ['1.250.000', 1_250_000],
  ['0.500', 0.5],
  ['1250.500', 1250.5],
])('%s is read as the quantity %d', (typed, quantity) => {
  expect(rows(`havuç turşusu ${typed}`)).toMatchObject([{ product: { name: 'Havuç Turşusu 5 kg Kova' }, quantity }])
})

test.each([
  ['036000291452', '0036000291452'],
  ['0036000291452', '036000291452'],
  ['01234565', '0012345000065'],
  ['012345000065', '01234565'],
])('the barcode %s is found as %s', (barcode, entered) => {
  const corn = { ...goods[0]!, id: 'corn', name: 'Mısır', barcode }
  const found = rowsIn(`${entered}\t3`, new EntryMatcher([...goods, corn]), { bought: new Set() }, new Map())
  expect(found).toMatchObject([{ product: corn, quantity: 3, fault: undefined }])
})

test('of products with different spellings of an entered barcode, the one with the entered spelling is found', () => {
  const [upc, ean] = ['036000291452', '0036000291452'].map(barcode => ({ ...goods[0]!, id: barcode, barcode }))
  const [row] = rowsIn('0036000291452 2', new EntryMatcher([upc!, ean!]), { bought: new Set() }, new Map())
  expect(row).toMatchObject({ product: ean, quantity: 2, fault: undefined })
})

test('a barcode that several products have suggests all of them', () => {
  const both = goods.slice(0, 2).map(product => ({ ...product, barcode: '8690000000017' }))
  const suggested = new EntryMatcher(both).suggest('8690000000017 3', new Set())
  expect(suggested).toEqual(both.map(product => ({ product, quantity: 3 })))
})

test('a typed quantity is in the product’s unit, and a chosen product is used', () => {
  expect(brief('2 koli havuç turşusu\nlahana turşusu 2', [[0, { quantity: 6 }]])).toEqual([
    ['Havuç Turşusu 5 kg Kova', 6, undefined],
    [undefined, 2, 'Hangi ürün?'],
  ])
  expect(brief('lahana turşusu 2', [[0, { product_id: '2' }]])).toEqual([['Lahana Turşusu 10 kg Kova', 2, undefined]])
})

test('a bare number that is the size of the chosen product is not its quantity', () => {
  const size = 'lahana 10'
  expect(brief(size)).toEqual([[undefined, 10, 'Hangi ürün?']])
  expect(brief(size, [[0, { product_id: '2' }]])).toEqual([['Lahana Turşusu 10 kg Kova', undefined, 'Miktarı yazın']])
  expect(brief(size, [[0, { product_id: '1' }]])).toEqual([['Lahana Turşusu 3 kg Kavanoz', 10, undefined]])
  expect(brief(size, [[0, { product_id: '2', quantity: 10 }]])).toEqual([['Lahana Turşusu 10 kg Kova', 10, undefined]])
  const marked: [number, Decision][] = [[0, { product_id: '2' }]]
  for (const line of ['lahana x10', '10 lahana'])
    expect(brief(line, marked)).toEqual([['Lahana Turşusu 10 kg Kova', 10, undefined]])
})

test('lines of one product are added up, and the stock must cover their sum', () => {
  const twice = rows('havuç turşusu 4\nHAVUÇ TURŞUSU x5')
  expect([...totalsOf(twice)]).toEqual([['0', 9]])
  expect([...repeatedProductIds(twice)]).toEqual(['0'])
  expect(brief('havuç turşusu 4\nhavuç turşusu 7')).toEqual([
    ['Havuç Turşusu 5 kg Kova', 4, 'Stokta 10 ADET var'],
    ['Havuç Turşusu 5 kg Kova', 7, 'Stokta 10 ADET var'],
  ])
})

test('an unknown line remains for the user, and a line that is left out disappears', () => {
  expect(brief('ejder meyvesi 3\nhavuç turşusu 1', [[1, { isLeftOut: true }]])).toEqual([[undefined, 3, 'Bulunamadı']])
})

test('500 lines are read at a time, and no further line is lost', () => {
  const text = ['havuç turşusu', ...Array.from({ length: 501 }, (_, i) => `ezine ${i + 2}`)].join('\n\n')
  expect(rows(text)).toHaveLength(500)
  expect(laterLines(text)).toEqual(['ezine 501', 'ezine 502'])
  const decided: [number, Decision][] = Array.from({ length: 499 }, (_, i) => [i + 1, { isLeftOut: true }])
  const { text: remaining } = remainderOf(rows(text, decided), text, { text, decisions: new Map(decided) })
  expect(remaining).toBe('havuç turşusu\nezine 501\nezine 502')
})

/** What remains of a text and the decisions about it, after another text was entered while its rows were added. */
function remainder(text: string, decisions: readonly [number, Decision][], present = text, now = decisions) {
  const left = remainderOf(rows(text, decisions), text, { text: present, decisions: new Map(now) })
  return [left.text, [...left.decisions]]
}

test('lines that are typed while others are put into the cart remain', () => {
  const text = 'havuç turşusu 1\nejder meyvesi 3\nhavuç turşusu 2'
  expect(remainder(text, [], `${text}\nhavuç turşusu 1\nlahana turşusu 4`)).toEqual([
    'ejder meyvesi 3\nhavuç turşusu 1\nlahana turşusu 4',
    [],
  ])
  expect(remainder(text, [], 'havuç turşusu 9')).toEqual(['havuç turşusu 9', []])
  expect(remainder(text, [], 'ejder meyvesi 3\nhavuç turşusu 2\nhavuç turşusu 1')).toEqual(['ejder meyvesi 3', []])
})

test('the decisions about remaining lines are kept, and left-out lines do not remain', () => {
  const [six, second, out] = [{ quantity: 6 }, { product_id: '1', quantity: 2 }, { isLeftOut: true }]
  // Of the two equal lines, the second is decided and put into the cart.
  const decisions: [number, Decision][] = [
    [1, six],
    [2, second],
    [3, out],
    [4, out],
  ]
  const text = 'havuç turşusu 1\nlahana turşusu\nlahana turşusu\nejder meyvesi 3\nhavuç turşusu 2\nnohut 4'
  const left = 'lahana turşusu\nnohut 4'
  expect(remainder(text, decisions)).toEqual([left, [[0, six]]])
  expect(remainder(text, decisions, `${text}\nhavuç turşusu 1`)).toEqual([`${left}\nhavuç turşusu 1`, [[0, six]]])
})

test('decisions about lines are kept when other lines of the text change', () => {
  const [out, six] = [{ isLeftOut: true }, { quantity: 6 }]
  const after = (before: string, changed: string) => [
    ...carried(
      new Map<number, Decision>([
        [0, out],
        [2, six],
      ]),
      before,
      changed,
    ),
  ]
  expect(after('a\nb\nc', 'a\nb\nc\nd')).toEqual([
    [0, out],
    [2, six],
  ])
  expect(after('a\nb\nc', 'a\nc')).toEqual([
    [0, out],
    [1, six],
  ])
  expect(after('a\nb\nc', 'x\nb\nc')).toEqual([[2, six]])
  expect(after('a\nb\nc', '')).toEqual([])
})
