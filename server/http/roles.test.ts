import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type Caller, type Cast, isWhole, makeCast } from '../testing/callers.ts'
import { MATRIX, OPEN } from '../testing/matrix.ts'
import { type Line, type Scene, whoMayAsk } from '../testing/scene.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

/** For a busy machine; alone the slowest of these tests takes a few seconds. */
const SLOWEST = 120_000

type Row = { name: string; door: Call; line: Line }

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`

/** The doors that have a line; one that has none is named by the first test. */
const rowsOf = (world: World): Row[] =>
  world.app.context.endpoints.flatMap(door => {
    const [name, line] = [nameOf(door), MATRIX[nameOf(door)]]
    return line ? [{ name, door, line }] : []
  })

test('every call of the contract has one door and one line in the matrix, and nothing else is open', async () => {
  const world = await makeWorld()
  const doors = world.app.context.endpoints.map(nameOf).sort()
  expect((await contract()).map(nameOf).sort()).toEqual(doors)
  expect(Object.keys(MATRIX).sort()).toEqual(doors)
  expect(routesOf(world).sort()).toEqual([...doors, ...Object.keys(OPEN)].sort())
  for (const [name, status] of Object.entries(OPEN)) {
    expect([name, (await world.get(name.replace('GET ', ''))).status]).toEqual([name, status])
  }
})

test('a call is for whom its line says, or else its address', async () => {
  const rows = rowsOf(await makeWorld())
  const promised = rows.map(({ name, door, line }) => [name, ...whoMayAsk(door, line)].join(' '))
  expect(rows.map(({ name, door }) => [name, ...door.roles].join(' '))).toEqual(promised)
})

test.each(['anyone', 'customer', 'marketer', 'admin'] as const)(
  'a call for %s answers each kind of asker with its status, and whom it refuses changes nothing',
  async role => {
    const world = await makeWorld()
    const read = await snapshotsOf(world)
    const rows = rowsOf(world).filter(({ door }) => door.roles[0] === role)
    expect(rows).not.toEqual([])
    const wrong: string[] = []
    let cast = await makeCast(world)
    for (const row of rows) {
      if (!(await isWhole(world, cast))) cast = await makeCast(world)
      const cells = await cellsOf(world, cast, row)
      const before = await read()
      for (const cell of cells.filter(isRefused)) wrong.push(...(await faultsOf(world, row, cell)))
      wrong.push(...differences(before, await read()).map(table => `${row.name}: refused, but ${table} changed`))
      for (const cell of cells.filter(cell => !isRefused(cell))) wrong.push(...(await faultsOf(world, row, cell)))
    }
    expect(wrong).toEqual([])
  },
  SLOWEST,
)

test(
  'an id that is malformed, nobody’s, of another kind or somebody else’s is not there, and why is not told',
  async () => {
    const world = await makeWorld()
    const read = await snapshotsOf(world)
    const cast = await makeCast(world)
    const wrong: string[] = []
    for (const row of rowsOf(world)) {
      const { target } = row.line
      const isInPath = row.door.path.includes(':')
      if (!target) {
        if (isInPath) wrong.push(`${row.name}: its line names no target`)
        continue
      }
      const expected = `404 ${target.absent}`
      const own = await target.make(sceneOf(cast.callers[0]!, cast, world))
      const ids = [randomUUID(), cast.admin.id, own]
      // In a body a malformed id is a field at fault.
      if (isInPath) ids.push('not-an-id', own.slice(1), `${own}0`, own.replaceAll('-', ''), '%27')
      const before = await read()
      for (const asker of cast.callers.filter(asker => mayAsk(row, asker))) {
        const bodies = new Set<string>()
        for (const id of ids.filter(id => id !== own || (target.isOwned && asker.isStranger))) {
          const request = await requestOf(row, sceneOf(asker, cast, world), id)
          const answer = await send(world, row.door, asker, request)
          if (said(answer) !== expected)
            wrong.push(`${row.name}, ${asker.name}, ${id}: expected ${expected}, got ${said(answer)}`)
          bodies.add(answer.body)
        }
        if (bodies.size > 1) wrong.push(`${row.name}, ${asker.name}: told apart in ${[...bodies].join(' ')}`)
      }
      wrong.push(...differences(before, await read()).map(table => `${row.name}: not there, but ${table} changed`))
    }
    expect(wrong).toEqual([])
  },
  SLOWEST,
)

test('who may not ask is told so before anything that was brought is read', async () => {
  const world = await makeWorld()
  const { callers: askers } = await makeCast(world)
  const wrong: string[] = []
  for (const row of rowsOf(world)) {
    const url = `${row.door.path.replaceAll(/:\w+/g, 'not-an-id')}?limit=many&cursor=%00`
    const payload = row.door.method === 'GET' ? undefined : '{"items":'
    const headers = { 'content-type': 'application/json', 'idempotency-key': ' ' }
    for (const asker of askers.filter(asker => !mayAsk(row, asker))) {
      const expected = expectedOf(row, asker)
      const answer = said(await send(world, row.door, asker, { url, payload, headers }))
      if (answer !== expected) wrong.push(`${row.name}, ${asker.name}: expected ${expected}, got ${answer}`)
    }
  }
  expect(wrong).toEqual([])
})

/** One asker at one door: what is brought, and what is to be answered. */
type Cell = { asker: Caller; request: Asked; expected: string }

/** All askers at a door. Those who are refused may ask for one and the same thing: it stays as it was. */
async function cellsOf(world: World, cast: Cast, row: Row): Promise<Cell[]> {
  const kept = new Map<Person, string>()
  const cells: Cell[] = []
  for (const asker of cast.callers) {
    const [scene, expected] = [sceneOf(asker, cast, world), expectedOf(row, asker)]
    const id = (isRefused({ expected }) && kept.get(asker.owner)) || ((await row.line.target?.make(scene)) ?? '')
    if (isRefused({ expected })) kept.set(asker.owner, id)
    cells.push({ asker, expected, request: await requestOf(row, scene, id) })
  }
  return cells
}

const isRefused = ({ expected }: Pick<Cell, 'expected'>) => !expected.startsWith('2')

function expectedOf(row: Row, asker: Caller): string {
  const { answers = 200, target, but } = row.line
  const exception = but?.[asker.name]
  if (exception) return exception
  if (!mayAsk(row, asker)) return asker.role ? '403 forbidden' : '401 session_ended'
  return target?.isOwned && asker.isStranger ? `404 ${target.absent}` : String(answers)
}

const mayAsk = ({ door, line }: Row, { role }: Caller) =>
  whoMayAsk(door, line).some(who => who === 'anyone' || who === role)

async function faultsOf(world: World, { name, door }: Row, { asker, request, expected }: Cell): Promise<string[]> {
  const answer = await send(world, door, asker, request)
  const faults = said(answer) === expected ? [] : [`expected ${expected}, got ${said(answer)}`]
  const mayTell = door.roles[0] === 'anyone' || !asker.isStranger
  if (!mayTell && answer.body.includes(asker.owner.id)) faults.push('was told of somebody else')
  return faults.map(fault => `${name}, ${asker.name}: ${fault}`)
}

function sceneOf({ account, owner }: Caller, { callers: _, ...cast }: Cast, world: World): Scene {
  return { world, account, owner, ...cast }
}

type Asked = { url: string; payload: string | object | undefined; headers: Record<string, string> }

async function requestOf({ door, line }: Row, scene: Scene, id: string): Promise<Asked> {
  const query = new URLSearchParams(await line.query?.(scene)).toString()
  const url = door.path.replace(/:\w+/, id) + (query && `?${query}`)
  if (!line.file) return { url, payload: await line.body?.({ ...scene, id }), headers: {} }
  const head = '--sinir\r\nContent-Disposition: form-data; name="file"; filename="liste.xlsx"\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(head), line.file(), Buffer.from('\r\n--sinir--\r\n')])
  return { url, payload, headers: { 'content-type': 'multipart/form-data; boundary=sinir' } }
}

async function send(world: World, { method }: Call, { token }: Caller, { url, payload, headers }: Asked) {
  const answer = await world.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  })
  const {
    statusCode: status,
    headers: { 'content-type': type },
  } = answer
  const stream = answer.stream()
  // What never ends is not waited for.
  if (type?.toString().startsWith('text/event-stream')) stream.destroy()
  return { status, body: stream.destroyed ? '' : await text(stream) }
}

const said = ({ status, body }: { status: number; body: string }) =>
  status < 400 ? String(status) : `${status} ${JSON.parse(body).code}`

/** How to read all that the database holds: what each table's rows come to. */
async function snapshotsOf({ db }: World) {
  const tables = await db.introspection.getTables()
  const rows = tables.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, md5(coalesce(string_agg(line::text, ',' order by line::text), '')) as content
      from ${sql.table(name)} as line`,
  )
  const all = sql<{ name: string; content: string }>`${sql.join(rows, sql` union all `)}`
  return async () => new Map((await all.execute(db)).rows.map(({ name, content }) => [name, content]))
}

const differences = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].flatMap(([name, content]) => (before.get(name) === content ? [] : [name]))

/** Every call that is written down in contract/. */
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
