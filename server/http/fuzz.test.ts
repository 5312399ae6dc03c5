import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { errorCodes, UNEXPECTED } from '#contract/call-errors.ts'
import { areSessionsValid, type Caller, type CallerSetup, setUpCallers } from '../testing/callers.ts'
import {
  fixtureOf,
  isAllowed,
  type Row,
  requestOf,
  rowsOf,
  send,
  type TestRequest,
} from '../testing/matrix-requests.ts'
import {
  changed,
  changedBytes,
  changedText,
  type Draw,
  oddText,
  oddValue,
  pick,
  valueOf,
} from '../testing/mutations.ts'
import { makeWorld, type World } from '../testing/world.ts'

/**
 * Every call with generated and mutated input. Whatever is sent, the reply is never a 5xx, an error has the shape of
 * all errors and a code that the call declares, and it reveals no internals of the server. The world's server checks
 * each reply against its schema. `npm run endure` sends more inputs, with a seed of its own.
 */

const INPUTS = Number(process.env.FUZZ_INPUTS ?? 800)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123)
/** How many inputs start from one valid request, whose target they may use up. */
const INPUTS_OF_A_REQUEST = 13
/** How many valid requests one setup makes: the numbers of routes in a portal and of lists of a customer are limited. */
const REQUESTS_PER_SETUP = 40
/** Workbooks and PDFs cost as much as a hundred other replies. */
const MAX_FILES = Math.ceil(INPUTS / 1250)

test(`none of ${INPUTS} inputs makes a call fail or reveal internals`, {
  timeout: 300_000 + INPUTS * 200,
}, async () => {
  const world = await makeWorld()
  const rows = rowsOf(world)
  const defects: string[] = []
  let sent = 0
  let prepared = 0
  let setup = await setUpCallers(world)
  const files = rows.filter(hasFile).length
  const usual = Math.ceil((INPUTS - files * MAX_FILES) / (rows.length - files))
  for (const [index, row] of rows.entries()) {
    const inputs = hasFile(row) ? MAX_FILES : usual
    const draws = fc.sample(fc.gen(), { seed: SEED + index, numRuns: inputs })
    for (let first = 0; first < inputs; first += INPUTS_OF_A_REQUEST) {
      // Frees limits that earlier inputs have exhausted, such as the attempts of an address.
      world.pass(15 * 60_000)
      // Checked after the clock has moved, which may have ended sessions.
      prepared++
      if (prepared % REQUESTS_PER_SETUP === 0 || !(await areSessionsValid(world, setup))) {
        setup = await setUpCallers(world)
        await world.db.deleteFrom('delivery_routes').execute()
      }
      const valid = await validRequest(world, setup, row, draws[first]!)
      for (const [n, draw] of draws.slice(first, first + INPUTS_OF_A_REQUEST).entries()) {
        const request = mutatedRequest(draw, row, valid.request)
        const defect = await send(world, row.call, valid.caller, request).then(
          reply => defectOf(row, reply),
          error => `no whole reply: ${error}`,
        )
        sent++
        if (defect) defects.push(`${row.name}, ${first + n} of seed ${SEED + index}: ${defect}\n${described(request)}`)
      }
    }
  }
  expect(defects).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(INPUTS)
  expect(await world.ledgerDisagreements()).toEqual([])
})

const hasFile = ({ entry, call }: Row) => entry.file !== undefined || call.download !== undefined

type Valid = { caller: Caller; request: TestRequest }

async function validRequest(world: World, setup: CallerSetup, row: Row, draw: Draw): Promise<Valid> {
  const callers = setup.callers.filter(caller => isAllowed(row, caller) && !caller.isStranger)
  const caller = pick(draw, ...(callers.length ? callers : setup.callers))
  const fixture = fixtureOf(caller, setup, world)
  const id = (await row.entry.target?.make(fixture)) ?? ''
  return { caller, request: await requestOf(row, fixture, id) }
}

function mutatedRequest(draw: Draw, row: Row, valid: TestRequest): TestRequest {
  const part = draw(fc.integer, { min: 0, max: 9 })
  if (part === 0) return { ...valid, url: mutatedPath(draw, valid.url) }
  if (part === 1) return { ...valid, headers: { ...valid.headers, ...mutatedHeader(draw) } }
  if (part <= (valid.payload === undefined ? 9 : 3)) return { ...valid, url: mutatedQuery(draw, row, valid.url) }
  return mutatedBody(draw, row, valid)
}

