import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleOfSource } from '../documents/source-bundle.ts'
import type { HostCommand, HostReply } from './portal-host.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENTRY = new URL('portal-host.ts', import.meta.url)
const WEAK_HASHES = new URL('weak-hashes.ts', import.meta.url)

export type HostedPortal = {
  url: string
  /** Moves its clock ahead. */
  pass: (milliseconds: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a portal from its sources, with a clock that can be moved, in a process that it shares with all others that
 * this process starts: loading the server costs a second of processor time. That process ends with this one.
 */
export async function startHostedPortal(environment: Record<string, string>, webRoot: string): Promise<HostedPortal> {
  const { id, reply } = send({ command: 'start', environment, webRoot })
  const { url } = await reply
  if (!url) throw new Error('the host of the portals replied without an address')
  return {
    url,
    pass: milliseconds => done({ command: 'pass', portal: id, milliseconds }),
    stop: () => done({ command: 'stop', portal: id }),
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
type Waiting = { resolve: (reply: HostReply) => void; reject: (error: Error) => void }

const waiting = new Map<number, Waiting>()
let host: Promise<ChildProcess> | undefined
let lastId = 0

async function done(command: WithoutId<HostCommand>) {
  await send(command).reply
}

function send(command: WithoutId<HostCommand>) {
  host ??= startHost()
  const id = ++lastId
  const reply = new Promise<HostReply>((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    host?.then(child => child.send({ id, ...command })).catch(reject)
  })
  return { id, reply }
}

async function startHost(): Promise<ChildProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-host-'))
  const program = join(directory, 'host.mjs')
  const first = join(directory, 'weak-hashes.mjs')
  await writeFile(program, await bundleOfSource(ENTRY, 'inside'))
  await writeFile(first, await bundleOfSource(WEAK_HASHES))
  const options = ['--import', pathToFileURL(first).href, program]
  const child = spawn(process.execPath, options, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // Its first reply shows that it has read its program.
  for (const event of ['message', 'exit']) child.once(event, () => void rm(directory, { recursive: true, force: true }))
  child.on('message', (reply: HostReply) => {
    const { resolve, reject } = waiting.get(reply.id) ?? {}
    waiting.delete(reply.id)
    if (reply.error === undefined) resolve?.(reply)
    else reject?.(new Error(reply.error))
  })
  child.once('exit', code => {
    host = undefined
    for (const { reject } of waiting.values()) reject(new Error(`the host of the portals ended with ${code}`))
    waiting.clear()
  })
  return child
}
