import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { drawsFrom } from '../testing/draws.ts'
import { makeWorld, type World } from '../testing/world.ts'

/** A number of steps that suits the test suite; `npm run endure` sets a higher one. */
const STEPS = Number(process.env.LOT_STEPS ?? 150)
const STATUSES = ['beklemede', 'hazirlaniyor', 'tamamlandi', 'iptal']
const EXPIRIES = ['2026-03-08', '2026-03-09', '2026-03-10', '2026-04-01', '2026-05-01', '2026-06-01', null]
const TODAY = '2026-03-10'
/** The delivery days of orders: the goods of some of them may have left yesterday. */
const DELIVERY_DAYS = [null, TODAY, '2026-03-09', '2026-03-09']
/** The most open orders at a time. */
const OPEN_ORDERS = 12

type LotRow = Awaited<ReturnType<typeof lotsOf>>[number]
type PickRow = Awaited<ReturnType<typeof picksOfOrder>>[number]

const picksOfOrder = (world: World, id: string) =>
  world.db.selectFrom('order_lots').selectAll().where('order_id', '=', id).execute()

/** In an order that does not depend on where PostgreSQL keeps the rows, so that every run takes the same steps. */
const lotsOf = (world: World, product_id: string) =>
  world.db
    .selectFrom('lots')
    .selectAll()
    .where('product_id', '=', product_id)
    .orderBy('code')
    .orderBy('expires_on')
    .execute()

/** How many days goods must have left, which products and customers demand from time to time. */
const DEMANDS = [null, 0, 20, 40, 60]

/** Lots with these codes have a best-before date (TETT), the others a use-by date (SKT). */
const BEST_BEFORE = new Set(['L4', 'L5'])

const randomLot = (random: (below: number) => number) => {
  const code = `L${random(6)}`
  const expires_on = EXPIRIES[random(EXPIRIES.length)]!
  return { code, expires_on, ...(BEST_BEFORE.has(code) && expires_on && { expiry_kind: 'tett' as const }) }
}

const isExpired = (lot: LotRow) => lot.expires_on !== null && lot.expires_on < TODAY
/** Whether the lot may be picked past its expiry, with a reason. */
const isSoldPast = (lot: LotRow) => lot.expiry_kind === 'tett' || lot.sold_past_expiry

/** Whether the goods of the lot may have left on this day, before the lot was blocked, which is always today. */
const mayHaveLeft = (lot: LotRow, day: string | null) =>
  day !== null && day < TODAY && (lot.expires_on === null || lot.expires_on >= day)

/** Whether an order had this pick yesterday, or has it since with a reason. */
const isInTime = (pick: Pick<PickRow, 'picked_at' | 'reason'>) =>
  pick.reason !== null || pick.picked_at === null || pick.picked_at < TODAY

/** The lots that a plain reading of the rules gives to a quantity, with at least `days` days left. */
function expected(lots: readonly LotRow[], quantity: number, days: number): string[] {
  const earliest = new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)
  const usable = lots.filter(lot => lot.blocked_at === null && (lot.expires_on === null || lot.expires_on >= earliest))
  const inOrder = usable.toSorted((a, b) => sortKey(a).localeCompare(sortKey(b)))
  let missing = quantity
  return inOrder.flatMap(lot => {
    const share = Math.max(0, Math.min(missing, lot.on_hand - lot.picked))
    missing -= share
    return share > 0 ? [`${lot.id} ${share}`] : []
  })
}

const sortKey = (lot: LotRow) => `${lot.expires_on ?? '9999-12-31'} ${lot.received_at} ${lot.id}`

