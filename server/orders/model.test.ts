import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { saleOf } from '#contract/sale.ts'
import { makeWorld } from '../testing/world.ts'

/** A number of runs that suits the test suite; `npm run endure` sets a higher one. */
const RUNS = Number(process.env.MODEL_RUNS ?? 12)
const PRODUCTS = [
  { on_hand: 20, expected_stock_date: null },
  { on_hand: 3, expected_stock_date: null },
  { on_hand: 0, expected_stock_date: '2026-05-01' },
]

const product = fc.nat({ max: PRODUCTS.length - 1 })
const lines = fc.uniqueArray(fc.record({ product, quantity: fc.integer({ min: 1, max: 12 }) }), {
  selector: line => line.product,
  minLength: 1,
  maxLength: PRODUCTS.length,
})
const order = fc.nat({ max: 5 })
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), lines }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('revise' as const), order, lines, isOwn: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('receive' as const), product, quantity: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('status' as const), order, status: fc.constantFrom(...ORDER_STATUSES) }),
  },
)

type Wanted = { product: number; quantity: number }
type Line = Wanted & { taken: number; isPromised: boolean }
type ModelOrder = { id: string; status: OrderStatus; lines: Line[] }

/** The model of decisions.md §4: figures are derived from the orders, never stored. */
class Model {
  readonly shelf = PRODUCTS.map(p => p.on_hand)
  readonly orders: ModelOrder[] = []

  reserved(p: number) {
    const holding = this.orders.filter(o => ORDER_STATUS[o.status].goods === 'reserved').flatMap(o => o.lines)
    return holding.filter(line => line.product === p).reduce((sum, line) => sum + line.quantity, 0)
  }

  /** The lines as they are sold; undefined if any cannot be. `own` are those that the order has already. */
  sold(wanted: Wanted[], own: Line[] = []): Line[] | undefined {
    const lines = wanted.map(({ product, quantity }) => {
      const held = own.find(line => line.product === product)
      if (held && quantity <= held.quantity) return { ...held, quantity }
      const free = this.shelf[product]! - this.reserved(product)
      const isInStock = held && (!held.isPromised || free >= 0)
      const available = free + (isInStock ? held.quantity : 0)
      const sale = saleOf({ ...PRODUCTS[product]!, available }, quantity)
      return sale.sold ? { product, quantity, taken: 0, isPromised: sale.promised_for !== null } : undefined
    })
    return lines.every(line => line !== undefined) ? lines : undefined
  }

  move(o: ModelOrder, to: OrderStatus) {
    if (o.status === to) return
    for (const line of o.lines) {
      this.shelf[line.product]! += line.taken
      line.taken = to === 'tamamlandi' ? Math.min(line.quantity, this.shelf[line.product]!) : 0
      this.shelf[line.product]! -= line.taken
    }
    o.status = to
  }
}

test('random orders, cancels, revisions, receipts and status moves keep stock, reservations and ledger as the model predicts', {
  timeout: 600_000,
}, async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })

  const everySequence = fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async commands => {
    const model = new Model()
    const ids = await Promise.all(PRODUCTS.map(fields => world.product(fields)))
    const sent = (wanted: Wanted[]) => wanted.map(line => ({ product_id: ids[line.product], quantity: line.quantity }))

    for (const step of commands) {
      const target = 'order' in step ? model.orders[step.order % Math.max(1, model.orders.length)] : undefined
      if (step.kind === 'order') {
        const lines = model.sold(step.lines)
        const response = await world.post('/orders', customer, { items: sent(step.lines) })
        expect(response.status).toBe(lines ? 201 : 409)
        if (lines) model.orders.push({ id: response.json().id, status: 'beklemede', lines })
      } else if (step.kind === 'receive') {
        model.shelf[step.product]! += step.quantity
        expect((await world.post('/admin/stock/receipts', admin, sent([step])[0])).status).toBe(201)
      } else if (!target) {
        continue
      } else if (step.kind === 'cancel') {
        const allowed = target.status === 'beklemede'
        expect((await world.post(`/orders/${target.id}/cancel`, customer)).status).toBe(allowed ? 200 : 409)
        if (allowed) model.move(target, 'iptal')
      } else if (step.kind === 'status') {
        expect((await world.put(`/admin/orders/${target.id}/status`, admin, { status: step.status })).status).toBe(200)
        model.move(target, step.status)
      } else {
        const revised = target.status === 'beklemede' ? model.sold(step.lines, target.lines) : undefined
        const items = sent(step.lines).map(line => ({ ...line, price: 1 }))
        const [path, user] = step.isOwn ? ['/orders', customer] : (['/marketer/orders', marketer] as const)
        expect((await world.put(`${path}/${target.id}`, user, { items })).status).toBe(revised ? 200 : 409)
        if (revised) target.lines = revised
      }
      const figures = await Promise.all(ids.map(world.figures))
      expect(figures).toEqual(PRODUCTS.map((_, p) => ({ on_hand: model.shelf[p], reserved: model.reserved(p) })))
    }
    expect(await world.ledgerDisagreements()).toEqual([])
  })
  await fc.assert(everySequence, { numRuns: RUNS })
})
