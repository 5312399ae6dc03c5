import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedLine, type StoredLine } from '#contract/cart-merge.ts'
import type { CartChange, StoredCart } from '#contract/carts.ts'
import type { Product } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { lineOf, withoutLines, withQuantity } from './cart-line.ts'
import {
  applyReply,
  changesToSend,
  markSent,
  recordChanges,
  recordOrdered,
  type SyncedCart,
  syncedCartsIn,
  UNSYNCED,
} from './synced-cart.ts'

const idOf = (name: string) => `0b7f7a55-93c2-4f3c-8f5d-6f4d1f0f8a0${'abc'.indexOf(name)}`
const nameOf = (id: string) => 'abc'[Number(id.slice(-1))] ?? ''
/** The text of terms as earlier versions stored it. */
const withoutUnit = (to: string) => JSON.stringify(JSON.parse(to).slice(0, 4))
const START = Date.parse('2026-03-10T07:00:00Z')

/** A server with a clock that advances by a second with every step. */
function aServer() {
  const lines = new Map<string, StoredLine>()
  const units = new Map<string, string>()
  const productOf = (name: string): Product => ({ ...CHEESE, id: idOf(name), name, unit: units.get(name) ?? 'KG' })
  let [version, now, ids] = [0, START, 0]
  const state = (): StoredCart => ({
    version,
    lines: [...lines].flatMap(([product_id, { quantity, ...line }]) => {
      return quantity > 0 ? [{ product_id, quantity, ...line, product: productOf(nameOf(product_id)) }] : []
    }),
  })
  return {
    tick: () => {
      now += 1_000
      return { now, newId: () => `id-${ids++}` }
    },
    merge: (changes: readonly CartChange[]): StoredCart => {
      version++
      for (const change of changes) {
        const merged = mergedLine(lines.get(change.product_id), change, { version, now: new Date(now) })
        if (merged) lines.set(change.product_id, merged)
      }
      return state()
    },
    shown: () => shown(state().lines.map(({ product_id, quantity }) => ({ product_id, quantity }))),
    productOf,
    setUnit: (name: string, unit: string) => void units.set(name, unit),
  }
}

type Server = ReturnType<typeof aServer>

function aDevice(server: Server) {
  let [cart, lines]: [SyncedCart, readonly CartLine[]] = [UNSYNCED, []]
  const note = () => {
    cart = recordChanges(cart, lines, server.tick())
  }
  const quantityOf = (name: string) => lines.find(line => line.product_id === idOf(name))?.quantity ?? 0
  return {
    quantityOf,
    set(name: string, quantity: number) {
      const others = lines.filter(line => line.product_id !== idOf(name))
      const present = lines.find(line => line.product_id === idOf(name)) ?? lineOf(server.productOf(name), 1)
      lines = quantity > 0 ? [...others, withQuantity(present, quantity)] : others
      note()
    },
    /** Gives all lines the units that their products have now. */
    accept() {
      lines = lines.map(line => ({ ...line, unit: server.productOf(nameOf(line.product_id)).unit }))
      note()
    },
    /** Continues with what an earlier version of the app stores: no units. */
    downgrade() {
      const known = Object.entries(cart.lines).map(([id, { unit: _, ...line }]) => [id, line])
      const changed = Object.entries(cart.changed).map(([id, noted]) => [id, { ...noted, to: withoutUnit(noted.to) }])
      const stored = { ...cart, lines: Object.fromEntries(known), changed: Object.fromEntries(changed) }
      cart = syncedCartsIn({ '': stored })['']!
    },
    units: () => lines.map(line => line.unit),
    /** Orders the whole cart. Returns the ordered lines. */
    order() {
      const ordered = lines
      cart = recordOrdered(cart, ordered, server.tick().newId)
      lines = withoutLines(lines, ordered)
      note()
      return ordered
    },
    request() {
      const { now } = server.tick()
      const changes = changesToSend(cart, lines, { now, most: 500 })
      cart = markSent(cart, changes)
      return { changes, lines }
    },
    receive(sent: ReturnType<typeof this.request>, reply: StoredCart) {
      const merged = applyReply(cart, lines, sent, reply, server.tick())
      ;({ cart, lines } = merged)
    },
    sync() {
      const sent = this.request()
      this.receive(sent, server.merge(sent.changes))
    },
    hasChanges: () => Object.keys({ ...cart.changed, ...cart.taken }).length > 0,
    shown: () => shown(lines),
    stored: () => cart,
  }
}

