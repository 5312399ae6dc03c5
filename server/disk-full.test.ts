import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeWorld, type World } from './testing/world.ts'

const FULL = {
  detail: 'Sunucunun diski dolu olduğu için şu anda kayıt yapılamıyor, lütfen biraz sonra yeniden deneyin',
}

/** The responses to an order, a login and two reads of a customer, and to the readiness check. */
async function outcomes(world: World) {
  const [customer, product_id] = [await world.customer(), await world.product()]
  const body = { items: [{ product_id, quantity: 1 }] }
  return async () => {
    const place = await world.post('/orders', customer, body)
    const { username, password } = customer
    const login = await world.post('/auth/login', undefined, { username, password })
    const read = [await world.get('/products', customer), await world.get('/orders', customer)]
    const ready = await world.get('/health/ready')
    return { place, login, read: read.map(({ status }) => status), ready }
  }
}

/** The metric of a full disk. */
async function storageFull(world: World) {
  const { body } = await world.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  return /^toptan_storage_full (.+)$/m.exec(body)?.[1]
}

test('while little disk space is left, only requests that write are refused; with enough space they work again', async () => {
  const world = await makeWorld()
  const tryAll = await outcomes(world)
  const log: string[] = []
  let minimum = Number.POSITIVE_INFINITY
  await world.disk.watch(tmpdir(), message => log.push(message), { minimum: () => minimum, interval: 10 })
  onTestFinished(() => world.disk.close())
  const { place, login, read, ready } = await tryAll()
  for (const { status, headers, json } of [place, login]) {
    expect([status, json(), Number(headers['retry-after'])]).toEqual([503, { ...FULL, code: 'storage_full' }, 2])
  }
  expect(read).toEqual([200, 200])
  // No load balancer may take the portal away, which is still read.
  expect([ready.status, ready.json()]).toEqual([200, { status: 'ok', storage: 'full' }])
  expect(await storageFull(world)).toBe('1')
  expect((await world.get('/health/live')).status).toBe(200)
  expect(await world.db.selectFrom('orders').select('id').execute()).toEqual([])

  minimum = 0
  await expect.poll(() => log.length).toBe(2)
  const after = await tryAll()
  expect([after.place.status, after.login.status]).toEqual([201, 200])
  expect([after.ready.json().storage, await storageFull(world)]).toEqual(['ok', '0'])
  expect(log).toEqual([
    expect.stringMatching(/^The disk of \S+ is full: .* Nothing is stored until there is more$/),
    expect.stringMatching(/^The disk of \S+ has room again$/),
  ])
})

test.each([
  ['53100', 'storage_full', 'full'],
  ['58030', 'database_unavailable', 'ok'],
  ['53200', 'database_unavailable', 'ok'],
])(
  'while the database refuses to write with %s, requests that write get 503 %s; repeated later, they succeed',
  async (code, refusal, storage) => {
    const world = await makeWorld()
    const tryAll = await outcomes(world)
    await sql`create function fail() returns trigger language plpgsql as $$ begin
    raise exception 'no' using errcode = ${sql.lit(code)}; end $$`.execute(world.owner)
    for (const table of ['orders', 'sessions'])
      await sql`create trigger fail before insert or update on ${sql.table(table)} execute function fail()`.execute(
        world.owner,
      )
    // The last use of the session is due to be stored.
    world.pass(5 * 60_000)
    const failed = await tryAll()
    expect([failed.place.status, failed.place.json().code]).toEqual([503, refusal])
    expect([failed.login.status, failed.login.json().code]).toEqual([503, refusal])
    expect([failed.ready.status, failed.ready.json().storage]).toEqual([200, storage])
    // Only of a lack of space it is certain that the session is not the cause.
    expect(failed.read).toEqual(code === '53100' ? [200, 200] : [503, 503])
    expect(await world.ledgerDisagreements()).toEqual([])
    await sql`drop function fail cascade`.execute(world.owner)
    const after = await tryAll()
    expect([after.place.status, after.login.status, ...after.read]).toEqual([201, 200, 200, 200])
  },
)
