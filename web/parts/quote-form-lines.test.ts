import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { MAX_QUOTE_LINES } from '#contract/quotes.ts'
import { type DraftLine, type LineFaults, lacks, refusalOf, sortedLines } from './quote-form-lines.ts'

const WHOLE: DraftLine = { id: 'a', product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: 1250.5, notes: '' }
const ITEM = { product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: kurus(125_050), notes: null }
const BLANK: DraftLine = { id: 'b', product_name: '', unit: 'ADET', notes: '' }

test.each<[string, Partial<DraftLine>]>([
  ['as it is', {}],
  ['for nothing', { price: 0 }],
  ['once', { quantity: 1 }],
  ['in hundredths', { quantity: 1.01 }],
])('a whole line is sent %s', (_, change) => {
  const { quantity = 2.5, price = 1250.5 } = change
  expect(sortedLines([{ ...WHOLE, ...change }])).toEqual({
    items: [{ ...ITEM, quantity, price: kurus(price * 100) }],
    incomplete: [],
    faults: new Map(),
  })
})

test.each<[string, Partial<DraftLine>, LineFaults]>([
  ['name', { product_name: '  ' }, { product_name: 'Ürün adı girin' }],
  ['unit', { unit: '' }, { unit: 'Birim seçin' }],
  ['quantity', { quantity: undefined }, { quantity: 'Miktar girin' }],
  ['price', { price: undefined }, { price: 'Fiyat girin' }],
  ['quantity and price', { quantity: undefined, price: undefined }, { quantity: 'Miktar girin', price: 'Fiyat girin' }],
])('a line without %s is dropped, and the others are sent', (_, change, lacking) => {
  const line = { ...WHOLE, id: 'c', ...change }
  const sorted = sortedLines([line, WHOLE, BLANK])
  expect(sorted).toEqual({ items: [ITEM], incomplete: [line], faults: new Map() })
  expect(lacks(sorted.incomplete)).toEqual(new Map([['c', lacking]]))
})

test.each<[string, Partial<DraftLine>, LineFaults]>([
  ['less than one', { quantity: 0.99 }, { quantity: 'Miktar en az 1 olmalıdır' }],
  ['thousandths', { quantity: 1.005 }, { quantity: 'Miktar en fazla iki ondalık basamaklı olabilir' }],
  ['no number', { quantity: Number.NaN }, { quantity: 'Miktar bir sayı olmalıdır' }],
  ['a price below nothing', { price: -1 }, { price: 'Fiyat 0 veya daha büyük olmalıdır' }],
  ['a price that is no number', { price: Number.NaN }, { price: 'Fiyat bir sayı olmalıdır' }],
  ['too long a name', { product_name: 'ü'.repeat(201) }, { product_name: 'Ürün adı en fazla 200 karakter olabilir' }],
])('a whole line with %s is not dropped; it is said what is wrong', (_, change, faults) => {
  const sorted = sortedLines([
    { ...WHOLE, ...change },
    { ...WHOLE, id: 'd' },
  ])
  expect(sorted).toEqual({ items: [ITEM], incomplete: [], faults: new Map([['a', faults]]) })
})

test('with no line left, or too many, nothing can be sent', () => {
  const { items } = sortedLines([BLANK, { ...WHOLE, price: undefined }])
  expect(refusalOf(items)).toBe('En az bir ürün ekleyin')
  const many = sortedLines(Array.from({ length: MAX_QUOTE_LINES + 1 }, (_, i) => ({ ...WHOLE, id: String(i) })))
  expect(refusalOf(many.items)).toBe('Bir talepte en fazla 100 satır olabilir')
  expect(refusalOf(many.items.slice(1))).toBeUndefined()
})
