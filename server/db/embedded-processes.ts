import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * How a server is told to end, one step after the other, and for how long each is waited for, in milliseconds. The first
 * ends sessions and writes everything down. PostgreSQL 18 never finishes that when it arrives while the server recovers
 * from a crash: the second leaves the writing down to the next start, which loses nothing either. The third is for
 * processes that hear nothing any more.
 */
const STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 3_000],
]

/** Ends the server `pid` of a cluster and whatever is left of it; `isStuck` leaves out the step that waits for it to finish. */
export async function endServer(cluster: string, pid: number, { isStuck = false } = {}) {
  const children = process.platform === 'linux' ? [] : await childrenOf(pid)
  for (const [signal, patience] of isStuck ? STEPS.slice(1) : STEPS) {
    if (!(await isServerOf(pid, cluster))) break
    kill(pid, signal)
    await until(async () => !(await isServerOf(pid, cluster)), patience)
  }
  if (!(await isServerOf(pid, cluster))) await endOrphans(cluster, children)
}

/**
 * Ends the processes of a server that is itself gone. Most notice that and end at once; one that does not keeps the shared
 * memory, and with it the next server from starting.
 */
export async function endOrphans(cluster: string, known: number[] = []) {
  const orphans = async () => [...(await processesIn(cluster)), ...known.filter(pid => kill(pid, 0))]
  if (await until(async () => (await orphans()).length === 0, 500)) return
  for (const pid of await orphans()) kill(pid, 'SIGKILL')
  await until(async () => (await orphans()).length === 0, 3_000)
}

/** Whether this process is the server of the cluster. */
export async function isServerOf(pid: number, cluster: string) {
  const command =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
      : `${await ps(pid, 'command=')} `
  return command.includes('postgres ') && command.includes(` -D ${cluster} `)
}

/** What `ps` says of a process; undefined when there is none. */
export async function ps(pid: number, column: string) {
  const options = { env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH } }
  const run = promisify(execFile)('ps', ['-ww', '-o', column, '-p', String(pid)], options)
  return run.then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}

/** Every process of a server works in its data directory. */
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

/** Sends a signal; answers whether there was such a process. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Waits until something holds, for so many milliseconds at most; answers whether it does. */
async function until(holds: () => Promise<boolean>, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience
  for (;;) {
    if (await holds()) return true
    if (Date.now() > deadline) return false
    await sleep(30)
  }
}
