import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { stalledConnections } from '../metrics/metrics.ts'

export type StallLimits = {
  /** How often connections are looked at, in milliseconds. */
  interval: number
  /** How long a client may read nothing of what waits for it, in milliseconds. */
  patience: number
}

export const STALL_LIMITS: StallLimits = { interval: 30_000, patience: 120_000 }

/**
 * Ends connections whose clients read nothing of their replies, which would stay in memory for ever. A slow client is
 * left alone as long as it reads anything. Requests that take long before their reply begins are left alone, too.
 */
export function endStalledClients(server: Server, { interval, patience }: StallLimits = STALL_LIMITS) {
  const sockets = new Set<Socket>()
  const suspected = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        // What was waiting has been read; the timeout of a kept-alive connection is not ours.
        if (suspected.delete(socket)) socket.setTimeout(server.timeout)
      } else if (!suspected.has(socket)) {
        suspected.add(socket)
        // Node's own timeout starts anew whenever the client has read something, even of one large piece.
        socket.setTimeout(patience)
        socket.once('timeout', () => {
          if (!suspected.has(socket) || socket.writableLength === 0) return
          stalledConnections.add()
          socket.destroy()
        })
      }
    }
  }, interval).unref()
  server.once('close', () => clearInterval(timer))
}
