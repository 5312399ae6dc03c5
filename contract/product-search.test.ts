import { expect, test } from 'vitest'
import { ProductSearch, productSearchText, resembles } from './product-search.ts'
import { searchWords } from './turkish.ts'

const product = (
  name: string,
  position: number,
  category = 'Gıda',
  barcode: string | null = null,
  brand = 'Yayla',
) => ({ name, position, searchText: productSearchText({ name, brand, barcode, category }) })

function searchIn(names: string[]) {
  const sorted = names.map((name, position) => product(name, position))
  const search = new ProductSearch<(typeof sorted)[number]>()
  for (const one of sorted) search.add(one)
  const find = (text: string) => search.find(searchWords(text), sorted)
  return {
    search,
    sorted,
    names: (text: string) =>
      find(text)
        .flat()
        .map(({ name }) => name),
    forgiven: (text: string) =>
      find(text)
        .slice(5)
        .flat()
        .map(({ name }) => name),
  }
}

test.each([
  ['a different letter', 'peynur', 'peynir', true],
  ['a missing letter', 'penir', 'peynir', true],
  ['a missing letter before the last', 'peynr', 'peynir', true],
  ['a missing letter before the last, in a longer word', 'peynr', 'peyniri', true],
  ['an additional letter', 'peyynir', 'peynir', true],
  ['two neighbours exchanged', 'pyenir', 'peynir', true],
  ['the last two exchanged', 'peynri', 'peynir', true],
  ['a different last letter', 'peyniz', 'peynir', true],
  ['an additional letter at the end', 'peynirr', 'peynir', true],
  ['a beginning with a different letter', 'peynurl', 'peynirli', true],
  ['two different letters', 'peymur', 'peynir', false],
  ['a different first letter', 'beynir', 'peynir', false],
  ['words with the same beginning only', 'salam', 'salata', false],
  ['an exact beginning', 'peyni', 'peynir', false],
  ['another word', 'zeytin', 'peynir', false],
])('whether a typed word resembles another except for one letter: %s', (_, typed, word, isLike) => {
  expect(resembles(typed, word)).toBe(isLike)
})

test('products with one wrong letter follow all exact ones, in the order of their names', () => {
  const { names, forgiven } = searchIn(['Acı Ezime', 'Beyaz Ezine', 'Ezine Peyniri', 'Ezone', 'Kaşar', 'Sucuk'])
  expect(names('ezine')).toEqual(['Ezine Peyniri', 'Beyaz Ezine', 'Acı Ezime', 'Ezone'])
  expect(forgiven('ezine')).toEqual(['Acı Ezime', 'Ezone'])
  expect(names('KASAR peynri')).toEqual([])
  expect(names('ezine peynri')).toEqual(['Ezine Peyniri'])
  expect(names('EZIEN')).toEqual(['Beyaz Ezine', 'Ezine Peyniri'])
})

test('the name ranks before brand and barcode, and these before the category', () => {
  const sorted = [
    product('Ayran', 0, 'Süt ürünleri'),
    product('Gravyer', 1, 'Peynir', null, 'Sütpınarı'),
    product('Hindistan Cevizi Sütü', 2),
    product('Keçi Peyniri', 3, 'Süt ürünleri', null, 'Sütpınarı'),
    product('Süt', 4),
    product('Yarımsüt', 5),
  ]
  const search = new ProductSearch<(typeof sorted)[number]>()
  for (const one of sorted) search.add(one)
  const ranks = (text: string) => search.find(searchWords(text), sorted).map(found => found.map(({ name }) => name))
  expect(ranks('süt')).toEqual([
    ['Süt'],
    ['Hindistan Cevizi Sütü'],
    ['Yarımsüt'],
    ['Gravyer', 'Keçi Peyniri'],
    ['Ayran'],
    [],
    [],
    [],
  ])
  expect(ranks('peynir sütpınarı')).toEqual([[], [], [], ['Keçi Peyniri'], ['Gravyer'], [], [], []])
})

