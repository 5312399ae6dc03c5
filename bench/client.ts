import { readFileSync } from 'node:fs'
import type { Portal } from '../e2e/portal.ts'

type Sent = { method?: string; body?: string | FormData; headers?: Record<string, string> }

/** Sends requests to a portal; an error response ends the benchmark. */
export function clientOf(portal: Portal) {
  async function send(token: string | undefined, path: string, init: Sent = {}) {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...init.headers }
    const response = await fetch(`${portal.url}/api${path}`, { ...init, headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const get = async <T>(token: string, path: string) => (await (await send(token, path)).json()) as T
  const post = async <T>(token: string | undefined, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await send(token, path, { method: 'POST', body: JSON.stringify(body), headers })
    return (await response.json()) as T
  }
  /** Sends a request and reads its whole reply. */
  const read = async (token: string, path: string, init?: Sent) =>
    Buffer.from(await (await send(token, path, init)).arrayBuffer())
  const importWorkbook = async <T>(token: string, path: string, file: Buffer) =>
    (await (await send(token, path, withFile(file))).json()) as T
  const logIn = async (path: string, credentials: { username: string; password: string }) =>
    (await post<{ token: string }>(undefined, path, credentials)).token
  return { send, read, get, post, importWorkbook, logIn }
}

/** A request that uploads a workbook. */
export function withFile(file: Buffer): Sent {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(file)]), 'liste.xlsx')
  return { method: 'POST', body }
}

export function residentMegabytes({ pid }: Portal) {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** The CPU time of the portal's process, PostgreSQL not counted. */
export function cpuSeconds({ pid }: Portal) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
