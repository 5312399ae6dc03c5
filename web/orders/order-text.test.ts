import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { orderText } from './order-text.ts'

test('an order becomes a message with its lines, sums and note', () => {
  const line = { product_id: '', brand: '', vat_rate: 10, price: kurus(10_000), expected_stock_date: null }
  const order: Parameters<typeof orderText>[0] = {
    id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
    status: 'beklemede',
    created_at: '2026-11-24T07:05:00.000Z',
    user_company: 'Lezzet Market',
    items: [
      { ...line, product_name: 'Ezine Peyniri', quantity: 1250, unit: 'KG', total_price: kurus(12_500_000) },
      {
        ...line,
        product_name: 'Turşu',
        quantity: 2,
        unit: 'ADET',
        total_price: kurus(20_000),
        expected_stock_date: '2026-12-01',
      },
    ],
    subtotal: kurus(12_520_000),
    total_vat: kurus(1_252_000),
    grand_total: kurus(13_772_000),
    notes: 'Arka kapı',
    delivery_date: null,
    delivery_fee: kurus(0),
  }
  expect(orderText(order).split('\n')).toEqual([
    'Sipariş 6f9c2c2e · 24.11.2026 10:05',
    'Lezzet Market',
    '',
    '1.250 KG Ezine Peyniri – ₺125.000,00',
    '2 ADET Turşu (ileri tarihli: 01.12.2026) – ₺200,00',
    '',
    'Ara toplam: ₺125.200,00',
    'KDV: ₺12.520,00',
    'Genel toplam: ₺137.720,00',
    '',
    'Not: Arka kapı',
  ])
  expect(orderText({ ...order, status: 'iptal' })).toContain('10:05\nDurum: İptal\nLezzet Market\n')
  const delivered = { ...order, delivery_date: '2026-11-26', delivery_fee: kurus(5_000) }
  expect(orderText(delivered)).toContain('Lezzet Market\nTeslimat: 26.11.2026 Perşembe\n\n')
  expect(orderText(delivered)).toContain('\nTeslimat ücreti: ₺50,00\nGenel toplam: ')
})
