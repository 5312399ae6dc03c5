import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import pg from 'pg'
import { type Address, clientConfig } from '../db/address.ts'

/**
 * A TCP line on loopback to a database that can be made to fail as networks and servers do. `stall` lets nothing through
 * any more although connections are accepted, or, of `answers`, only what clients send; `stall` of `present` concerns the
 * connections that stand. `resume` delivers what was held back.
 */
export async function faultyLine(address: Address) {
  const pairs = new Set<{ client: Socket; server: Socket; isHeld: boolean }>()
  let held: 'nothing' | 'all' | 'answers' = 'nothing'
  const apply = ({ client, server, isHeld }: { client: Socket; server: Socket; isHeld: boolean }) => {
    if (isHeld || held === 'all') client.pause()
    else client.resume()
    if (isHeld || held !== 'nothing') server.pause()
    else server.resume()
  }
  const { host, port: number, user, password, database } = new pg.Client(clientConfig(address))
  const end: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number }
  const listener = createServer(client => {
    const server = connect(end)
    const pair = { client, server, isHeld: false }
    pairs.add(pair)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', chunk => void to.write(chunk))
      from.on('error', () => undefined)
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
    }
    apply(pair)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    url: `postgres://${user}:${password ?? ''}@127.0.0.1:${port}/${database}`,
    /** How many connections stand. */
    count: () => pairs.size,
    stall(what: 'all' | 'answers' | 'present' = 'all') {
      if (what === 'present') for (const pair of pairs) pair.isHeld = true
      else held = what
      for (const pair of pairs) apply(pair)
    },
    resume() {
      held = 'nothing'
      for (const pair of pairs) {
        pair.isHeld = false
        apply(pair)
      }
    },
    /** Ends every connection that stands without a word. */
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
