import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type Address, clientConfig } from '../db/address.ts'
import { PROGRAMS } from './cluster-programs.ts'
import { freePort } from './ports.ts'

/** Few enough that most transactions get another session than the one before. */
const POOL_SIZE = 4

/** Starts PgBouncer in transaction mode in front of a database; resolves to the URL of the database through it. */
export async function startPooler(address: Address) {
  const { host, port, user, password, database } = new pg.Client(clientConfig(address))
  const directory = await mkdtemp(join(tmpdir(), 'toptan-pooler-'))
  await chmod(directory, 0o755)
  // It refuses to run as root; the embedded server's socket is accessible to the owner of its directory.
  const owner = process.getuid?.() === 0 && host?.startsWith('/') ? await stat(host) : { uid: 65534, gid: 65534 }
  const account = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
  if (account.uid !== undefined) await chown(directory, account.uid, account.gid)
  const listenPort = await freePort()
  const timeouts =
    'set lock_timeout = 15000; set statement_timeout = 60000; set idle_in_transaction_session_timeout = 60000'
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
${database} = host=${host} port=${port} user=${user} ${password ? `password=${password}` : ''} connect_query='${timeouts}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
server_login_retry = 1
`,
  )
  const pooler = spawn(PROGRAMS.pgbouncer ?? 'pgbouncer', [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  await started(pooler)
  return {
    url: `postgres://${user}@127.0.0.1:${listenPort}/${database}`,
    async stop() {
      const ended = once(pooler, 'exit')
      pooler.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function started({ stderr }: ChildProcess) {
  const printed: string[] = []
  for await (const line of createInterface({ input: stderr! })) {
    printed.push(line)
    if (line.includes('process up')) {
      stderr?.resume()
      return
    }
  }
  throw new Error(`PgBouncer did not start:\n${printed.join('\n')}`)
}
