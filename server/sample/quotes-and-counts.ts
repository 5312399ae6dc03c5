import { kurusOf } from '#contract/money.ts'
import type { NewQuote } from '#contract/quotes.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import { countProduct, finalizeCount, startCount } from '../counts/counts.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { answerQuote, declineQuote, requestQuote } from '../quotes/quotes.ts'

import type { SampleProduct } from './products.ts'

const HOUR = 60 * 60 * 1000
const wanted = (product_name: string, unit: string, quantity: number, lira: number, notes?: string) => ({
  product_name,
  unit,
  quantity,
  price: kurusOf(lira),
  notes: notes ?? null,
})

/** `answer` has the beginnings of the names of the offered products; the first such answer is declined. */
const REQUESTS: { hoursAgo: number; customer: number; request: NewQuote; answer?: string[] }[] = [
  {
    hoursAgo: 50,
    customer: 3,
    request: { items: [wanted('Ezine peyniri', 'ADET', 24, 6100)], notes: 'Haftalık düzenli alım düşünüyoruz.' },
    answer: ['Ezine Beyaz Peynir'],
  },
  {
    hoursAgo: 45,
    customer: 2,
    request: {
      items: [wanted('Trüf yağı 250 ml', 'ADET', 12, 640), wanted('Trüf ezmesi 500 g', 'ADET', 6, 1090)],
      notes: null,
    },
    answer: ['Trüf Yağı', 'Trüf Ezmesi'],
  },
  {
    hoursAgo: 4,
    customer: 1,
    request: { items: [wanted('Etiyopya çekirdek kahve', 'KG', 12.5, 780, 'Orta kavrum')], notes: null },
  },
  {
    hoursAgo: 2,
    customer: 0,
    request: {
      items: [wanted('Közlenmiş biber 5 kg', 'ADET', 30, 320)],
      notes: 'Cuma gününe kadar cevap rica ederiz.',
    },
  },
]

type SampleContext = {
  admin: Actor<'admin'>
  customers: Actor<'customer'>[]
  products: SampleProduct[]
  productIds: string[]
  now: Date
}

/** Sample data besides orders: quotes in every state but accepted, a finalized count and an open one. */
export async function fillQuotesAndCounts(tx: Tx, { admin, customers, products, productIds, now }: SampleContext) {
  // A small sample lacks some products, and some are not on sale.
  const called = (name: string | undefined) => {
    const isMeant = (one: SampleProduct) => name !== undefined && one.is_active && one.name.startsWith(name)
    return productIds[products.findIndex(isMeant)] ?? productIds[products.findIndex(one => one.is_active)]!
  }
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR)
  for (const [place, { hoursAgo, customer, request, answer }] of REQUESTS.entries()) {
    const requester = customers[customer % customers.length]!
    const { id } = await requestQuote(tx, requester, requester.id, request, before(hoursAgo))
    if (!answer) continue
    const answeredAt = before(hoursAgo - 3)
    const items = request.items.map(({ quantity, price }, i) => ({
      product_id: called(answer[i]),
      quantity: Math.ceil(quantity),
      price,
      notes: null,
    }))
    const valid_until = daysLater(istanbulDay(now), 14)
    await answerQuote(tx, admin, id, { items, notes: 'Fiyatlar KDV hariçtir.', valid_until }, answeredAt)
    if (place === 0) await declineQuote(tx, requester, id, {}, before(hoursAgo - 5))
  }

  const counted = productIds.filter((_, i) => i % 11 === 0)
  const figures = await tx
    .selectFrom('stock')
    .select(['product_id', 'on_hand'])
    .where('product_id', 'in', counted)
    .execute()
  const shelf = figures.toSorted((a, b) => counted.indexOf(a.product_id) - counted.indexOf(b.product_id))
  const done = await startCount(tx, admin, { count_date: istanbulDay(before(24)) }, before(3))
  for (const [i, { product_id, on_hand }] of shelf.entries()) {
    const counted_quantity = Math.max(0, on_hand + (i % 5 === 2 ? -2 : i % 7 === 3 ? 1 : 0))
    await countProduct(tx, done.id, { product_id, counted_quantity })
  }
  await withArrivalNotifications(tx, now, (tx, arrivals) => finalizeCount(tx, { actor: admin, now, arrivals }, done.id))
  const open = await startCount(tx, admin, { count_date: istanbulDay(now) }, now)
  for (const { product_id, on_hand } of shelf.slice(0, 3))
    await countProduct(tx, open.id, { product_id, counted_quantity: on_hand })
}
