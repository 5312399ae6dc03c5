import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Portal } from '../e2e/portal.ts'

/** The processor time of the portal's PostgreSQL in seconds: of the server, its processes and those that have ended. */
export function databaseCpuSeconds({ dataDir }: Portal): number {
  const server = postmasterOf(join(dataDir, 'postgres'))
  let ticks = 0
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const fields = statOf(name)
    const isServer = Number(name) === server
    if (!isServer && Number(fields[1]) !== server) continue
    ticks += Number(fields[11]) + Number(fields[12])
    // The server also counts its ended children.
    if (isServer) ticks += Number(fields[13]) + Number(fields[14])
  }
  return ticks / 100
}

/** The processor time in seconds of all processes of a portal, PostgreSQL not counted. */
export function portalCpuSeconds({ pid }: Pick<Portal, 'pid'>): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const fields = statOf(name)
    const isWorker = Number(fields[1]) === pid && commandOf(name) === 'node'
    if (Number(name) === pid || isWorker) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / 100
}

function postmasterOf(directory: string): number {
  const file = readdirSync(directory, { recursive: true }).find(entry => String(entry).endsWith('postmaster.pid'))
  if (!file) throw new Error('the portal has no embedded database')
  return Number(readFileSync(join(directory, String(file)), 'utf8').split('\n')[0])
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** The fields of a process after its name, or none if it has ended. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}
