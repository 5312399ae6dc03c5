import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { listText } from './list-text.ts'

const lor = { ...CHEESE, stock_quantity: 2_000, id: 'lor', name: 'Lor', unit: 'KG', price: kurus(10_000), vat_rate: 10 }
const salt = { ...CHEESE, id: 'tuz', name: 'Tuz', unit: 'ADET', price: kurus(2_500), vat_rate: 20 }
const ROWS = { products: new Map([lor, salt].map(product => [product.id, product])), shelves: new Map() }
const lines = [lor, salt, { id: 'eski', name: 'Satılmayan', unit: 'ADET' }].map(({ id, name, unit }) => ({
  product_id: id,
  product_name: name,
  unit,
}))

test('the wanted quantities of a list become a message with today’s totals', () => {
  const quantities = new Map([
    ['lor', 1250],
    ['eski', 3],
  ])
  const text = listText({ name: 'Pazartesi', lines }, id => ({ quantity: quantities.get(id) ?? 0 }), ROWS)
  expect(text.split('\n')).toEqual([
    'Pazartesi',
    '',
    '1.250 KG Lor – ₺125.000,00',
    '',
    'Ara toplam: ₺125.000,00',
    'KDV: ₺12.500,00',
    'Genel toplam: ₺137.500,00',
  ])
})

test('a list without wanted quantities becomes a message with all of its products', () => {
  const text = listText({ name: 'Pazartesi', lines }, () => ({ quantity: 0 }), ROWS)
  expect(text).toBe('Pazartesi\n\n• Lor\n• Tuz\n• Satılmayan')
})

test('a message has what can be ordered today of the wanted quantities', () => {
  const few = { ...lor, stock_quantity: 3 }
  const none = { ...salt, stock_quantity: 0 }
  const rows = { ...ROWS, products: new Map([few, none].map(product => [product.id, product])) }
  const text = listText({ name: 'Pazartesi', lines }, () => ({ quantity: 8 }), rows)
  expect(text.split('\n').slice(2, 4)).toEqual(['3 KG Lor – ₺300,00', ''])
})

test('a quantity that was entered in a former unit of its product is left out of the message', () => {
  const wanted = (id: string) => (id === 'lor' ? { quantity: 8, unit: 'ADET' } : { quantity: 2, unit: 'ADET' })
  const text = listText({ name: 'Pazartesi', lines }, wanted, ROWS)
  expect(text.split('\n').slice(2, 4)).toEqual(['2 ADET Tuz – ₺50,00', ''])
})
