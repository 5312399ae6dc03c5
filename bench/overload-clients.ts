import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './latency.ts'

/**
 * Many clients in a separate process, each with its own connection and one request at a time. A client that is
 * refused with 503 waits as long as `Retry-After` requires, or only 20 ms if the clients are impatient.
 */

export type OverloadLoad = {
  port: number
  seconds: number
  isPatient: boolean
  /** The requests of each client, repeated in order; `{key}` is replaced by a new idempotency key each time. */
  clients: string[][]
}

export type OverloadResult = {
  /** Successful requests per second. */
  goodput: number
  /** Latencies of the successful ones, in milliseconds. */
  p50: number
  p99: number
  refused: number
  /** Replies that are neither a success nor 503, and lost connections. */
  other: number
}

const { port, seconds, isPatient, clients }: OverloadLoad = JSON.parse(await text(process.stdin))
const latencies: number[] = []
let refused = 0
let other = 0
const began = performance.now()
const end = began + seconds * 1000
await Promise.all(clients.map(run))
const result: OverloadResult = {
  goodput: latencies.length / seconds,
  p50: latencies.length ? quantile(latencies, 0.5) : 0,
  p99: latencies.length ? quantile(latencies, 0.99) : 0,
  refused,
  other,
}
process.stdout.write(JSON.stringify(result))
process.exit()

async function run(requests: string[]) {
  const send = await openConnection()
  for (let next = 0; performance.now() < end; next++) {
    const sent = performance.now()
    const reply = await Promise.race([send(requests[next % requests.length]!), sleep(end - sent, undefined)])
    if (reply === undefined) return
    if (/^HTTP\/1.1 2/.test(reply)) latencies.push(performance.now() - sent)
    else if (reply.startsWith('HTTP/1.1 503')) {
      refused++
      const wait = Number(/\r\nretry-after: (\d+)/i.exec(reply)?.[1] ?? 1) * 1000
      // Without any pause, impatient clients would occupy their process so much that they measure themselves.
      await sleep(Math.min(isPatient ? wait : 20, Math.max(0, end - performance.now())))
    } else {
      other++
      if (other === 1) process.stderr.write(`${reply.slice(0, 500)}\n`)
    }
  }
}

async function openConnection() {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.setEncoding('latin1')
  let received = ''
  let done: (reply: string) => void = () => undefined
  socket.on('error', () => undefined)
  socket.on('close', () => done('closed'))
  socket.on('data', (piece: string) => {
    received = received ? received + piece : piece
    if (isComplete(received)) done(received)
  })
  return (request: string) =>
    new Promise<string>(resolve => {
      received = ''
      done = resolve
      if (socket.destroyed) return resolve('closed')
      socket.write(request.replace('{key}', crypto.randomUUID()), 'latin1')
    })
}

function isComplete(response: string): boolean {
  const head = response.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(response.slice(0, head))?.[1]
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length >= head + 4 + Number(length)
}
