import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lchown, readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** Whom PostgreSQL runs as; empty for "whoever we are". */
export type Account = { uid?: number; gid?: number }

/** The data directory cannot be used by this process now; why, in a sentence for whoever starts it. */
export class UnusableDirectory extends Error {}

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Whom the cluster belongs to, or is to belong to: root steps down to another account, because PostgreSQL refuses it. */
export async function accountFor(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => undefined)
  const me = process.getuid?.()
  if (me !== 0) {
    if (owner && owner.uid !== me)
      throw new UnusableDirectory(
        `The database in ${cluster} belongs to the account with uid ${owner.uid}; start as that one.`,
      )
    return {}
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'))
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found)
    throw new UnusableDirectory('PostgreSQL does not run as root, and there is no account "postgres" or "nobody".')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** Makes a file, folder or link the account's own. */
export async function give(path: string, { uid, gid }: Account) {
  if (uid !== undefined && gid !== undefined) await lchown(path, uid, gid)
}

/** Why this command fails when that account runs it, or undefined when it succeeds. */
export function failure(file: string, args: string[], account: Account): Promise<string | undefined> {
  return promisify(execFile)(file, args, { ...account, cwd: '/', env: ENVIRONMENT }).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

/** After a program has ended, what it started may hold its output open for so long, in milliseconds. */
const LAST_WORDS = 3_000

/**
 * Starts a program as that account. Where the kernel can, it sends it `signal` when this process dies, even by kill -9.
 * `ended` resolves with how it ended and the last that it logged.
 */
export async function run(
  file: string,
  args: string[],
  { account, signal, onLine }: { account: Account; signal: 'INT' | 'KILL'; onLine?: (line: string) => void },
) {
  const { uid, gid } = account
  const tied = process.platform === 'linux' && !(await failure('setpriv', ['--pdeathsig', signal, 'true'], {}))
  const drop = uid === undefined ? [] : [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // Detached, because Ctrl-C in a terminal goes to the whole process group: the database has to outlive the portal.
  const child = tied
    ? spawn('setpriv', [...drop, '--pdeathsig', signal, file, ...args], {
        cwd: '/',
        env: ENVIRONMENT,
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    : spawn(file, args, { cwd: '/', env: ENVIRONMENT, detached: true, stdio: ['ignore', 'ignore', 'pipe'], uid, gid })
  const lastLines: string[] = []
  createInterface({ input: child.stderr }).on('line', line => {
    lastLines.push(line)
    if (lastLines.length > 20) lastLines.shift()
    onLine?.(line)
  })
  const ended = new Promise<{ code: number | null; text: string }>(resolve => {
    child.once('exit', (code, killer) => {
      const how = killer ? `killed by ${killer}` : `exit code ${code}`
      const tell = () => resolve({ code, text: [how, ...lastLines].join('\n') })
      const impatience = setTimeout(tell, LAST_WORDS)
      child.once('close', () => {
        clearTimeout(impatience)
        tell()
      })
    })
  })
  await once(child, 'spawn')
  if (child.pid === undefined) throw new Error(`${file} did not start`)
  return { pid: child.pid, ended }
}