const shown = (lines: readonly Pick<CartLine, 'product_id' | 'quantity'>[]) =>
  lines.map(({ product_id, quantity }) => `${quantity} ${nameOf(product_id)}`).sort()

function twoDevices() {
  const server = aServer()
  return { server, desk: aDevice(server), phone: aDevice(server) }
}

test('after two devices have added different products, both have all of them', () => {
  const { desk, phone } = twoDevices()
  desk.set('a', 1)
  phone.set('b', 2)
  desk.sync()
  phone.sync()
  desk.sync()
  expect([desk.shown(), phone.shown()]).toEqual([
    ['1 a', '2 b'],
    ['1 a', '2 b'],
  ])
})

test('a line removed on one device disappears on the other, whose older quantity does not restore it', () => {
  const { desk, phone } = twoDevices()
  desk.set('a', 1)
  desk.sync()
  phone.sync()
  phone.set('a', 5)
  desk.set('a', 0)
  desk.sync()
  phone.sync()
  expect(phone.shown()).toEqual([])
  expect(phone.hasChanges()).toBe(false)
})

test('an order empties the cart on all devices, except for pieces added on another device', () => {
  const { server, desk, phone } = twoDevices()
  desk.set('a', 5)
  desk.set('b', 1)
  desk.sync()
  phone.sync()
  phone.set('a', 7)
  phone.set('c', 1)
  desk.order()
  expect(desk.shown()).toEqual([])
  desk.sync()
  phone.sync()
  desk.sync()
  expect([server.shown(), desk.shown(), phone.shown()]).toEqual([
    ['1 c', '2 a'],
    ['1 c', '2 a'],
    ['1 c', '2 a'],
  ])
})

test('an order whose lines were added offline takes nothing that other devices have added', () => {
  const { server, desk, phone } = twoDevices()
  phone.set('a', 5)
  phone.order()
  desk.set('a', 3)
  desk.sync()
  phone.sync()
  expect(server.shown()).toEqual(['3 a'])
})

test('a line whose addition got no reply from the server does not come back once it is ordered or removed', () => {
  for (const empty of ['order', 'remove'] as const) {
    const { server, desk } = twoDevices()
    desk.set('a', 5)
    server.merge(desk.request().changes)
    if (empty === 'order') desk.order()
    else desk.set('a', 0)
    desk.sync()
    desk.sync()
    expect([desk.shown(), server.shown()]).toEqual([[], []])
  }
})

test('the lines of a refused order return on all devices', () => {
  const { desk, phone } = twoDevices()
  desk.set('a', 5)
  desk.sync()
  desk.order()
  desk.sync()
  desk.set('a', 5)
  desk.sync()
  phone.sync()
  expect(phone.shown()).toEqual(['5 a'])
})

test('a line that is changed while a request is in flight keeps the change', () => {
  const { server, desk, phone } = twoDevices()
  desk.set('a', 1)
  phone.set('b', 1)
  phone.sync()
  const sent = desk.request()
  const reply = server.merge(sent.changes)
  desk.set('a', 9)
  desk.receive(sent, reply)
  expect(desk.shown()).toEqual(['1 b', '9 a'])
  desk.sync()
  expect(server.shown()).toEqual(['1 b', '9 a'])
})

test('a line that is added after an order whose exchange was lost remains in the cart', () => {
  const { server, desk } = twoDevices()
  desk.set('a', 2)
  desk.sync()
  desk.set('a', 1)
  desk.order()
  server.merge(desk.request().changes)
  desk.set('a', 1)
  desk.sync()
  expect([server.shown(), desk.quantityOf('a')]).toEqual([['1 a'], 1])
})

test('lines of unchanged carts are the same objects, so that nothing is rendered again', () => {
  const { server, desk } = twoDevices()
  const lines = [lineOf(server.productOf('a'), 2)]
  const cart = recordChanges(UNSYNCED, lines, server.tick())
  const sent = { changes: changesToSend(cart, lines, { now: START, most: 500 }), lines }
  expect(applyReply(cart, lines, sent, server.merge(sent.changes), server.tick()).lines).toBe(lines)
  expect(recordChanges(cart, lines, server.tick())).toBe(cart)
  expect(desk.stored()).toBe(UNSYNCED)
})

