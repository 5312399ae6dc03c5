import { hashPassword } from '../auth/passwords.ts'
import { insertProducts } from '../catalogue/products.ts'
import { createCustomer } from '../customers/customers.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { storeImage } from '../images/store.ts'
import { adjustPicks } from '../lots/later-lots.ts'
import { dropQueuedMails } from '../mail/outbox.ts'
import { createMarketer } from '../marketers/marketers.ts'
import { markAllReadBefore } from '../notifications/notifications.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { cancelOrder, placeOrder } from '../orders/orders.ts'
import { reviseOrder } from '../orders/revisions.ts'
import { setOrderStatus } from '../orders/status.ts'
import { receiveGoods } from '../stock/receipts.ts'
import { fillDailyOrdering } from './daily-ordering.ts'
import { closeOneDay, openRoutes } from './delivery.ts'
import { deliveredLot, trackingOf } from './lots.ts'
import { type Line, makeTrade, type Step, type Trade } from './orders.ts'
import { SAMPLE_MARKETERS, type SampleCustomer, sampleCustomers } from './people.ts'
import { drawPicture } from './pictures.ts'
import { type SampleProduct, sampleProducts } from './products.ts'
import { fillQuotesAndCounts } from './quotes-and-counts.ts'
import { randomFrom } from './random.ts'

const SEED = 1962
const AT_ONCE = 4

/** Sample notifications older than this, in milliseconds, are marked as read. */
const UNREAD_FOR = 2 * 24 * 60 * 60 * 1000

/** How much sample data to create; all of it by default. */
type Extent = { weeks?: number; customers?: number; perCategory?: number }

export type Sample = ReturnType<typeof makeSample>

/** Generates the sample: always the same for the same `now`. */
export function makeSample(now: Date, { weeks = 26, customers: atMost, perCategory }: Extent = {}) {
  const products = sampleProducts(randomFrom(SEED), { now, perCategory })
  const customers = sampleCustomers(randomFrom(SEED + 1), atMost)
  const trade = makeTrade(randomFrom(SEED + 2), { now, weeks, products, customers })
  return { now, products, customers, trade }
}

type Filling = {
  admin: Actor<'admin'>
  companyName: string
  password: string
  /** Called with the progress, in Turkish. */
  report?: (what: string) => void
}

/** Fills an empty database through the product's own functions: everything in one transaction but the pictures. */
export async function fillSample(
  db: Pool,
  { admin, companyName, password, report = () => undefined }: Filling,
  { now, products, customers, trade }: Sample,
) {
  const pictures = await storePictures(db, products, trade.start)
  report('resimler çizildi')
  const password_hash = await hashPassword(password)
  // No user has a screen open.
  await inTransaction(db.invalidating([]), async tx => {
    const people = await openAccounts(tx, { admin, password_hash }, customers, trade)
    const productIds = await stockProducts(tx, admin, { products, pictures, trade })
    report('müşteriler ve ürünler hazır')
    await replay(tx, {
      admin,
      companyName,
      products,
      people,
      productIds,
      steps: trade.steps,
      openRoutes: at => openRoutes(tx, { admin, people: customers, customers: people.customers, now: at }),
      report,
    })
    const last = trade.steps.at(-1)?.at ?? trade.start
    await fillQuotesAndCounts(tx, { admin, customers: people.customers, products, productIds, now: last })
    await closeOneDay(tx, { admin, now: last })
    await fillDailyOrdering(tx, { ...people, now })
    // The events of these mails never happened.
    await dropQueuedMails(tx)
    await markAllReadBefore(tx, new Date(last.getTime() - UNREAD_FOR))
  })
}

/** The URL of each product's picture. Products with the same look share one. */
async function storePictures(db: Pool, products: SampleProduct[], now: Date): Promise<string[]> {
  const keyOf = ({ picture: { packing, look } }: SampleProduct) => `${packing}/${look}`
  const toDraw = [...new Map(products.map(product => [keyOf(product), product.picture]))]
  const addresses = new Map<string, string>()
  const drawNext = async () => {
    for (let next = toDraw.pop(); next; next = toDraw.pop()) {
      const [key, { packing, look }] = next
      addresses.set(key, await storeImage(db, await drawPicture(packing, look), now))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, drawNext))
  return products.map(product => addresses.get(keyOf(product))!)
}

