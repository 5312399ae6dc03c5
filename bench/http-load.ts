import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { quantile } from './latency.ts'

/**
 * Sends requests over keep-alive connections from a separate process, one at a time per connection, and reports the
 * completed ones. Started by `runLoad`, with a `Load` on standard input. It parses as little of a response as possible,
 * since it shares the processors with the server.
 */

export type Load = {
  port: number
  seconds: number
  /** The requests of each connection, repeated in order; `{key}` is replaced by a new idempotency key each time. */
  connections: string[][]
}

export type LoadResult = {
  /** Completed requests per second. */
  rate: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
  count: number
  /** Processor time of this process in seconds. */
  cpu: number
}

const { port, seconds, connections }: Load = JSON.parse(await text(process.stdin))
const latencies: number[] = []
const end = performance.now() + seconds * 1000
const began = performance.now()
const startUp = process.cpuUsage()
await Promise.all(connections.map(requests => sendInTurn(requests)))
const elapsed = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(startUp)
const result: LoadResult = {
  rate: latencies.length / elapsed,
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
  count: latencies.length,
  cpu: (user + system) / 1e6,
}
process.stdout.write(JSON.stringify(result))

/** Sends the requests of one connection until the time is over. Rejects at the first response that is not a success. */
function sendInTurn(requests: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    let next = 0
    let sent = 0
    const send = () => {
      const request = requests[next++ % requests.length]!
      received = ''
      sent = performance.now()
      socket.write(request.includes('{key}') ? request.replace('{key}', crypto.randomUUID()) : request, 'latin1')
    }
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`the server closed the connection after: ${received.slice(0, 500)}`)))
    socket.on('data', (piece: string) => {
      received = received ? received + piece : piece
      if (!isComplete(received)) return
      if (!/^HTTP\/1.1 [23]/.test(received)) return reject(new Error(received))
      const now = performance.now()
      latencies.push(now - sent)
      if (now < end) return send()
      socket.removeAllListeners('close')
      socket.destroy()
      resolve()
    })
  })
}

function isComplete(response: string): boolean {
  const head = response.indexOf('\r\n\r\n')
  if (head === -1) return false
  const headers = response.slice(0, head)
  if (headers.startsWith('HTTP/1.1 304')) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1]
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length >= head + 4 + Number(length)
}