test('a line keeps its unit on every device until the new one is accepted on one', () => {
  const { server, desk, phone } = twoDevices()
  phone.set('a', 24)
  phone.sync()
  server.setUnit('a', 'PAKET')
  desk.sync()
  expect(desk.units()).toEqual(['KG'])
  desk.accept()
  desk.sync()
  phone.sync()
  expect([desk.units(), phone.units()]).toEqual([['PAKET'], ['PAKET']])
})

test('a line that an earlier version has set keeps its unit where it is known, and is not sent because of it', () => {
  const { server, desk, phone } = twoDevices()
  phone.set('a', 24)
  const { changes } = phone.request()
  server.merge(changes.map(({ put, ...change }) => ({ ...change, ...(put && { put: { ...put, unit: undefined } }) })))
  server.setUnit('a', 'PAKET')
  phone.sync()
  desk.sync()
  expect([phone.units(), desk.units()]).toEqual([['KG'], ['PAKET']])
  expect([phone.hasChanges(), desk.hasChanges()]).toEqual([false, false])
})

test('what an earlier version has stored is not sent again, and a change that it made keeps its time', () => {
  const { desk } = twoDevices()
  desk.set('a', 24)
  desk.sync()
  desk.downgrade()
  desk.set('b', 1)
  expect(desk.request().changes.map(({ product_id }) => product_id)).toEqual([idOf('b')])
  const made = desk.stored().changed
  desk.downgrade()
  desk.set('c', 1)
  expect(desk.stored().changed[idOf('b')]).toMatchObject({ id: made[idOf('b')]?.id, at: made[idOf('b')]?.at })
})

test('the known state is read from storage, without unreadable values', () => {
  const { desk } = twoDevices()
  desk.set('a', 1)
  desk.sync()
  desk.set('b', 2)
  desk.order()
  desk.set('a', 3)
  const stored = JSON.parse(JSON.stringify({ '': desk.stored() }))
  expect(syncedCartsIn(stored)).toEqual({ '': desk.stored() })
  expect(syncedCartsIn({ x: { version: 'y' }, '': { version: 1, lines: { a: 1 }, taken: [], changed: null } })).toEqual(
    {
      '': { version: 1, lines: {}, taken: {}, changed: {} },
    },
  )
})

const NAMES = ['a', 'b', 'c'] as const
const anAction = fc.oneof(
  fc.record({ kind: fc.constant('set'), by: fc.nat(2), name: fc.constantFrom(...NAMES), quantity: fc.nat(9) }),
  fc.record({
    kind: fc.constantFrom('order', 'sync', 'lost'),
    by: fc.nat(2),
    name: fc.constant('a'),
    quantity: fc.constant(0),
  }),
)

test('three devices with random actions and an unreliable connection end with the same cart', () => {
  fc.assert(
    fc.property(fc.array(anAction, { maxLength: 40 }), actions => {
      const server = aServer()
      const devices = [aDevice(server), aDevice(server), aDevice(server)] as const
      const touchedBy = new Map<string, Set<number>>(NAMES.map(name => [name, new Set()]))
      for (const { kind, by, name, quantity } of actions) {
        const device = devices[by] ?? devices[0]
        if (kind === 'set') {
          device.set(name, quantity)
          touchedBy.get(name)?.add(by)
        } else if (kind === 'order') {
          for (const line of device.order()) touchedBy.get(NAMES[Number(line.product_id.slice(-1))] ?? '')?.add(by)
        } else {
          const sent = device.request()
          const reply = server.merge(sent.changes)
          const before = server.shown()
          // The repetition of a request whose reply was lost has no effect.
          server.merge(sent.changes)
          expect(server.shown()).toEqual(before)
          if (kind === 'sync') device.receive(sent, reply)
        }
      }
      const wanted = new Map(
        [...touchedBy].flatMap(([name, users]) => {
          const [only] = users
          return users.size === 1 && only !== undefined ? [[name, devices[only]?.quantityOf(name)] as const] : []
        }),
      )
      for (const device of [...devices, ...devices]) device.sync()
      for (const device of devices) {
        expect(device.hasChanges()).toBe(false)
        expect(device.shown()).toEqual(server.shown())
        // A line that only one device changed has the quantity of that device.
        for (const [name, quantity] of wanted) expect([name, device.quantityOf(name)]).toEqual([name, quantity])
      }
    }),
    { numRuns: 300 },
  )
})