type People = { customers: Actor<'customer'>[]; marketerOf: (customer: number) => Actor<'marketer'> | undefined }

async function openAccounts(
  tx: Tx,
  { admin, password_hash }: { admin: Actor; password_hash: string },
  customers: SampleCustomer[],
  { start, joined }: Trade,
) {
  const marketers: Actor<'marketer'>[] = []
  for (const marketer of SAMPLE_MARKETERS) {
    const { id, name } = await createMarketer(tx, admin, { ...marketer, password_hash }, start)
    marketers.push({ id, name, role: 'marketer', is_active: true })
  }
  const marketerOf = (customer: number) => {
    const place = customers[customer]?.marketer
    return place === undefined ? undefined : marketers[place]
  }
  const opened: Actor<'customer'>[] = []
  for (const [i, { company_name, username, email, phone, address }] of customers.entries()) {
    const assigned_marketer_id = marketerOf(i)?.id ?? null
    const fields = { company_name, username, email, phone, address, assigned_marketer_id }
    const { id } = await createCustomer(tx, admin, { ...fields, password_hash }, joined[i]!)
    opened.push({ id, name: company_name, role: 'customer', is_active: true })
  }
  return { customers: opened, marketerOf } satisfies People
}

function stockProducts(
  tx: Tx,
  admin: Actor,
  { products, pictures, trade }: { products: SampleProduct[]; pictures: string[]; trade: Trade },
) {
  const rows = products.map(({ picture: _, demand: _1, finalStock: _2, ...fields }, i) => ({
    ...fields,
    image_url: pictures[i]!,
    lot_tracking: trackingOf(fields.category),
    on_hand: trade.opening[i]!,
  }))
  return insertProducts(tx, rows, { reason: 'created', actor: admin, now: trade.start })
}

type Replay = {
  admin: Actor<'admin'>
  companyName: string
  products: SampleProduct[]
  people: People
  productIds: string[]
  steps: Step[]
  openRoutes: (at: Date) => Promise<void>
  report: (what: string) => void
}

/** Replays every step as the user who took it, at its time. */
async function replay(tx: Tx, { admin, companyName, products, people, productIds, steps, openRoutes, report }: Replay) {
  const orders: { id: string; customer: number }[] = []
  const named = <L extends Line>({ product, ...line }: L) => ({ ...line, product_id: productIds[product]! })
  const lotOf = (product: number, at: Date) => deliveredLot(products[product]!.category, product, at)
  const quarter = Math.ceil(steps.length / 4)
  for (const [i, step] of steps.entries()) {
    if (i > 0 && i % quarter === 0) report(`siparişlerin %${(25 * i) / quarter} kadarı işlendi`)
    const { at } = step
    if (step.kind === 'receipt') {
      const { supplier, delivery_note } = step
      const items = step.lines.map(line => ({ ...named(line), lot: lotOf(line.product, at) }))
      const receipt = { items, supplier, delivery_note }
      await withArrivalNotifications(tx, at, async (tx, arrivals) => {
        await receiveGoods(tx, { actor: admin, now: at, arrivals }, receipt)
        await adjustPicks(tx, [...arrivals], at)
      })
    } else if (step.kind === 'routes') await openRoutes(at)
    else if (step.kind === 'order') {
      const customer = people.customers[step.customer]!
      const actor = (step.byMarketer && people.marketerOf(step.customer)) || customer
      const order = { items: step.lines.map(named), notes: step.notes }
      const { id } = await placeOrder(tx, actor, customer.id, order, at, { maxOpenValue: undefined })
      orders.push({ id, customer: step.customer })
    } else {
      const { id, customer } = orders[step.order]!
      if (step.kind === 'status') await setOrderStatus(tx, admin, id, step.status, at, { companyName })
      else if (step.kind === 'cancellation')
        await cancelOrder(tx, people.customers[customer]!, id, { now: at, companyName })
      else {
        const items = step.lines.map(named)
        const terms = { now: at, maxOpenValue: undefined, companyName }
        await reviseOrder(tx, people.marketerOf(customer)!, id, { items, notes: step.notes }, terms)
      }
    }
  }
}
