import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { SearchableCatalogue } from './catalogue-search.ts'
import { CHEESE } from './sample-product.ts'

const product = (name: string, brand: string, category: string, barcode: string | null = null): Product => ({
  ...CHEESE,
  id: `00000000-0000-4000-8000-${String(name.length).padStart(12, '0')}`,
  name,
  brand,
  category,
  barcode,
})
const CATALOGUE = [
  product('Üzüm Pekmezi', 'Koska', 'Şurup'),
  product('Vişne Şurubu', 'Monin', 'Şurup'),
  product('Şurup Pompası', 'Monin', 'Özel Ürünler'),
  product('Turşu Kurma Kiti', 'Kühne', 'Turşu', '8690000000012'),
  product('Acı Biber', 'Kühne', 'Turşu'),
  product('Çizik Zeytin', 'Marmarabirlik', 'Zeytinler'),
  product('İri Zeytin', 'Marmarabirlik', 'Zeytinler'),
]
const names = (search: string, category = '') =>
  new SearchableCatalogue(CATALOGUE).find({ search, category }).map(({ name }) => name)

test.each([
  [
    'everything without a search text, in Turkish alphabetical order',
    '',
    ['Acı Biber', 'Çizik Zeytin', 'İri Zeytin', 'Şurup Pompası', 'Turşu Kurma Kiti', 'Üzüm Pekmezi', 'Vişne Şurubu'],
  ],
  [
    'a match at the name’s beginning first, then at a word’s, then in the category',
    'surup',
    ['Şurup Pompası', 'Üzüm Pekmezi', 'Vişne Şurubu'],
  ],
  ['a word as it is, then what a wrong letter hides', 'ŞURUB', ['Vişne Şurubu', 'Şurup Pompası', 'Üzüm Pekmezi']],
  ['without diacritics and case', 'TURS', ['Turşu Kurma Kiti', 'Acı Biber']],
  ['every word, in any field', 'zeytin marmara', ['Çizik Zeytin', 'İri Zeytin']],
  ['a barcode', '869000', ['Turşu Kurma Kiti']],
  ['a barcode padded to 14 digits', '08690000000012', ['Turşu Kurma Kiti']],
  ['nothing for an unknown product', 'havyar', []],
  ['what was copied with invisible characters', '\u202airi\u200bzeytin\u202c', ['İri Zeytin']],
  ['a word with a wrong letter', 'zeytun', ['Çizik Zeytin', 'İri Zeytin']],
])('a search finds %s', (_, search, found) => {
  expect(names(search)).toEqual(found)
})

test('matches are ranked: start of the name, start of a word, inside a word, brand, category only', () => {
  const ranked = [
    product('Zeytinli Ezme', 'Ülker', 'Meze'),
    product('Yeşil Zeytin', 'Ülker', 'Meze'),
    product('Bol', 'Zeytindalı', 'Meze'),
    product('Acizeytin', 'Ülker', 'Meze'),
    product('Abur Cubur', 'Ülker', 'Zeytin'),
  ]
  const found = new SearchableCatalogue([...ranked].reverse()).find({ search: 'zeytin', category: '' })
  expect(found.map(({ name }) => name)).toEqual(['Zeytinli Ezme', 'Yeşil Zeytin', 'Acizeytin', 'Bol', 'Abur Cubur'])
})

test.each([
  ['036000291452', '0036000291452'],
  ['0036000291452', '036000291452'],
  ['01234565', '0012345000065'],
  ['0012345000065', '01234565'],
])('the barcode %s is found as %s', (barcode, search) => {
  const corn = product('Mısır', 'Köy', 'Konserve', barcode)
  expect(new SearchableCatalogue([corn, ...CATALOGUE]).find({ search, category: '' })).toEqual([corn])
})

test('the category filter applies to the search', () => {
  expect(names('monin', 'Şurup')).toEqual(['Vişne Şurubu'])
})

test('the categories of the products are listed in Turkish order', () => {
  expect(new SearchableCatalogue(CATALOGUE).categories()).toEqual(['Özel Ürünler', 'Şurup', 'Turşu', 'Zeytinler'])
})
