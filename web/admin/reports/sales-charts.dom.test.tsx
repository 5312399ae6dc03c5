import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { SalesReport } from '#contract/reports.ts'
import { openScreen, stubResizeObserver } from '../../testing/screen.ts'

const ONE = { orders: 1, revenue: kurus(30_000) }
const SALES: SalesReport = {
  from: '2026-03-10',
  to: '2026-03-10',
  // With a delivery fee of 50 lira.
  total: ONE,
  before: { orders: 0, revenue: kurus(0), from: '2026-03-09', to: '2026-03-09', until: null },
  by_day: [{ ...ONE, day: '2026-03-10' }],
  by_status: [
    { ...ONE, status: 'beklemede' },
    { orders: 1, revenue: kurus(1_000_000), status: 'iptal' },
  ],
  by_category: [
    { category: 'Peynir', quantity: 2, revenue: kurus(20_000) },
    { category: 'Bal', quantity: 1, revenue: kurus(5_000) },
  ],
  by_marketer: [],
  top_customers: [],
}

test('the amount of cancelled orders is not called revenue, and the shares of the categories add up to 100 %', async () => {
  stubResizeObserver()
  const { SalesCharts } = await import('./sales-charts.tsx')
  await openScreen(<SalesCharts sales={SALES} />)
  const cells = (label: string) =>
    [...document.querySelectorAll(`table[aria-label="${label}"] tr`)].map(row =>
      [...row.children].map(({ textContent }) => textContent),
    )
  expect(cells('Duruma göre siparişler')[0]).toEqual(['Durum', 'Sipariş', 'Tutar (KDV dahil)'])
  expect(cells('Kategoriye göre satış')).toEqual([
    ['Kategori', 'Ciro (KDV dahil)', 'Pay'],
    ['Peynir', '₺200,00', '%80,0'],
    ['Bal', '₺50,00', '%20,0'],
  ])
})

test('a customer leads to its orders of the period', async () => {
  stubResizeObserver()
  const { SalesCharts } = await import('./sales-charts.tsx')
  const customer = { ...ONE, customer_id: '2f6f3f0c-93c2-4f3c-8f5d-6f4d1f0f8a12', company_name: 'Lezzet' }
  await openScreen(<SalesCharts sales={{ ...SALES, from: '2026-03-01', top_customers: [customer] }} />)
  expect(document.querySelector('a')?.getAttribute('href')).toBe(
    `/admin/dashboard?tab=orders&customer_id=${customer.customer_id}&from=2026-03-01&to=2026-03-10`,
  )
})

test('a period with cancelled orders only is not said to have no orders, but no revenue', async () => {
  stubResizeObserver()
  const { SalesCharts } = await import('./sales-charts.tsx')
  const none = { orders: 0, revenue: kurus(0) }
  const cancelled = { ...SALES, total: none, by_day: [{ ...none, day: '2026-03-10' }], by_category: [] }
  const by_status = [{ orders: 3, revenue: kurus(1_000_000), status: 'iptal' as const }]
  await openScreen(<SalesCharts sales={{ ...cancelled, by_status }} />)
  const said = [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(said.filter(text => text.startsWith('Bu dönemde'))).toEqual(Array(4).fill('Bu dönemde ciro yok.'))
  expect(document.body.textContent).toContain('3 sipariş')
})