/** The URL with one part of its path replaced: the last one, which is its id if it has one, or a random one. */
function mutatedPath(draw: Draw, url: string): string {
  const [path = '', query = ''] = url.split('?')
  const parts = path.split('/')
  const place = pick(draw, parts.length - 1, draw(fc.integer, { min: 1, max: parts.length - 1 }))
  const given = draw(fc.boolean) ? encodeURIComponent(wellFormed(oddText(draw))) : pick(draw, '%', '%ff', '..', '')
  return `${parts.with(place, given).join('/')}${query && `?${query}`}`
}

const PARAMETERS = [
  'limit',
  'cursor',
  'search',
  'from',
  'to',
  'status',
  'category',
  'sort',
  'token',
  'yok',
  '__proto__',
]

function mutatedQuery(draw: Draw, { call }: Row, url: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = [...new URLSearchParams(query)]
  const known = Object.keys(schemaOf(call.query).properties ?? {})
  for (let left = draw(fc.integer, { min: 1, max: 3 }); left > 0; left--) {
    const name = pick(draw, ...known, ...(known.length < 3 ? PARAMETERS : []))
    const value = pick(draw, oddText(draw), changedText(draw, parameters[0]?.[1] ?? '20'), cursorOf(draw), '20')
    parameters.push([name, wellFormed(value)])
  }
  return `${path}?${new URLSearchParams(parameters).toString()}`
}

const cursorOf = (draw: Draw) => Buffer.from(JSON.stringify([oddValue(draw), oddValue(draw)])).toString('base64url')

const HEADERS = [
  'idempotency-key',
  'if-none-match',
  'accept-encoding',
  'content-type',
  'range',
  'x-forwarded-for',
  'accept',
]

function mutatedHeader(draw: Draw): Record<string, string> {
  const value = pick(draw, '', ',', '*', '"', 'gzip;q=x', 'text/html', 'x'.repeat(300), 'ş', '%00', '-1', 'bytes=9-1')
  return { [pick(draw, ...HEADERS)]: Buffer.from(value).toString('latin1') }
}

function mutatedBody(draw: Draw, { call }: Row, valid: TestRequest): TestRequest {
  const { payload } = valid
  if (Buffer.isBuffer(payload)) return { ...valid, payload: changedBytes(draw, payload) }
  const isGenerated = draw(fc.integer, { min: 0, max: 3 }) === 0
  const value = isGenerated ? valueOf(draw, schemaOf(call.body)) : changed(draw, payload)
  const text = JSON.stringify(value)
  const isBroken = draw(fc.integer, { min: 0, max: 19 }) === 0
  const headers = { ...valid.headers, 'content-type': 'application/json' }
  return { ...valid, headers, payload: isBroken ? wellFormed(changedText(draw, text)) : text }
}

/** The text without unpaired surrogates, which no URL can contain. */
const wellFormed = (value: string) => Buffer.from(value).toString()

const schemas = new Map<z.core.$ZodType, z.core.JSONSchema.BaseSchema>()
function schemaOf(schema: z.core.$ZodType): z.core.JSONSchema.BaseSchema {
  const known = schemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  schemas.set(schema, known)
  return known
}

const INSIDE = /\$argon2|node_modules|\.[jt]s:\d|postgres|kysely|syntax error|violates|stack|\bundefined\b|\[object/i

function defectOf({ call }: Row, { status, type, body }: Awaited<ReturnType<typeof send>>): string | undefined {
  if (status >= 500) return `${status} ${body.slice(0, 300)}`
  if (status < 400) return undefined
  if (!type.startsWith('application/json')) return `${status} as ${type}`
  const parsed: unknown = JSON.parse(body)
  const error = Problem.safeParse(parsed)
  if (!error.success) return `${status} of another shape: ${body.slice(0, 300)}`
  // A mutated path or verb can name another call.
  const codes: string[] = [
    ...errorCodes(call),
    'not_found',
    'order_not_found',
    'session_ended',
    'forbidden',
    'invalid_input',
  ]
  if (!codes.includes(error.data.code) || error.data.code === UNEXPECTED) return `undeclared: ${body.slice(0, 300)}`
  if (INSIDE.test(body)) return `gives away: ${body.slice(0, 300)}`
  return undefined
}

const Problem = z.strictObject({
  detail: z.string().min(1).max(2000),
  code: z.string().regex(/^[a-z_]+$/),
  errors: z.array(z.strictObject({ field: z.string(), message: z.string().min(1) })).optional(),
})

const described = ({ url, payload, headers }: TestRequest) =>
  `${url} ${JSON.stringify(headers)} ${textOf(payload)}`.slice(0, 1000)

const textOf = (payload: TestRequest['payload']) =>
  Buffer.isBuffer(payload) ? payload.toString('base64') : JSON.stringify(payload)
