import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lchown, readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** The account of the operating system that PostgreSQL runs as; empty for the current one. */
export type Account = { uid?: number; gid?: number }

/** The data directory cannot be used by this process now; the message states the reason. */
export class UnusableDirectory extends Error {}

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * The account that owns, or will own, the cluster. Root uses another account, because PostgreSQL refuses to run as
 * root.
 */
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

/** Changes the owner of a file, folder or link to the account. */
export async function chownTo(path: string, { uid, gid }: Account) {
  if (uid !== undefined && gid !== undefined) await lchown(path, uid, gid)
}

/** The error of the command when run by that account, or undefined if it succeeds. */
export function commandError(file: string, args: string[], account: Account): Promise<string | undefined> {
  return promisify(execFile)(file, args, { ...account, cwd: '/', env: ENVIRONMENT }).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

/** How long after a program's end its children may keep its output open, in milliseconds. */
const OUTPUT_GRACE = 3_000

/**
 * Starts a program as that account. Where the kernel supports it, the program gets `signal` when this process dies,
 * even by kill -9. `ended` resolves with the exit status and the last lines that it logged.
 */
export async function run(
  file: string,
  args: string[],
  { account, signal, onLine }: { account: Account; signal: 'INT' | 'KILL'; onLine?: (line: string) => void },
) {
  const { uid, gid } = account
  const dieWithParent =
    process.platform === 'linux' && !(await commandError('setpriv', ['--pdeathsig', signal, 'true'], {}))
  const drop = uid === undefined ? [] : [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // Detached, because Ctrl-C in a terminal goes to the whole process group and the database must outlive the portal.
  const child = dieWithParent
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
      const settle = () => resolve({ code, text: [how, ...lastLines].join('\n') })
      const timer = setTimeout(settle, OUTPUT_GRACE)
      child.once('close', () => {
        clearTimeout(timer)
        settle()
      })
    })
  })
  await once(child, 'spawn')
  if (child.pid === undefined) throw new Error(`${file} did not start`)
  return { pid: child.pid, ended }
}
