import { text } from 'node:stream/consumers'
import type { Call } from '#contract/call.ts'
import type { Caller, CallerSetup } from './callers.ts'
import { MATRIX } from './matrix.ts'
import { allowedRoles, type Fixture, type MatrixEntry } from './matrix-entry.ts'
import type { World } from './world.ts'

// Sends each call of the contract with the input that its matrix entry names.

export type Row = { name: string; call: Call; entry: MatrixEntry }

export const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`

/** The calls that have a matrix entry. */
export const rowsOf = (world: World): Row[] =>
  world.app.context.endpoints.flatMap(call => {
    const [name, entry] = [nameOf(call), MATRIX[nameOf(call)]]
    return entry ? [{ name, call, entry }] : []
  })

export const isAllowed = ({ call, entry }: Row, { role }: Caller) =>
  allowedRoles(call, entry).some(allowed => allowed === 'anyone' || allowed === role)

export function fixtureOf({ account, owner }: Caller, { callers: _, ...setup }: CallerSetup, world: World): Fixture {
  return { world, account, owner, ...setup }
}

export type TestRequest = { url: string; payload: string | object | undefined; headers: Record<string, string> }

export async function requestOf({ call, entry }: Row, fixture: Fixture, id: string): Promise<TestRequest> {
  const query = new URLSearchParams(await entry.query?.(fixture)).toString()
  const url = call.path.replace(/:\w+/, id) + (query && `?${query}`)
  if (!entry.file) return { url, payload: await entry.body?.({ ...fixture, id }), headers: {} }
  const head = '--sinir\r\nContent-Disposition: form-data; name="file"; filename="liste.xlsx"\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(head), entry.file(), Buffer.from('\r\n--sinir--\r\n')])
  return { url, payload, headers: { 'content-type': 'multipart/form-data; boundary=sinir' } }
}

export async function send(world: World, { method }: Call, { token }: Caller, { url, payload, headers }: TestRequest) {
  const ending = new AbortController()
  const response = await world.app.inject({
    method,
    url: `/api${url}`,
    signal: ending.signal,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  })
  const {
    statusCode: status,
    headers: { 'content-type': type, etag },
  } = response
  const stream = response.stream()
  // A stream of events never ends by itself, and an open one would keep checking its session.
  if (type?.toString().startsWith('text/event-stream')) ending.abort()
  return {
    status,
    type: String(type ?? ''),
    hasETag: etag !== undefined,
    body: stream.destroyed ? '' : await text(stream),
  }
}

export const outcomeOf = ({ status, body }: { status: number; body: string }) =>
  status < 400 ? String(status) : `${status} ${JSON.parse(body).code}`
