import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'

/** A number of runs that suits the test suite; `npm run endure` sets a higher one. */
const RUNS = Number(process.env.MODEL_RUNS ?? 10)
const ON_HAND = [20, 5, 0, 300]
const COUNTS = 2

const product = fc.nat({ max: ON_HAND.length - 1 })
const count = fc.nat({ max: COUNTS - 1 })
const pieces = fc.integer({ min: 0, max: 40 })
const some = fc.integer({ min: 1, max: 15 })
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('find' as const), count, product, pieces }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct' as const), count, product, pieces }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('takeOut' as const), count, product }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('finalize' as const), count }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('receive' as const), product, pieces: some }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), product, pieces: some }) },
)
type Command = typeof command extends fc.Arbitrary<infer D> ? D : never

/** A model of counts: the commands change figures in memory as the server should change them. */
class Model {
  readonly shelf = [...ON_HAND]
  readonly reserved = ON_HAND.map(() => 0)
  readonly counts = Array.from({ length: COUNTS }, () => ({ found: new Map<number, number>(), isOpen: true }))

  /** Applies the command and returns the expected HTTP status. */
  do(step: Command): number {
    if (step.kind === 'receive') {
      this.shelf[step.product]! += step.pieces
      return 201
    }
    if (step.kind === 'order') {
      if (step.pieces > this.shelf[step.product]! - this.reserved[step.product]!) return 409
      this.reserved[step.product]! += step.pieces
      return 201
    }
    const requested = this.counts[step.count]!
    if (!requested.isOpen) return 409
    if (step.kind === 'find') {
      requested.found.set(step.product, (requested.found.get(step.product) ?? 0) + step.pieces)
      return 200
    }
    if (step.kind === 'finalize') {
      if (requested.found.size === 0) return 400
      for (const [p, found] of requested.found) this.shelf[p] = found
      requested.isOpen = false
      return 200
    }
    if (step.kind === 'takeOut') {
      // Also if the product was removed already, for instance before a lost reply.
      requested.found.delete(step.product)
      return 200
    }
    if (!requested.found.has(step.product)) return 400
    requested.found.set(step.product, step.pieces)
    return 200
  }
}

async function stage() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const makeCounts = async () => {
    const ids = await Promise.all(ON_HAND.map(on_hand => world.product({ on_hand })))
    const counts: string[] = []
    for (let i = 0; i < COUNTS; i++)
      counts.push((await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })).json().id)
    const perform = (step: Command) => {
      const product_id = 'product' in step ? ids[step.product] : undefined
      const path = 'count' in step ? `/admin/stock/counts/${counts[step.count]}` : ''
      switch (step.kind) {
        case 'find':
          return world.post(`${path}/products`, admin, { product_id, counted_quantity: step.pieces })
        case 'correct':
          return world.put(`${path}/products`, admin, { product_id, counted_quantity: step.pieces })
        case 'takeOut':
          return world.put(`${path}/products`, admin, { product_id, counted_quantity: null })
        case 'finalize':
          return world.post(`${path}/finalize`, admin)
        case 'receive':
          return world.post('/admin/stock/receipts', admin, { product_id, quantity: step.pieces })
        case 'order':
          return world.post('/orders', customer, { items: [{ product_id, quantity: step.pieces }] })
      }
    }
    return { ids, counts, perform }
  }
  return { world, admin, makeCounts }
}

test('random counts, receipts, orders and finalizes leave stock, reservations and ledger as the model predicts', {
  timeout: 600_000,
}, async () => {
  const { world, makeCounts } = await stage()
  const oneByOne = fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30 }), async commands => {
    const model = new Model()
    const { ids, perform } = await makeCounts()
    for (const step of commands) {
      expect([step, (await perform(step)).status]).toEqual([step, model.do(step)])
      const figures = await Promise.all(ids.map(world.figures))
      expect(figures).toEqual(ids.map((_, p) => ({ on_hand: model.shelf[p], reserved: model.reserved[p] })))
    }
    expect(await world.ledgerDisagreements()).toEqual([])
  })
  await fc.assert(oneByOne, { numRuns: RUNS })
})

test('with concurrent commands a count is finalized once, no accepted entry is lost, and the ledger matches the figures', {
  timeout: 600_000,
}, async () => {
  const { world, admin, makeCounts } = await stage()
  const atOnce = fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40 }), async commands => {
    const { ids, counts, perform } = await makeCounts()
    const done = await Promise.all(commands.map(async step => ({ step, status: (await perform(step)).status })))
    for (const { status } of done) expect([200, 201, 400, 409]).toContain(status)
    const taken = done.filter(({ status }) => status < 300).map(({ step }) => step)

    for (const [c, id] of counts.entries()) {
      const ends = taken.filter(step => step.kind === 'finalize' && step.count === c)
      const count = (await world.get(`/admin/stock/counts/${id}`, admin)).json()
      expect(ends.length).toBe(count.finalized_at ? 1 : 0)
      const left = await world.db
        .selectFrom('stock_ledger')
        .select(['product_id', 'on_hand_after'])
        .where('count_id', '=', id)
        .execute()
      const found = new Map(
        count.products.map((p: { product_id: string; counted_quantity: number }) => {
          return [p.product_id, p.counted_quantity]
        }),
      )
      expect(left.map(row => [row.product_id, row.on_hand_after])).toEqual(
        left.map(row => [row.product_id, found.get(row.product_id)]),
      )
      const touched = (kind: Command['kind'], p: number) =>
        taken.filter(
          step => step.kind === kind && 'count' in step && step.count === c && 'product' in step && step.product === p,
        )
      for (const [p, product_id] of ids.entries()) {
        if (touched('correct', p).length + touched('takeOut', p).length > 0) continue
        const total = touched('find', p).reduce((sum, step) => sum + ('pieces' in step ? step.pieces : 0), 0)
        expect(found.get(product_id) ?? 0).toBe(total)
      }
    }
    for (const [p, product_id] of ids.entries()) {
      const ordered = taken.filter(step => step.kind === 'order' && step.product === p)
      const { reserved } = await world.figures(product_id)
      expect(reserved).toBe(ordered.reduce((sum, step) => sum + ('pieces' in step ? step.pieces : 0), 0))
    }
    expect(await world.ledgerDisagreements()).toEqual([])
  })
  await fc.assert(atOnce, { numRuns: RUNS })
})
