import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { MAX_QUOTE_LINES } from '#contract/quotes.ts'
import { checkLines, type DraftLine, type LineErrors, listError, missingFieldErrors } from './quote-form-lines.ts'

const WHOLE: DraftLine = { id: 'a', product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: 1250.5, notes: '' }
const ITEM = { product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: kurus(125_050), notes: null }
const BLANK: DraftLine = { id: 'b', product_name: '', unit: 'ADET', notes: '' }

test.each<[string, Partial<DraftLine>]>([
  ['as it is', {}],
  ['for nothing', { price: 0 }],
  ['once', { quantity: 1 }],
  ['in hundredths', { quantity: 1.01 }],
])('a complete line is sent %s', (_, change) => {
  const { quantity = 2.5, price = 1250.5 } = change
  expect(checkLines([{ ...WHOLE, ...change }])).toEqual({
    items: [{ ...ITEM, quantity, price: kurus(price * 100) }],
    incomplete: [],
    faults: new Map(),
  })
})

test.each<[string, Partial<DraftLine>, LineErrors]>([
  ['name', { product_name: '  ' }, { product_name: 'Ürün adı girin' }],
  ['unit', { unit: '' }, { unit: 'Birim seçin' }],
  ['quantity', { quantity: undefined }, { quantity: 'Miktar girin' }],
  ['price', { price: undefined }, { price: 'Fiyat girin' }],
  ['quantity and price', { quantity: undefined, price: undefined }, { quantity: 'Miktar girin', price: 'Fiyat girin' }],
])('a line without %s is dropped, and the others are sent', (_, change, missing) => {
  const line = { ...WHOLE, id: 'c', ...change }
  const checked = checkLines([line, WHOLE, BLANK])
  expect(checked).toEqual({ items: [ITEM], incomplete: [line], faults: new Map() })
  expect(missingFieldErrors(checked.incomplete)).toEqual(new Map([['c', missing]]))
})

test.each<[string, Partial<DraftLine>, LineErrors]>([
  ['less than one', { quantity: 0.99 }, { quantity: 'Miktar en az 1 olmalıdır' }],
  ['thousandths', { quantity: 1.005 }, { quantity: 'Miktar en fazla iki ondalık basamaklı olabilir' }],
  ['no number', { quantity: Number.NaN }, { quantity: 'Miktar bir sayı olmalıdır' }],
  ['a price below nothing', { price: -1 }, { price: 'Fiyat 0 veya daha büyük olmalıdır' }],
  ['a price that is no number', { price: Number.NaN }, { price: 'Fiyat bir sayı olmalıdır' }],
  ['too long a name', { product_name: 'ü'.repeat(201) }, { product_name: 'Ürün adı en fazla 200 karakter olabilir' }],
])('a complete line with %s is not dropped, but reported as invalid', (_, change, faults) => {
  const checked = checkLines([
    { ...WHOLE, ...change },
    { ...WHOLE, id: 'd' },
  ])
  expect(checked).toEqual({ items: [ITEM], incomplete: [], faults: new Map([['a', faults]]) })
})

test('without lines, or with too many, nothing can be sent', () => {
  const { items } = checkLines([BLANK, { ...WHOLE, price: undefined }])
  expect(listError(items)).toBe('En az bir ürün ekleyin')
  const many = checkLines(Array.from({ length: MAX_QUOTE_LINES + 1 }, (_, i) => ({ ...WHOLE, id: String(i) })))
  expect(listError(many.items)).toBe('Bir talepte en fazla 100 satır olabilir')
  expect(listError(many.items.slice(1))).toBeUndefined()
})
