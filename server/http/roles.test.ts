import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { areSessionsValid, type Caller, type CallerSetup, setUpCallers } from '../testing/callers.ts'
import { MATRIX, OPEN } from '../testing/matrix.ts'
import { allowedRoles } from '../testing/matrix-entry.ts'
import {
  fixtureOf,
  isAllowed,
  nameOf,
  outcomeOf,
  type Row,
  requestOf,
  rowsOf,
  send,
  type TestRequest,
} from '../testing/matrix-requests.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

/** Timeout in milliseconds for a busy machine; alone the slowest of these tests takes a few seconds. */
const TIMEOUT = 600_000

test('every call of the contract has one endpoint and one entry in the matrix, and there are no other endpoints', async () => {
  const world = await makeWorld()
  const endpoints = world.app.context.endpoints.map(nameOf).sort()
  expect((await contract()).map(nameOf).sort()).toEqual(endpoints)
  expect(Object.keys(MATRIX).sort()).toEqual(endpoints)
  expect(routesOf(world).sort()).toEqual([...endpoints, ...Object.keys(OPEN)].sort())
  for (const [name, status] of Object.entries(OPEN)) {
    expect([name, (await world.get(name.replace('GET ', ''))).status]).toEqual([name, status])
  }
})

test('a call is open to the roles that its matrix entry names, or else its path', async () => {
  const rows = rowsOf(await makeWorld())
  const promised = rows.map(({ name, call, entry }) => [name, ...allowedRoles(call, entry)].join(' '))
  expect(rows.map(({ name, call }) => [name, ...call.roles].join(' '))).toEqual(promised)
})

test.each(['anyone', 'customer', 'marketer', 'admin'] as const)(
  'a call for %s gives each kind of caller the expected status, and a refused call changes nothing',
  async role => {
    const world = await makeWorld()
    const read = await snapshotsOf(world)
    const rows = rowsOf(world).filter(({ call }) => call.roles[0] === role)
    expect(rows).not.toEqual([])
    const wrong: string[] = []
    let setup = await setUpCallers(world)
    for (const row of rows) {
      if (!(await areSessionsValid(world, setup))) setup = await setUpCallers(world)
      const cases = await casesOf(world, setup, row)
      const before = await read()
      // Concurrently, as none of them changes what another one needs: so they share some of the server's statements.
      const refused = cases.filter(isRefused).map(testCase => defectsOf(world, row, testCase))
      wrong.push(...(await Promise.all(refused)).flat())
      wrong.push(...differences(before, await read()).map(table => `${row.name}: refused, but ${table} changed`))
      for (const testCase of cases.filter(testCase => !isRefused(testCase)))
        wrong.push(...(await defectsOf(world, row, testCase)))
    }
    expect(wrong).toEqual([])
  },
  TIMEOUT,
)

test(
  'an id that is malformed, unknown, of another kind or another account’s gets the same 404 every time',
  async () => {
    const world = await makeWorld()
    const read = await snapshotsOf(world)
    const setup = await setUpCallers(world)
    const wrong: string[] = []
    for (const row of rowsOf(world)) {
      const { target } = row.entry
      const isInPath = row.call.path.includes(':')
      if (!target) {
        if (isInPath) wrong.push(`${row.name}: its matrix entry names no target`)
        continue
      }
      const expected = `404 ${target.absent}`
      const own = await target.make(fixtureOf(setup.callers[0]!, setup, world))
      const ids = [randomUUID(), setup.admin.id, own]
      // A malformed id in a body is a validation error.
      const malformed = isInPath ? ['not-an-id', own.slice(1), `${own}0`, own.replaceAll('-', ''), '%27'] : []
      const before = await read()
      const allowed = setup.callers.filter(caller => isAllowed(row, caller))
      for (const caller of allowed) {
        const bodies = new Set<string>()
        const isFirst = caller === allowed.find(({ role }) => role === caller.role)
        const others = ids.filter(id => id !== own || (target.isOwned && caller.isStranger))
        const requests: [id: string, TestRequest][] = []
        for (const id of isFirst ? [...others, ...malformed] : others)
          requests.push([id, await requestOf(row, fixtureOf(caller, setup, world), id)])
        const replies = requests.map(async ([id, request]) => {
          const response = await send(world, row.call, caller, request)
          if (outcomeOf(response) !== expected)
            wrong.push(`${row.name}, ${caller.name}, ${id}: expected ${expected}, got ${outcomeOf(response)}`)
          bodies.add(response.body)
        })
        await Promise.all(replies)
        if (bodies.size > 1) wrong.push(`${row.name}, ${caller.name}: different replies ${[...bodies].join(' ')}`)
      }
      wrong.push(...differences(before, await read()).map(table => `${row.name}: not there, but ${table} changed`))
    }
    expect(wrong).toEqual([])
  },
  TIMEOUT,
)

