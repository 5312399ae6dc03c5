import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kurus } from '#contract/money.ts'
import { Order } from '#contract/orders.ts'
import { CUSTOMER, NO_DELIVERY, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const ORDER = {
  ...z.decode(Order, z.parse(z.any(), WIRE_ORDER)),
  delivery_date: '2026-03-11',
  delivery_route: 'Kadıköy',
}

test('an order’s own day can be chosen again although the day is full', async () => {
  const server = await startServer()
  const cutoff = '2026-03-10T13:00:00.000Z'
  const days = ['2026-03-11', '2026-03-12', '2026-03-13'].map(date => ({ date, cutoff, is_full: date < '2026-03-13' }))
  const reply = { ...NO_DELIVERY, now: '2026-03-10T08:00:00.000Z', has_route: true, days }
  server.respond('GET /api/delivery/days', exchange => exchange.reply(200, reply))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { OrderDay } = await import('./order-day.tsx')
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <OrderDay order={ORDER} products={new Set()} value="2026-03-13" onChange={() => undefined} />
    </QueryClientProvider>,
  )
  const options = () => [...document.querySelectorAll('option')]
  await shows(() => options().length === 3)
  expect(options().map(({ disabled }) => disabled)).toEqual([false, true, false])
})

const PROMISED = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine',
  brand: '',
  quantity: 1,
  unit: 'KG',
  price: kurus(1_000),
  vat_rate: 10,
  total_price: kurus(1_000),
  expected_stock_date: '2026-03-12',
}

test.each([
  ['that it keeps', [PROMISED.product_id], true],
  ['but not of those that are removed', [], false],
])('an order that is moved says what comes only after its day, of the goods %s', async (_, kept, says) => {
  const server = await startServer()
  const cutoff = '2026-03-10T13:00:00.000Z'
  const days = ['2026-03-11', '2026-03-13'].map(date => ({ date, cutoff, is_full: false }))
  const reply = { ...NO_DELIVERY, now: '2026-03-10T08:00:00.000Z', has_route: true, days }
  server.respond('GET /api/delivery/days', exchange => exchange.reply(200, reply))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { OrderDay } = await import('./order-day.tsx')
  const moved: unknown[] = []
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <OrderDay
        order={{ ...ORDER, items: [PROMISED] }}
        products={new Set(kept)}
        value={undefined}
        onChange={day => moved.push(day)}
      />
    </QueryClientProvider>,
  )
  await shows(() => document.querySelectorAll('option').length === 2)
  const sentence = `İleri tarihi teslimat gününden sonra olan ürünler: Ezine (12.03.2026).`
  expect(document.body.textContent.includes(sentence)).toBe(says)
  if (says) await act(async () => button('Teslimatı 13.03.2026 Cuma gününe al').click())
  expect(moved).toEqual(says ? ['2026-03-13'] : [])
})
