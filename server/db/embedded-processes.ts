import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * The signals that end a server, in order, each with the milliseconds to wait for it. SIGINT ends sessions and writes a
 * checkpoint; if it arrives during crash recovery, PostgreSQL 18 never finishes the shutdown. SIGQUIT leaves the
 * checkpoint to the next start's recovery, which loses nothing either. SIGKILL is for processes that no longer react.
 */
const STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 3_000],
]

/** Ends the server `pid` of a cluster and its remaining processes; `isStuck` skips SIGINT, the orderly shutdown. */
export async function endServer(cluster: string, pid: number, { isStuck = false } = {}) {
  const children = process.platform === 'linux' ? [] : await childrenOf(pid)
  for (const [signal, timeout] of isStuck ? STEPS.slice(1) : STEPS) {
    if (!(await isServerOf(pid, cluster))) break
    kill(pid, signal)
    await until(async () => !(await isServerOf(pid, cluster)), timeout)
  }
  if (!(await isServerOf(pid, cluster))) await endOrphans(cluster, children)
}

/**
 * Ends the orphaned processes of a dead server. Most detect its end and exit; one that does not keeps the shared
 * memory, which would prevent the next server from starting.
 */
export async function endOrphans(cluster: string, known: number[] = []) {
  const orphans = async () => [...(await processesIn(cluster)), ...known.filter(pid => kill(pid, 0))]
  if (await until(async () => (await orphans()).length === 0, 500)) return
  for (const pid of await orphans()) kill(pid, 'SIGKILL')
  await until(async () => (await orphans()).length === 0, 3_000)
}

/** Whether this process is the server of the cluster. */
export async function isServerOf(pid: number, cluster: string) {
  const command = await commandOf(pid)
  return command.includes('postgres ') && command.includes(` -D ${cluster} `)
}

/** Whether the server has the process that recovers it after a crash. True if none of its processes can be seen. */
export async function hasStartupProcess(cluster: string, pid: number) {
  const children = process.platform === 'linux' ? await processesIn(cluster) : await childrenOf(pid)
  const titles = (await Promise.all(children.map(commandOf))).filter(title => title.startsWith('postgres: '))
  return titles.length === 0 || titles.some(title => title.startsWith('postgres: startup'))
}

async function commandOf(pid: number) {
  return process.platform === 'linux'
    ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
    : `${await ps(pid, 'command=')} `
}

/** One column that `ps` reports of a process; undefined if the process does not exist. */
export async function ps(pid: number, column: string) {
  const options = { env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH } }
  const run = promisify(execFile)('ps', ['-ww', '-o', column, '-p', String(pid)], options)
  return run.then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}

/** Finds the server's processes by their working directory, which is its data directory. */
async function processesIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async pid => {
      const [cwd, program] = await Promise.all(
        ['cwd', 'exe'].map(name => readlink(join('/proc', pid, name)).catch(() => '')),
      )
      return cwd === cluster && basename(program ?? '').startsWith('postgres') ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='], { env: { LC_ALL: 'C', PATH: process.env.PATH } })
  const { stdout } = await listed.catch(() => ({ stdout: '' }))
  const pairs = stdout.split('\n').map(line => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}

/** Sends a signal; returns whether the process exists. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Polls until the condition holds or the timeout, in milliseconds, has passed; resolves to whether it holds. */
async function until(holds: () => Promise<boolean>, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  for (;;) {
    if (await holds()) return true
    if (Date.now() > deadline) return false
    await sleep(30)
  }
}
