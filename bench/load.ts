import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Load, LoadResult } from './http-load.ts'

/** Sends the load from a separate process and resolves to its figures; rejects if any request fails. */
export async function runLoad(load: Load): Promise<LoadResult> {
  return runScript('http-load.ts', load)
}

/** Runs a script of this folder with an argument; resolves to the JSON that it prints. */
export async function runScript<Result>(name: string, argument: object): Promise<Result> {
  const script = startScript(name, argument)
  const [printed, code] = await Promise.all([
    text(script.stdout!),
    new Promise(resolve => script.once('exit', resolve)),
  ])
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}`)
  return JSON.parse(printed)
}

/** A request without a body, for `Load`; other headers as lines that end with CRLF. */
export const getRequest = (path: string, token: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\n${headersOf(token)}${headers}\r\n`

/** A request with a JSON body and a new idempotency key each time, for `Load`. */
export function postRequest(path: string, token: string, value: object) {
  const body = Buffer.from(JSON.stringify(value))
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: {key}\r\n`
  // The load generator sends one byte per character.
  return `POST ${path} HTTP/1.1\r\n${headersOf(token)}${headers}\r\n${body.toString('latin1')}`
}

const headersOf = (token: string) => `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`

/**
 * Starts a bare `node:http` server that replies with these bytes from memory; `measure` returns its requests per second
 * over that many connections, which is the most that Node can do with them on this machine.
 */
export async function startBareServer(
  body: Buffer,
  { connections, seconds }: { connections: number; seconds: number },
) {
  const server = startScript('bare-server.ts', { body: body.toString('base64') })
  const port = Number(await firstLine(server))
  const load = { port, seconds, connections: Array.from({ length: connections }, () => [getRequest('/', '')]) }
  return {
    measure: async () => (await runLoad(load)).rate,
    close: () => void server.kill(),
  }
}

/** Starts a script of this folder, which reads its argument as JSON from standard input. */
function startScript(name: string, argument: object): ChildProcess {
  const tsx = join(import.meta.dirname, '../node_modules/tsx/dist/loader.mjs')
  const script = spawn(process.execPath, ['--import', tsx, join(import.meta.dirname, name)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  script.stdin?.end(JSON.stringify(argument))
  return script
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) return line
  throw new Error('the process printed nothing')
}
