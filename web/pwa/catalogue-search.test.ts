import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { categoriesOf, searchCatalogue } from './catalogue-search.ts'

const product = (name: string, brand: string, category: string, barcode: string | null = null): Product => ({
  id: `00000000-0000-4000-8000-${String(name.length).padStart(12, '0')}`,
  name,
  brand,
  category,
  price: kurus(100),
  unit: 'ADET',
  vat_rate: 10,
  stock_quantity: 5,
  expected_stock_date: null,
  image_url: null,
  barcode,
  description: '',
})
const CATALOGUE = [
  product('Üzüm Pekmezi', 'Koska', 'Şurup'),
  product('Vişne Şurubu', 'Monin', 'Şurup'),
  product('Şurup Pompası', 'Monin', 'Özel Ürünler'),
  product('Turşu Kurma Kiti', 'Kühne', 'Turşu', '8690000000017'),
  product('Acı Biber', 'Kühne', 'Turşu'),
  product('Çizik Zeytin', 'Marmarabirlik', 'Zeytinler'),
  product('İri Zeytin', 'Marmarabirlik', 'Zeytinler'),
]
const names = (search: string, category = '') =>
  searchCatalogue(CATALOGUE, { search, category }).map(({ name }) => name)

test.each([
  [
    'nothing: all, by the Turkish alphabet',
    '',
    ['Acı Biber', 'Çizik Zeytin', 'İri Zeytin', 'Şurup Pompası', 'Turşu Kurma Kiti', 'Üzüm Pekmezi', 'Vişne Şurubu'],
  ],
  [
    'a name’s beginning first, its words next, the category last',
    'surup',
    ['Şurup Pompası', 'Üzüm Pekmezi', 'Vişne Şurubu'],
  ],
  ['a word of the name before the category alone', 'ŞURUB', ['Vişne Şurubu']],
  ['without diacritics and case', 'TURS', ['Turşu Kurma Kiti', 'Acı Biber']],
  ['every word, wherever it stands', 'zeytin marmara', ['Çizik Zeytin', 'İri Zeytin']],
  ['a barcode', '869000', ['Turşu Kurma Kiti']],
  ['what nobody sells', 'havyar', []],
])('a search finds %s', (_, search, found) => {
  expect(names(search)).toEqual(found)
})

test('what fits the name’s beginning, a word’s beginning, its inside and only the category comes in that order', () => {
  const ranked = [
    product('Zeytinli Ezme', 'Ülker', 'Meze'),
    product('Yeşil Zeytin', 'Ülker', 'Meze'),
    product('Bol', 'Zeytindalı', 'Meze'),
    product('Acizeytin', 'Ülker', 'Meze'),
    product('Abur Cubur', 'Ülker', 'Zeytin'),
  ]
  const found = searchCatalogue([...ranked].reverse(), { search: 'zeytin', category: '' })
  expect(found.map(({ name }) => name)).toEqual(['Zeytinli Ezme', 'Bol', 'Yeşil Zeytin', 'Acizeytin', 'Abur Cubur'])
})

test('a category is filtered before it is searched', () => {
  expect(names('monin', 'Şurup')).toEqual(['Vişne Şurubu'])
})

test('the categories that have products come in Turkish order', () => {
  expect(categoriesOf(CATALOGUE)).toEqual(['Özel Ürünler', 'Şurup', 'Turşu', 'Zeytinler'])
})
