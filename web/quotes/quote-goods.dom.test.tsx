import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kurus } from '#contract/money.ts'
import { type AnswerItem, Quote } from '#contract/quotes.ts'
import { WIRE_QUOTE } from '../testing/samples.ts'
import { AnsweredGoods, RequestedGoods } from './quote-goods.tsx'

const offered = (product_id: string, fields: Partial<AnswerItem> = {}): AnswerItem => ({
  product_id,
  product_name: product_id,
  brand: '',
  unit: 'KG',
  quantity: 9,
  price: kurus(1000),
  vat_rate: 10,
  notes: null,
  ...fields,
})
const requested = ['Tulum', 'Kaya tuzu'].map(product_name => ({
  product_name,
  unit: 'KG',
  quantity: 2.5,
  price: kurus(0),
  notes: null,
}))

function shown(...items: AnswerItem[]) {
  const answer = { items, notes: null, valid_until: '2099-01-01', answered_at: '2026-03-10T08:00:00.000Z' }
  return renderToStaticMarkup(<AnsweredGoods answer={answer} requested={requested} />).replaceAll(/<[^>]+>/g, '')
}

test('a requested line without an answer is named, unless the answer does not state which lines it refers to', () => {
  expect(shown(offered('Tulum', { request_item: 0 }))).toContain('Şunlar için teklif veremedik: Kaya tuzu (2,5 KG)')
  expect(shown(offered('Tulum', { request_item: 0 }), offered('Tuz', { request_item: 1 }))).not.toContain('veremedik')
  expect(shown(offered('Tulum'))).not.toContain('veremedik')
})

test('an answer that was accepted in part shows what was ordered, and what was not', () => {
  const text = shown(
    offered('Tulum', { accepted_quantity: 4 }),
    offered('Otlu', { accepted_quantity: 0 }),
    offered('Ezine', { accepted_quantity: 0, new_unit: 'PAKET' }),
  )
  expect(text).toContain('4 KG × ₺10,00')
  expect(text).toContain('Tulum: stok yetmediği için teklifteki 9 KG yerine 4 KG sipariş edildi.')
  expect(text).toContain('Otlu: teklifteki 9 KG karşılanamadığı için sipariş edilmedi.')
  expect(text).toContain('Ezine: teklifteki 9 KG, birimi artık PAKET olduğu için sipariş edilmedi.')
  expect(text).not.toContain('9 KG × ₺10,00')
})

test('a requested price of 0 is shown as not given, an answered price of 0 as a price', () => {
  const wished = (price: number) => {
    const items = [{ product_name: 'Tulum', unit: 'ADET', quantity: 4, price: kurus(price), notes: null }]
    const quote = { ...z.decode(Quote, WIRE_QUOTE), items }
    return renderToStaticMarkup(<RequestedGoods quote={quote} requester="İsteğiniz" />).replaceAll(/<[^>]+>/g, '')
  }
  expect(wished(0)).toBe('İsteğinizTulum4 ADET · fiyat belirtilmedi')
  expect(wished(500)).toBe('İsteğinizTulum4 ADET × ₺5,00')
  expect(shown(offered('Tulum', { price: kurus(0) }))).toContain('9 KG × ₺0,00')
})
