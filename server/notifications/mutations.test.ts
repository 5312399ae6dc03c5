import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { LIVE_TOPICS, type LiveTopic } from '#contract/notifications.ts'
import { listen } from '../db/listen.ts'
import { inTransaction } from '../db/transaction.ts'
import { areSessionsValid, type Caller, type CallerSetup, setUpCallers } from '../testing/callers.ts'
import { fixtureOf, isAllowed, outcomeOf, type Row, requestOf, rowsOf, send } from '../testing/matrix-requests.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { refreshTopics } from './live.ts'

/** Timeout in milliseconds for a busy machine; alone the test takes a few seconds. */
const TIMEOUT = 600_000

/** Stock is checked when an order is placed; lists of products would move with each order (`move` in the ledger). */
const STOCK_OF_ORDERS: LiveTopic[] = ['products']

/** The topics that a mutation invalidates without refreshing any other screen, each with its reason. */
const NOT_REFRESHED: Record<string, LiveTopic[]> = {
  'POST /orders': STOCK_OF_ORDERS,
  'PUT /orders/:id': STOCK_OF_ORDERS,
  'POST /orders/:id/cancel': STOCK_OF_ORDERS,
  'POST /marketer/orders/create-for-customer': STOCK_OF_ORDERS,
  'PUT /marketer/orders/:id': STOCK_OF_ORDERS,
  'POST /marketer/orders/:id/cancel': STOCK_OF_ORDERS,
  'PUT /admin/orders/:id/status': STOCK_OF_ORDERS,
  'POST /custom-orders/:id/accept': STOCK_OF_ORDERS,
  'POST /marketer/custom-orders/:id/accept': STOCK_OF_ORDERS,
  // The order of the matrix has no lots, so nothing changes; `live.test.ts` tests one that has.
  'PUT /admin/orders/:id/lots': ['orders'],
}

/** The topics that the caller's other screens refetch although the call does not invalidate them, with the reason. */
const REFRESHED_ANYWAY: Record<string, readonly LiveTopic[]> = {
  // All users to whom the customer is assigned see its name and state in every list, among them the marketer who acts.
  'PUT /marketer/customers/:id': LIVE_TOPICS,
}

test(
  'other open screens refetch the live topics that a mutation invalidates, and no others',
  async () => {
    const world = await makeWorld()
    const refreshed = await followAnnouncements(world)
    const rows = rowsOf(world).filter(({ call }) => call.method !== 'GET')
    expect(rows.length).toBeGreaterThan(80)
    const found: string[] = []
    const expected: string[] = []
    const undeclared: string[] = []
    let setup = await setUpCallers(world)
    for (const row of rows) {
      if (!(await areSessionsValid(world, setup))) setup = await setUpCallers(world)
      const topics = new Set<LiveTopic>()
      for (const caller of callersOf(row, setup)) {
        const fixture = fixtureOf(caller, setup, world)
        const request = await requestOf(row, fixture, (await row.entry.target?.make(fixture)) ?? '')
        await refreshed()
        expect([row.name, caller.name, outcomeOf(await send(world, row.call, caller, request))]).toEqual([
          row.name,
          caller.name,
          String(row.entry.status ?? 200),
        ])
        for (const { topic, accounts, roles } of await refreshed()) {
          topics.add(topic)
          const isOwn = accounts.includes(caller.account?.actor.id ?? '') || roles.includes(caller.role ?? '')
          if (isOwn && !isDeclared(row, topic)) undeclared.push(`${row.name}, ${caller.name}: ${topic}`)
        }
      }
      const wanted = liveOf(row.call.invalidates)
      found.push(`${row.name}: ${wanted.filter(topic => topics.has(topic)).join(', ')}`)
      const kept = NOT_REFRESHED[row.name] ?? []
      expected.push(`${row.name}: ${wanted.filter(topic => !kept.includes(topic)).join(', ')}`)
    }
    expect(found).toEqual(expected)
    expect(undeclared).toEqual([])
  },
  TIMEOUT,
)

const liveOf = (resources: readonly string[]) => LIVE_TOPICS.filter(topic => resources.includes(topic))

/** Whether the call invalidates the topic. An event of the bell is about a notification, which is not the actor's. */
const isDeclared = ({ name, call }: Row, topic: LiveTopic) =>
  call.invalidates.includes(topic) || topic === 'notifications' || REFRESHED_ANYWAY[name]?.includes(topic)

/** A caller of each role for whom the call succeeds. */
function callersOf(row: Row, { callers }: CallerSetup): Iterable<Caller> {
  const succeeding = callers.filter(
    caller => isAllowed(row, caller) && !caller.isStranger && !row.entry.exceptions?.[caller.name],
  )
  return new Map(succeeding.toReversed().map(caller => [caller.role, caller])).values()
}

type Announcement = { topic: LiveTopic; accounts: string[]; roles: string[] }

/** A function that resolves to the screen updates since its last call. */
async function followAnnouncements({ database, db }: World) {
  const received: Announcement[] = []
  const onMessage = (text: string) => void received.push(JSON.parse(text))
  const subscription = listen(database, 'toptan_live', { onMessage, onReconnect: () => undefined })
  onTestFinished(() => subscription.close())
  await subscription.ready
  const publishMarker = async () => {
    const marker: string = randomUUID()
    await inTransaction(db, async tx => refreshTopics(tx, ['carts'], { accounts: [marker] }))
    await expect.poll(() => received.some(({ accounts }) => accounts.includes(marker)), { interval: 2 }).toBe(true)
    return marker
  }
  return async () => {
    // Updates are published in order, but the order of those that are published together is not defined.
    const markers = new Set([await publishMarker(), await publishMarker()])
    return received.splice(0).filter(({ accounts }) => !accounts.some(id => markers.has(id)))
  }
}
