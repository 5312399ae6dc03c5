import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { PROGRAMS } from './cluster-programs.ts'
import { freePort } from './ports.ts'

type Node = { name: string; rest: number; port: number; patroni: ChildProcess | undefined }

/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/**
 * Starts three PostgreSQL servers with synchronous replication under Patroni and etcd, and HAProxy, which forwards to
 * the current primary; all on loopback and in a directory that `stop` removes.
 */
export async function startPatroni() {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-ha-'))
  await chmod(directory, 0o755)
  if (account.uid !== undefined) await chown(directory, account.uid, account.gid)
  const running = new Set<ChildProcess>()
  const run = (program: string, args: string[]) => {
    const child = spawn(program, args, {
      ...account,
      cwd: directory,
      stdio: 'ignore',
      env: { ...process.env, HOME: directory },
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const [etcd, peers] = [await freePort(), await freePort()]
  run(PROGRAMS['etcd-server'] ?? '', etcdArguments(etcd, peers))
  const nodes: Node[] = []
  for (const name of ['one', 'two', 'three'])
    nodes.push({ name, rest: await freePort(), port: await freePort(), patroni: undefined })
  const start = (node: Node) => {
    node.patroni = run(PROGRAMS.patroni ?? '', [`${node.name}.yml`])
  }
  for (const node of nodes) {
    await writeFile(join(directory, `${node.name}.yml`), patroniSettings(directory, node, etcd))
    start(node)
  }
  const port = await freePort()
  await writeFile(join(directory, 'haproxy.cfg'), haproxySettings(port, nodes))
  run(PROGRAMS.haproxy ?? '', ['-f', 'haproxy.cfg'])

  /** Resolves when one is the primary and the others follow it, one of them synchronously. */
  const allTogether = () =>
    expect
      .poll(() => rolesOf(nodes), { timeout: 120_000, interval: 200 })
      .toEqual(['primary', 'replica', 'sync standby'])
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    allTogether,
    /**
     * Kills the primary and its Patroni, as the loss of its machine would; resolves to a function that starts it again.
     */
    killPrimary: async () => {
      const killed = await killPrimary(directory, nodes)
      return () => start(killed)
    },
    async stop() {
      const ends = [...running].map(child => once(child, 'exit'))
      for (const child of running) child.kill('SIGTERM')
      await Promise.all(ends)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Kills the processes of the primary and its Patroni; resolves to the node. */
async function killPrimary(directory: string, nodes: Node[]): Promise<Node> {
  const roles = await Promise.all(nodes.map(node => roleOf(node)))
  const primary = nodes[roles.indexOf('primary')]
  if (!primary) throw new Error('there is no primary')
  const lock = await readFile(join(directory, primary.name, 'postmaster.pid'), 'utf8')
  const postmaster = Number(lock.split('\n')[0])
  for (const pid of [primary.patroni?.pid, postmaster, ...childrenOf(postmaster)]) if (pid) killNow(pid)
  return primary
}

function etcdArguments(client: number, peer: number): string[] {
  const [clients, peers] = [client, peer].map(port => `http://127.0.0.1:${port}`)
  return [
    '--data-dir=etcd',
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
  ]
}

async function roleOf({ rest }: Node): Promise<string> {
  const isOk = async (path: string) =>
    fetch(`http://127.0.0.1:${rest}/${path}`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (await isOk('primary')) return 'primary'
  if (await isOk('sync')) return 'sync standby'
  return (await isOk('replica?lag=1MB')) ? 'replica' : 'none'
}

const rolesOf = async (nodes: Node[]) => (await Promise.all(nodes.map(roleOf))).sort()

function patroniSettings(directory: string, { name, rest, port }: Node, etcd: number): string {
  return JSON.stringify({
    scope: 'toptan',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      // The shortest that Patroni allows.
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(directory, name),
      bin_dir: PROGRAMS.postgresql,
      pgpass: join(directory, `${name}.pgpass`),
      authentication: { superuser: { username: 'app' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: directory, shared_buffers: '64MB' },
    },
  })
}

function haproxySettings(port: number, nodes: Node[]): string {
  const servers = nodes.map(({ name, rest, port: own }) => `  server ${name} 127.0.0.1:${own} check port ${rest}`)
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map(line => line.trim().split(/\s+/).map(Number))
    .flatMap(([own, parent]) => (parent === pid ? [own!] : []))
}

function killNow(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