test('a caller without the role is refused before the request’s input is read', async () => {
  const world = await makeWorld()
  const setup = await setUpCallers(world)
  // One of each role, and two without a session: one with a token that is no longer valid, one without a token.
  const kinds = new Map(
    setup.callers.toReversed().map(caller => [`${caller.role} ${caller.token !== undefined}`, caller]),
  )
  const callers = [...kinds.values()]
  expect(callers).toHaveLength(5)
  const wrong: string[] = []
  for (const row of rowsOf(world)) {
    const url = `${row.call.path.replaceAll(/:\w+/g, 'not-an-id')}?limit=many&cursor=%00`
    const payload = row.call.method === 'GET' ? undefined : '{"items":'
    const headers = { 'content-type': 'application/json', 'idempotency-key': ' ' }
    const refused = callers
      .filter(caller => !isAllowed(row, caller))
      .map(async caller => {
        const expected = expectedOf(row, caller)
        const response = outcomeOf(await send(world, row.call, caller, { url, payload, headers }))
        if (response !== expected) wrong.push(`${row.name}, ${caller.name}: expected ${expected}, got ${response}`)
      })
    await Promise.all(refused)
  }
  expect(wrong).toEqual([])
})

/** One caller's request and the expected status. */
type Case = { caller: Caller; request: TestRequest; expected: string }

/**
 * One case per caller. Cases that are refused share one target per owner, which must stay unchanged, and the request
 * if it has a query, for which a record may have been made.
 */
async function casesOf(world: World, setup: CallerSetup, row: Row): Promise<Case[]> {
  const targets = new Map<TestUser, string>()
  const requests = new Map<TestUser, TestRequest>()
  const cases: Case[] = []
  for (const caller of setup.callers) {
    const [fixture, expected] = [fixtureOf(caller, setup, world), expectedOf(row, caller)]
    const id = (isRefused({ expected }) && targets.get(caller.owner)) || ((await row.entry.target?.make(fixture)) ?? '')
    if (isRefused({ expected })) targets.set(caller.owner, id)
    const isShared = row.entry.query !== undefined && isRefused({ expected })
    const request = (isShared && requests.get(caller.owner)) || (await requestOf(row, fixture, id))
    if (isShared) requests.set(caller.owner, request)
    cases.push({ caller, expected, request })
  }
  return cases
}

const isRefused = ({ expected }: Pick<Case, 'expected'>) => !expected.startsWith('2')

function expectedOf(row: Row, caller: Caller): string {
  const { status = 200, target, exceptions } = row.entry
  const exception = exceptions?.[caller.name]
  if (exception) return exception
  if (!isAllowed(row, caller)) return caller.role ? '403 forbidden' : '401 session_ended'
  return target?.isOwned && caller.isStranger ? `404 ${target.absent}` : String(status)
}

async function defectsOf(world: World, { name, call }: Row, { caller, request, expected }: Case): Promise<string[]> {
  const response = await send(world, call, caller, request)
  const defects = outcomeOf(response) === expected ? [] : [`expected ${expected}, got ${outcomeOf(response)}`]
  if (response.hasETag && !call.hasETag) defects.push('an ETag that the contract does not declare')
  // By both, the web app recognizes a reply of the server.
  const isDeclared = response.status === (call.creates ? 201 : 200) && response.type.startsWith(call.media)
  if (response.status < 400 && !isDeclared) defects.push(`a reply with ${response.status} and ${response.type}`)
  const maySeeOwner = call.roles[0] === 'anyone' || !caller.isStranger
  if (!maySeeOwner && response.body.includes(caller.owner.id)) defects.push('reply names another account')
  return defects.map(defect => `${name}, ${caller.name}: ${defect}`)
}

/** A function that reads a checksum of each table's row versions: each row that is written gets another one. */
async function snapshotsOf({ db, owner }: World) {
  const tables = await db.introspection.getTables()
  // The security log records refusals, up to a second later.
  const rows = tables
    .filter(({ name, isView }) => name !== 'security_log' && !isView)
    .map(
      ({ name }) =>
        sql`select ${sql.lit(name)},md5(string_agg(ctid::text||xmin,',' order by ctid)) from ${sql.table(name)}`,
    )
  // A connection keeps the plan of a function: planning takes longer than the rest, as would starting parallel workers.
  await sql`create function snapshots() returns table (name text, content text) language plpgsql
    set max_parallel_workers_per_gather = 0
    as $$ begin return query ${sql.join(rows, sql` union all `)}; end $$`.execute(owner)
  const read = sql<{ name: string; content: string | null }>`select name, content from snapshots()`
  return async () => new Map((await read.execute(db)).rows.map(({ name, content }) => [name, content]))
}

const differences = (before: Map<string, string | null>, after: Map<string, string | null>) =>
  [...after].flatMap(([name, content]) => (before.get(name) === content ? [] : [name]))

/** Every call exported from contract/. */
async function contract(): Promise<Call[]> {
  const folder = join(import.meta.dirname, '../../contract')
  const files = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map(name => import(pathToFileURL(join(folder, name)).href)))
  return modules.flatMap(module => Object.values(module).filter(isCall))
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value

/** Every route below `/api`, read from the tree that Fastify draws of its routes. */
function routesOf({ app }: World): string[] {
  const path: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(drawn => {
      const [, indent = '', part, methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/u.exec(drawn) ?? []
      if (!part) return []
      path.splice(indent.length / 4, Infinity, part)
      const names = methods.split(', ').filter(method => method && method !== 'HEAD')
      const whole = path.join('')
      return whole.startsWith('/api/') ? names.map(method => `${method} ${whole.slice('/api'.length)}`) : []
    })
}