test('random receipts, orders, statuses, blocks, write-offs, counts and corrections keep lots and stock in agreement', {
  timeout: 6_000_000,
}, async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const random = drawsFrom(2026)
  const oneOf = <T>(many: readonly T[]): T => many[random(many.length)]!
  const products = await world.products(
    [0, 1, 2].map(n => ({ name: `Ürün ${n}`, lot_tracking: 'asked' as const, on_hand: 5 * n })),
  )
  const picksOf = (id: string) => picksOfOrder(world, id)
  const orders: string[] = []
  const done = { picked: 0, refused: 0, chosen: 0, chosenPast: 0, kept: 0 }
  const act = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const { status } = await world.request(method, path, admin, body)
    expect([200, 201, 409]).toContain(status)
    if (status === 409) done.refused += 1
  }
  const actions = [
    () =>
      act('POST', '/admin/stock/receipts', {
        items: products.map(product_id => {
          return { product_id, quantity: 1 + random(9), ...(random(4) > 0 && { lot: randomLot(random) }) }
        }),
      }),
    async () => {
      const items = products.filter(() => random(2)).map(product_id => ({ product_id, quantity: 1 + random(12) }))
      if (items.length === 0) return
      const placed = await world.post('/orders', customer, { items })
      if (placed.status !== 201) return expect(placed.status).toBe(409)
      const { id } = placed.json()
      orders.push(id)
      const delivery_date = oneOf(DELIVERY_DAYS)
      await world.db.updateTable('orders').set({ delivery_date }).where('id', '=', id).execute()
      // Orders that stay open would in the end reserve all goods.
      const oldest = orders.length > OPEN_ORDERS ? orders.shift() : undefined
      if (oldest) await act('PUT', `/admin/orders/${oldest}/status`, { status: oneOf(['tamamlandi', 'iptal']) })
    },
    () => setStatus(),
    () => setStatus(),
    () => setStatus(),
    completeKept,
    chooseLots,
    chooseLots,
    async () => {
      const lots = (await Promise.all(products.map(id => lotsOf(world, id)))).flat()
      if (lots.length === 0) return
      const picked = lots.filter(lot => lot.picked > 0)
      const { id, blocked_at, on_hand } = oneOf(picked.length > 0 && random(8) === 0 ? picked : lots)
      const reason = 'Deneme'
      if (random(4) > 0) await pickYesterday(id)
      if (random(2)) return act('POST', `/admin/lots/${id}/${blocked_at ? 'release' : 'block'}`, { reason })
      if (random(3) === 0)
        return act('PUT', `/admin/lots/${id}/quantity`, {
          quantity: on_hand + random(4),
          old_quantity: on_hand,
          reason,
        })
      return act('POST', `/admin/lots/${id}/write-off`, { quantity: 1 + random(4), reason })
    },
    () => act('PUT', `/admin/products/${oneOf(products)}`, { stock_quantity: random(30) }),
    () => {
      const path = random(2) ? `/admin/products/${oneOf(products)}` : `/admin/customers/${customer.id}`
      return act('PUT', path, { min_remaining_days: oneOf(DEMANDS) })
    },
    async () => {
      const { id } = (await world.post('/admin/stock/counts', admin, { count_date: TODAY })).json()
      const product_id = oneOf(products)
      // As a whole, or lot by lot.
      let isEmpty = true
      for (let entries = 1 + random(3); entries > 0; entries--) {
        const entry = { product_id, counted_quantity: random(25), ...(random(2) && { lot: randomLot(random) }) }
        // A code without an expiry is refused if several lots have it.
        if ((await world.post(`/admin/stock/counts/${id}/products`, admin, entry)).status === 200) isEmpty = false
      }
      if (!isEmpty) await act('POST', `/admin/stock/counts/${id}/finalize`, {})
    },
  ]
  await keepBlocked()
  for (let step = 0; step < STEPS; step++) {
    world.pass(1000)
    await oneOf(actions)()
    expect(await linesWithTooMuch()).toEqual([])
    expect(await lostPicks()).toEqual([])
    if (step % 25 === 0) expect(await world.ledgerDisagreements()).toEqual([])
  }
  expect(await world.ledgerDisagreements()).toEqual([])
  expect(done.picked).toBeGreaterThan(STEPS / 100)
  expect(done.chosen).toBeGreaterThan(STEPS / 1000)
  // In a short run such lots are rare.
  expect(done.chosenPast).toBeGreaterThanOrEqual(Math.floor(STEPS / 1000))
  expect(done.kept).toBeGreaterThan(STEPS / 1000)

  /**
   * The lines for which more is picked, or was taken, than was ordered. A pick of a completed order keeps its quantity,
   * though another lot may have replaced a part of it.
   */
  async function linesWithTooMuch() {
    const { rows } = await sql`
      select order_id, order_items.quantity, order_items.taken,
        sum(coalesce(order_lots.taken, order_lots.quantity)) as of_lots
      from order_items join order_lots using (order_id, product_id)
      group by order_id, position
      having sum(coalesce(order_lots.taken, order_lots.quantity)) > coalesce(order_items.taken, order_items.quantity)
        or order_items.taken > order_items.quantity`.execute(world.db)
    return rows
  }

  function openPicks() {
    const picks = world.db.selectFrom('order_lots').innerJoin('lots', 'lots.id', 'lot_id')
    return picks.innerJoin('orders', 'orders.id', 'order_id').where('taken', 'is', null)
  }

  /** What open orders would get of lots that are blocked, and did not leave before that, or have nothing on hand. */
  async function lostPicks() {
    const picks = await openPicks()
      .selectAll('lots')
      .select(['order_id', 'delivery_date', 'picked_at', 'reason'])
      .where(eb => eb.or([eb('blocked_at', 'is not', null), eb('on_hand', '=', 0)]))
      .execute()
    return picks.filter(pick => pick.on_hand === 0 || !mayHaveLeft(pick, pick.delivery_date) || !isInTime(pick))
  }

  async function deliveryDayOf(id: string) {
    const order = world.db.selectFrom('orders').select('delivery_date').where('id', '=', id)
    return (await order.executeTakeFirstOrThrow()).delivery_date
  }

  /** Chooses a lot for a line of an order in preparation, also one that must not be chosen, or not without a reason. */
  async function chooseLots() {
    const prepared = await world.db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'hazirlaniyor')
      .orderBy('created_at')
      .execute()
    if (prepared.length === 0) return
    const { id } = oneOf(prepared)
    const lines = await world.db
      .selectFrom('order_items')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('position')
      .execute()
    const { product_id, quantity: most } = oneOf(lines)
    const lots = await lotsOf(world, product_id)
    if (lots.length === 0) return
    const usable = lots.filter(lot => isExpired(lot) && isSoldPast(lot) && lot.blocked_at === null && lot.on_hand > 0)
    const lot = oneOf(usable.length > 0 && random(2) ? usable : lots)
    const reason = random(3) > 0 ? 'Elden seçildi' : null
    const own = await world.db
      .selectFrom('order_lots')
      .select(['quantity', 'reason', 'picked_at'])
      .where('order_id', '=', id)
      .where('lot_id', '=', lot.id)
      .executeTakeFirst()
    const free = Math.max(0, lot.on_hand - lot.picked + (own?.quantity ?? 0))
    const quantity = Math.min(most, 1 + random(Math.max(1, free + 1)))
    const body = { product_id, lots: [{ lot_id: lot.id, quantity }], reason }
    const { status } = await world.request('PUT', `/admin/orders/${id}/lots`, admin, body)
    const hasLeft = mayHaveLeft(lot, await deliveryDayOf(id))
    const isUsable = lot.blocked_at === null && (!isExpired(lot) || isSoldPast(lot))
    const isKept = hasLeft && lot.on_hand > 0 && own !== undefined && isInTime(own) && own.quantity >= quantity
    const canBeChosen = isUsable || isKept || (hasLeft && lot.blocked_by_admin_name === null)
    if (!canBeChosen || quantity > free) return expect(status).toBe(409)
    if (isExpired(lot) && !(isKept && own.reason === null)) expect(status).toBe(reason ? 200 : 400)
    else expect(reason ? [200] : [200, 400]).toContain(status)
    if (status !== 200) return
    done.chosen += 1
    done.chosenPast += Number(isExpired(lot))
  }

  /**
   * Expects that a completed order took the goods on hand of its picks, of expired or blocked lots only of those that may
   * have left before, or were chosen with a reason, and that it lacks nothing that is left for it.
   */
  async function expectTaken(id: string, before: ReadonlyMap<string, LotRow[]>, picks: readonly PickRow[]) {
    const left = await picksOf(id)
    const day = await deliveryDayOf(id)
    for (const pick of left) {
      const lot = before.get(pick.product_id)?.find(one => one.id === pick.lot_id)
      const was = picks.find(one => one.lot_id === pick.lot_id)
      const hasLeft = was && lot && isInTime(was) && mayHaveLeft(lot, day)
      if (hasLeft && lot.blocked_at !== null) done.kept += 1
      if (!hasLeft) expect(lot?.blocked_at).toBe(null)
      if (!hasLeft && (!lot || isExpired(lot)))
        expect([was?.reason, lot && isSoldPast(lot)]).toEqual(['Elden seçildi', true])
    }
    for (const pick of picks) {
      const { lot_id, product_id, quantity, reason } = pick
      const lot = before.get(product_id)?.find(one => one.id === lot_id)
      const isUsable = lot && lot.blocked_at === null && (!isExpired(lot) || (reason !== null && isSoldPast(lot)))
      const mayLeave = lot && (isUsable || (isInTime(pick) && mayHaveLeft(lot, day)))
      const taken = left.find(one => one.lot_id === lot_id)?.taken ?? 0
      const [least, free] = mayLeave ? [Math.min(quantity, lot.on_hand), Math.max(0, lot.on_hand - lot.picked)] : [0, 0]
      expect(taken).toBeGreaterThanOrEqual(least)
      expect(taken).toBeLessThanOrEqual(least + free)
    }
    for (const { product_id, quantity, taken, days } of await linesOf(id)) {
      const missing = quantity - (taken ?? quantity)
      expect(expected(await lotsOf(world, product_id), missing, days)).toEqual([])
    }
  }

  /** The lines of an order, and how many days their lots must have left. */
  async function linesOf(id: string) {
    const ofCustomer = world.db.selectFrom('customers').select('min_remaining_days').where('id', '=', customer.id)
    const customers = (await ofCustomer.executeTakeFirstOrThrow()).min_remaining_days ?? 0
    const lines = await world.db
      .selectFrom('order_items')
      .innerJoin('products', 'products.id', 'product_id')
      .select(['product_id', 'quantity', 'taken', 'min_remaining_days'])
      .where('order_id', '=', id)
      .execute()
    return lines.map(({ min_remaining_days, ...line }) => {
      return { ...line, days: Math.max(customers, min_remaining_days ?? 0) }
    })
  }

  /** An order completed with goods that left before their lot was blocked, so that every run has one. */
  async function keepBlocked() {
    const [product_id] = products
    const lot = { code: 'L0', expires_on: '2026-06-01' }
    await act('POST', '/admin/stock/receipts', { items: [{ product_id, quantity: 5, lot }] })
    const placed = await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })
    const { id } = placed.json()
    await world.db.updateTable('orders').set({ delivery_date: '2026-03-09' }).where('id', '=', id).execute()
    await setStatus(id, 'hazirlaniyor')
    const [{ lot_id } = { lot_id: '' }] = await picksOf(id)
    await pickYesterday(lot_id)
    await act('POST', `/admin/lots/${lot_id}/block`, { reason: 'Deneme' })
    await setStatus(id, 'tamamlandi')
  }

  /** Changes the time of what orders have picked of a lot, as if it was yesterday. */
  async function pickYesterday(lot_id: string) {
    await sql`update order_lots set picked_at = '2026-03-09T06:00:00Z' where lot_id = ${lot_id}`.execute(world.db)
  }

  /** Completes an order that keeps goods of a blocked lot, of which there are few. */
  async function completeKept() {
    const kept = await openPicks()
      .select('order_id')
      .where('blocked_at', 'is not', null)
      .orderBy('orders.created_at')
      .execute()
    if (kept.length > 0) await setStatus(oneOf(kept).order_id, 'tamamlandi')
  }

  /** Sets an order to a status, and compares the lots that are then proposed with `expected`. */
  async function setStatus(id = orders.length > 0 ? oneOf(orders) : undefined, status = oneOf(STATUSES)) {
    if (id === undefined) return
    const before = new Map(await Promise.all(products.map(async one => [one, await lotsOf(world, one)] as const)))
    const was = await world.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    const picked = await picksOf(id)
    await act('PUT', `/admin/orders/${id}/status`, { status })
    if (status === 'tamamlandi' && was.status === 'hazirlaniyor') return expectTaken(id, before, picked)
    if (status !== 'hazirlaniyor' || !['beklemede', 'iptal'].includes(was.status)) return
    const picks = await picksOf(id)
    for (const { product_id, quantity, days } of await linesOf(id)) {
      const own = picks.filter(pick => pick.product_id === product_id)
      const got = own.map(pick => `${pick.lot_id} ${pick.quantity}`)
      expect(got.sort()).toEqual(expected(before.get(product_id) ?? [], quantity, days).sort())
      done.picked += own.length
    }
  }
})
