import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_EXCEPTIONS } from '#contract/delivery-rules.ts'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld } from '../testing/world.ts'

// The clock of a world begins on Tuesday, 10 March 2026.

test('there are at most MAX_EXCEPTIONS exceptions from today on, set in any order; one of them can be replaced', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await sql`
    insert into delivery_exceptions (id, date, kind, note)
    select gen_random_uuid(), date '2026-03-08' + ahead, 'closed', ''
    from generate_series(1, ${MAX_EXCEPTIONS}::integer) as ahead`.execute(world.db)
  const set = async (date: string, kind = 'closed') =>
    (await world.post('/admin/delivery/exceptions', admin, { date, kind, route_id: null })).status
  // The exception of yesterday does not count.
  expect(await set('2030-01-01')).toBe(201)
  expect([await set('2030-01-02'), await set('2026-03-09', 'extra')]).toEqual([409, 201])
  expect(await set('2030-01-01', 'extra')).toBe(201)
})

test('the audit trail names what an exception has replaced', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const closed = { date: '2026-03-12', route_id: null, kind: 'closed', note: 'Sayım' }
  await world.post('/admin/delivery/exceptions', admin, closed)
  await world.post('/admin/delivery/exceptions', admin, { ...closed, kind: 'extra', note: '' })
  const trail = (await world.get('/admin/audit?entity=delivery_exception', admin)).json()
  expect(trail).toMatchObject([
    { action: 'updated', before: { kind: 'closed', note: 'Sayım' }, after: { kind: 'extra', note: '' } },
    { action: 'created', before: null, after: { kind: 'closed', note: 'Sayım' } },
  ])
})

test('each entry about an exception names its day and route, also after its removal', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const route = { name: 'Kadıköy', weekdays: [1], cutoff_time: '16:00', days_before: 1 }
  const { id: route_id } = requireSuccess(await world.post('/admin/delivery/routes', admin, route)).json()
  const set = async (exception: object) =>
    requireSuccess(await world.post('/admin/delivery/exceptions', admin, exception)).json().id
  const closed = { date: '2026-03-12', kind: 'closed' }
  const id = await set({ ...closed, route_id: null })
  await set({ ...closed, route_id: null, kind: 'extra' })
  await set({ ...closed, route_id })
  await set({ ...closed, route_id, kind: 'extra' })
  const names = async () =>
    (await world.get('/admin/audit?entity=delivery_exception', admin))
      .json()
      .map((entry: { entity_name: string | null }) => entry.entity_name)
  const expected = ['12.03.2026 · Kadıköy', '12.03.2026 · Kadıköy', '12.03.2026', '12.03.2026']
  expect(await names()).toEqual(expected)
  requireSuccess(await world.request('DELETE', `/admin/delivery/exceptions/${id}`, admin))
  // The exceptions of a route are deleted with it, without an entry of their own.
  requireSuccess(await world.request('DELETE', `/admin/delivery/routes/${route_id}`, admin))
  expect(await names()).toEqual(['12.03.2026', ...expected])
})

test('a day of the wrong year is no exception', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const set = (date: string) =>
    world.post('/admin/delivery/exceptions', admin, { date, kind: 'closed', route_id: null })
  const refused = await set('2025-12-31')
  expect([refused.status, refused.json().errors]).toEqual([
    400,
    [{ field: 'date', message: 'Geçmiş bir gün seçilemez' }],
  ])
  // The list has yesterday's, whose removal can be undone.
  expect((await set('2026-03-09')).status).toBe(201)
})

test('a removed exception is entered again only if no other one was entered for its day meanwhile', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const removed = { date: '2026-03-12', route_id: null, kind: 'closed', note: 'Sayım' }
  const restore = () => world.post('/admin/delivery/exceptions', admin, { ...removed, replaces: false })
  const kept = async () => {
    const { exceptions } = (await world.get('/admin/delivery', admin)).json()
    return exceptions.map(({ kind, note }: typeof removed) => `${kind} ${note}`)
  }
  expect((await restore()).status).toBe(201)
  // A repetition after a lost reply finds its own.
  expect([(await restore()).status, await kept()]).toEqual([201, ['closed Sayım']])
  await world.post('/admin/delivery/exceptions', admin, { ...removed, kind: 'extra', note: 'Bayram öncesi' })
  const refused = await restore()
  expect([refused.status, refused.json().code, await kept()]).toEqual([
    409,
    'exception_exists',
    ['extra Bayram öncesi'],
  ])
})