test('a word with a forgiven letter ranks in the name before brand and barcode, and these before the category', () => {
  const sorted = [
    product('Çökelek', 0, 'Peynir'),
    product('Ekmek', 1, 'Fırın', null, 'Peynirci'),
    product('Keçi Peyniri', 2, 'Süt ürünleri'),
    product('Lor', 3, 'Peynir'),
    product('Peynir', 4, 'Peynir'),
    product('Tulum', 5, 'Peynir', null, 'Peynirci'),
  ]
  const search = new ProductSearch<(typeof sorted)[number]>()
  for (const one of sorted) search.add(one)
  const forgiven = (text: string) =>
    search
      .find(searchWords(text), sorted)
      .slice(5)
      .map(found => found.map(({ name }) => name))
  expect(forgiven('peynr')).toEqual([
    ['Keçi Peyniri', 'Peynir'],
    ['Ekmek', 'Tulum'],
    ['Çökelek', 'Lor'],
  ])
  expect(forgiven('keçi peynr')).toEqual([['Keçi Peyniri'], [], []])
  expect(forgiven('tulum peynr')).toEqual([[], ['Tulum'], []])
  expect(forgiven('lor peynr')).toEqual([[], [], ['Lor']])
})

test('removing a product that was not added removes no other', () => {
  const { search, names } = searchIn(['Bal', 'Çam Balı'])
  search.remove(product('Bal', 0))
  expect(names('bal')).toEqual(['Bal', 'Çam Balı'])
})

test('a search of any number of words finds the products that have each word, exactly or with one wrong letter', () => {
  let random = 1
  const one = <T>(list: readonly T[]): T => {
    random = (random * 48_271) % 2_147_483_647
    return list[random % list.length]!
  }
  const WORDS = [
    'peynir',
    'peynur',
    'beyaz',
    'bayaz',
    'kola',
    'koli',
    'sut',
    'tam',
    'tamyagli',
    '500',
    '50',
    '869',
    '5kg',
  ]
  const some = (most: number) => Array.from({ length: one([1, 2, most]) }, () => one(WORDS))
  const { search, sorted } = searchIn(Array.from({ length: 200 }, () => some(6).join(' ')))
  const isKnown = (word: string) => sorted.some(({ searchText }) => searchText.includes(word))
  for (let round = 0; round < 300; round++) {
    const words = some(8)
    const matches = sorted.flatMap(({ name, searchText }) => {
      const isForgiven = (word: string) =>
        /^[a-z]+$/.test(word) &&
        (word.length >= 5 || (word.length === 4 && !isKnown(word))) &&
        searchText.split(/[ \n]/).some(indexed => resembles(word, indexed))
      const missing = words.filter(word => !searchText.includes(word))
      return missing.every(isForgiven) ? [{ name, isExact: missing.length === 0 }] : []
    })
    const found = search.find(words, sorted)
    const names = (products: readonly { name: string }[] = []) => products.map(({ name }) => name)
    const inexact = found.slice(5).flat()
    expect(names(inexact).sort(), words.join(' ')).toEqual(names(matches.filter(({ isExact }) => !isExact)).sort())
    const exact = found.slice(0, 5).flat()
    expect(names(exact).sort()).toEqual(names(matches.filter(({ isExact }) => isExact)).sort())
    for (const products of found) expect(products).toEqual([...products].sort((a, b) => a.position - b.position))
  }
})

test('wrong letters in short words are not forgiven, and those of four letters only if no product has them', () => {
  const { names } = searchIn(['Bal', 'Kola', 'Koli Bandı', 'Süt'])
  expect(names('bak')).toEqual([])
  expect(names('kola')).toEqual(['Kola'])
  expect(names('kolo')).toEqual(['Kola', 'Koli Bandı'])
})

test('a wrong digit is not forgiven, because it means another product', () => {
  const one = product('Bal 12345', 0, 'Gıda', '8690000000017')
  const search = new ProductSearch<typeof one>()
  search.add(one)
  for (const text of ['8690000000018', '12346']) expect(search.find(searchWords(text), [one]).flat()).toEqual([])
  expect(search.find(['12345'], [one]).flat()).toEqual([one])
})

test('a removed product is no longer found by any of its words', () => {
  const { search, sorted, names } = searchIn(['Beyaz Peynir', 'Peynir'])
  search.remove(sorted[1]!)
  expect(names('peynir')).toEqual(['Beyaz Peynir'])
  search.remove(sorted[0]!)
  for (const text of ['peynir', 'beyaz', 'yayla', 'gıda', 'peynur']) expect(names(text)).toEqual([])
})

test('a repeated word counts once, and the order of words does not matter', () => {
  const { names } = searchIn(['Beyaz Peynir', 'Peynir Beyazı', 'Süt'])
  expect(names('peynir peynir beyaz')).toEqual(['Beyaz Peynir', 'Peynir Beyazı'])
  expect(names('yayla gida sut')).toEqual(['Süt'])
})
