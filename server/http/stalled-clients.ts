import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { REQUEST_TIME } from '#contract/times.ts'
import { stalledConnections } from '../metrics/metrics.ts'

/** In milliseconds. */
export type StallLimits = {
  /** How often connections are checked. */
  interval: number
  /** How long a client may read nothing of a waiting reply. */
  readTimeout: number
  /** How long the head of a request may take to arrive. */
  headers: number
  /** How long a whole request may take to arrive. */
  request: number
}

export const STALL_LIMITS: StallLimits = {
  interval: 30_000,
  readTimeout: 120_000,
  headers: 60_000,
  request: REQUEST_TIME,
}

/**
 * Closes connections whose clients read nothing of their replies, which would stay in memory forever. A connection
 * stays open as long as its client reads anything, however slowly, and while its reply has not begun.
 */
export function endStalledClients(
  server: Server,
  { interval, readTimeout }: Pick<StallLimits, 'interval' | 'readTimeout'>,
) {
  const sockets = new Set<Socket>()
  const suspected = new WeakMap<Socket, () => void>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        // The waiting bytes have been read; the timeout of a kept-alive connection is Node's.
        const end = suspected.get(socket)
        if (!end) continue
        suspected.delete(socket)
        socket.off('timeout', end)
        socket.setTimeout(server.timeout)
      } else if (!suspected.has(socket)) {
        const end = () => {
          if (socket.writableLength === 0) return
          stalledConnections.add()
          socket.destroy()
        }
        suspected.set(socket, end)
        // Node's own timeout restarts whenever the client has read something, even of one large piece.
        socket.setTimeout(readTimeout)
        socket.on('timeout', end)
      }
    }
  }, interval).unref()
  server.once('close', () => clearInterval(timer))
}
