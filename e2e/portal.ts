import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const ADMIN = { username: 'yonetici', password: 'cok-gizli-sifre' }

export type Portal = { url: string; stop: () => Promise<void> }

/** Starts the built portal as `npm start` does, on an empty data directory of its own and a free port. */
export async function startPortal(environment: Record<string, string> = {}): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toptan-e2e-'))
  await chmod(dataDir, 0o755)
  const { DATABASE_URL: _, ...inherited } = process.env
  const portal = spawn(process.execPath, [join(ROOT, 'dist/server/main.js')], {
    cwd: dataDir,
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      COMPANY_NAME: 'Deneme Toptan',
      SUPPORT_EMAIL: 'destek@ornek.com.tr',
      SUPPORT_PHONE: '0212 000 00 00',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await addressOf(portal)
  return {
    url,
    async stop() {
      const ended = new Promise(resolve => portal.once('exit', resolve))
      portal.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address that the portal prints once it listens. */
function addressOf(portal: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const address = /Toptan: (http:\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    }
    portal.stdout?.on('data', read)
    portal.stderr?.on('data', read)
    portal.once('exit', code => reject(new Error(`the portal ended with ${code} before it listened:\n${printed}`)))
  })
}
