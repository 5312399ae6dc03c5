import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import pg from 'pg'
import { type Address, clientConfig } from '../db/address.ts'

/**
 * A TCP proxy on loopback in front of a database that can be made to fail as networks and servers do. `stall` accepts
 * connections but forwards nothing or, with `responses`, only what clients send; with `present` it affects only the
 * open connections. `resume` delivers the held-back bytes.
 */
export async function faultyConnection(address: Address) {
  const pairs = new Set<{ client: Socket; server: Socket; isBlocked: boolean }>()
  let blocked: 'nothing' | 'all' | 'responses' = 'nothing'
  const apply = ({ client, server, isBlocked }: { client: Socket; server: Socket; isBlocked: boolean }) => {
    if (isBlocked || blocked === 'all') client.pause()
    else client.resume()
    if (isBlocked || blocked !== 'nothing') server.pause()
    else server.resume()
  }
  const { host, port: number, user, password, database } = new pg.Client(clientConfig(address))
  const end: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number }
  const listener = createServer(client => {
    const server = connect(end)
    const pair = { client, server, isBlocked: false }
    pairs.add(pair)
    forward(client, server, () => pairs.delete(pair))
    forward(server, client, () => pairs.delete(pair))
    apply(pair)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    url: `postgres://${user}:${password ?? ''}@127.0.0.1:${port}/${database}`,
    /** The number of open connections. */
    count: () => pairs.size,
    stall(what: 'all' | 'responses' | 'present' = 'all') {
      if (what === 'present') for (const pair of pairs) pair.isBlocked = true
      else blocked = what
      for (const pair of pairs) apply(pair)
    },
    resume() {
      blocked = 'nothing'
      for (const pair of pairs) {
        pair.isBlocked = false
        apply(pair)
      }
    },
    /** Cuts every open connection silently. */
    cut() {
      for (const { client, server } of pairs) {
        client.resetAndDestroy()
        server.destroy()
      }
    },
    close() {
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      listener.close()
    },
  }
}

function forward(from: Socket, to: Socket, onClose: () => void) {
  from.on('data', chunk => void to.write(chunk))
  from.on('error', () => undefined)
  from.on('close', () => {
    onClose()
    to.destroy()
  })
}
