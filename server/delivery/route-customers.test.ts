import { expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { requireSuccess } from '../testing/callers.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld } from '../testing/world.ts'
import { lockRoutes } from './delivery-routes.ts'

test('customers that concurrent requests move between two routes in both directions always have a route', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const customers = await Promise.all(Array.from({ length: 6 }, () => world.customer()))
  const ids = customers.map(({ id }) => id)
  const create = async (name: string): Promise<string> =>
    requireSuccess(
      await world.post('/admin/delivery/routes', admin, { name, weekdays: [1], cutoff_time: '16:00', days_before: 1 }),
    ).json().id
  const routes = [await create('Kadıköy'), await create('Üsküdar')]
  const versionOf = async (id: string): Promise<number> => {
    const { routes }: { routes: { id: string; version: number }[] } = (await world.get('/admin/delivery', admin)).json()
    return routes.find(route => route.id === id)!.version
  }
  const statuses = new Set<number>()
  for (let round = 0; round < 15; round++) {
    const versions = await Promise.all(routes.map(versionOf))
    const sets = routes.map((id, i) =>
      world.put(`/admin/delivery/routes/${id}/customers`, admin, {
        customer_ids: i ? ids : ids.toReversed(),
        version: versions[i],
      }),
    )
    const moves = ids.map((id, i) =>
      world.put(`/admin/customers/${id}/delivery`, admin, { route_id: i % 2 ? routes[round % 2] : null }),
    )
    for (const { status } of await Promise.all([...sets, ...moves])) statuses.add(status)
  }
  // The second request may find a version that the first one has changed.
  expect([...statuses].filter(status => status !== 200 && status !== 409)).toEqual([])
})

test('of two admins who give routes one name at the same time, one is refused with a reason', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const fields = { weekdays: [1], cutoff_time: '16:00', days_before: 1 }
  const create = (name: string) => world.post('/admin/delivery/routes', admin, { ...fields, name })
  const { id } = requireSuccess(await create('Güney')).json()
  const { replies } = await inTransaction(world.db, async tx => {
    await lockRoutes(tx)
    const both = [create('Kuzey'), world.put(`/admin/delivery/routes/${id}`, admin, { name: 'KUZEY' })]
    await untilConnectionsWaitForLock(world, 2)
    return { replies: Promise.all(both) }
  })
  const refused = (await replies).filter(({ status }) => status >= 400)
  expect(refused.map(({ status, json }) => [status, json().code])).toEqual([[409, 'route_name_taken']])
})
