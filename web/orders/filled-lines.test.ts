import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { MAX_ORDER_LINES } from '#contract/orders.ts'
import { lineOf } from '../cart/cart-line.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { filledLines } from './filled-lines.ts'
import { addOldLines, type Ordered } from './order-again.ts'

const ASKED = {
  product_id: CHEESE.id,
  product_name: 'Eski adı',
  quantity: 12,
  unit: 'KG',
  price: CHEESE.price,
  vat_rate: CHEESE.vat_rate,
  expected_stock_date: null,
}

/**
 * Orders twelve kilos of a product in this state again, with `inCart` kilos already in the cart; returns the report's
 * texts.
 */
function said(change: Partial<Product> | undefined, inCart = 0, asked: Ordered = ASKED) {
  const products = new Map(change ? [[CHEESE.id, { ...CHEESE, ...change }]] : [])
  const made = addOldLines([asked], products, inCart ? [lineOf(CHEESE, inCart)] : [])
  return filledLines([asked], products, made).map(({ added, sentences }) => [added, ...sentences])[0]
}

const DEARER = kurus(CHEESE.price + 1000)

test.each<[string, Partial<Product> | undefined, number, (string | undefined)[], Ordered?]>([
  ['is unchanged', {}, 0, ['12 KG']],
  ['is no longer sold', undefined, 0, [undefined, 'Eklenemedi: artık satışta değil.']],
  ['has run out', { stock_quantity: 0 }, 0, [undefined, 'Eklenemedi: stokta yok ve beklenen stok tarihi belli değil.']],
  ['is short', { stock_quantity: 5 }, 0, ['5 KG', 'Stok kadar eklendi: 12 KG yerine 5 KG.']],
  [
    'is short together with the quantity in the cart',
    { stock_quantity: 14 },
    9,
    ['5 KG', 'Stok kadar eklendi: 12 KG yerine 5 KG. Sepettekilerle birlikte en fazla 14 KG alınabilir.'],
  ],
  [
    'is already in the cart up to the stock',
    { stock_quantity: 5 },
    5,
    [undefined, 'Eklenemedi: alınabilecek 5 KG zaten sepette.'],
  ],
  [
    'is expected on a day',
    { stock_quantity: 0, expected_stock_date: '2099-12-01' },
    0,
    ['12 KG', 'Şu anda stokta yok; 01.12.2099 için ileri tarihli eklendi.'],
  ],
  [
    'is overdue',
    { stock_quantity: 0, expected_stock_date: '2026-01-01' },
    0,
    ['12 KG', 'Şu anda stokta yok; 01.01.2026 (gecikti) için ileri tarihli eklendi.'],
  ],
  [
    'is now sold by the packet',
    { unit: 'PAKET' },
    0,
    [undefined, 'Eklenemedi: birimi KG iken PAKET oldu; miktarını katalogdan seçin.'],
  ],
  [
    'is now sold by the packet, which the user has seen, and short',
    { unit: 'PAKET', stock_quantity: 5 },
    0,
    ['5 PAKET', 'Stok kadar eklendi: 12 PAKET yerine 5 PAKET.', 'Birimi KG iken PAKET oldu.'],
    { ...ASKED, wanted_unit: 'PAKET' },
  ],
])('the report on a line whose product %s', (_, change, inCart, expected, asked) => {
  expect(said(change, inCart, asked)).toEqual(expected)
})

test('a changed price is shown with the old one, together with a missing quantity', () => {
  const [added, ...sentences] = said({ price: DEARER, stock_quantity: 2 }) ?? []
  expect(added).toBe('2 KG')
  expect(sentences).toEqual([
    'Stok kadar eklendi: 12 KG yerine 2 KG.',
    expect.stringMatching(/^Fiyatı ₺[\d.,]+ iken ₺[\d.,]+ oldu\.$/),
  ])
})

test('lines that were not added come first, and a full cart accepts no new product', () => {
  const full = Array.from({ length: MAX_ORDER_LINES }, (_, nr) => lineOf({ ...CHEESE, id: `${nr}` }, 1))
  const items = [{ ...ASKED, product_id: '7' }, ASKED]
  const products = new Map(['7', CHEESE.id].map(id => [id, { ...CHEESE, id }]))
  expect(filledLines(items, products, addOldLines(items, products, full))).toMatchObject([
    {
      product_id: CHEESE.id,
      added: undefined,
      sentences: [`Eklenemedi: sepette en fazla ${MAX_ORDER_LINES} farklı ürün olabilir.`],
    },
    { product_id: '7', added: '12 KG', sentences: [] },
  ])
})
