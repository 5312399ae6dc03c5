import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleOfSource } from '../documents/source-bundle.ts'
import { readSettings } from '../settings.ts'
import { demoEnvironment } from './demo-environment.ts'

async function workingDirectory() {
  const dir = await mkdtemp(join(tmpdir(), 'toptan-demo-'))
  await chmod(dir, 0o755)
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

async function startDemo(cwd: string, DATA_DIR: string) {
  const program = join(cwd, 'demo.mjs')
  if (!existsSync(program)) await writeFile(program, await bundleOfSource(new URL('demo.ts', import.meta.url)))
  const env = { ...process.env, DATA_DIR, PORT: '0' }
  const child = spawn(process.execPath, [program], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stdout.on('data', chunk => (printed += chunk))
  child.stderr.on('data', chunk => (printed += chunk))
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { ended, printed: () => printed }
}

test('the demo uses the DATA_DIR of the environment, and nothing of the real portal that .env names', async () => {
  const dir = await workingDirectory()
  const real = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL', 'ADMIN_PASSWORD'].map(name => `${name}_FILE=/none`)
  await writeFile(join(dir, '.env'), [`DATA_DIR=${join(dir, 'real')}`, 'BACKUP_COPY_DIR=/none', ...real].join('\n'))
  await startDemo(dir, join(dir, 'here'))
  await startDemo(dir, '')
  for (const name of ['here', 'demo-data'])
    await expect.poll(() => existsSync(join(dir, name, 'logins.json')), { timeout: 60_000 }).toBe(true)
  expect(existsSync(join(dir, 'real'))).toBe(false)
})

test('the demo listens where the environment says, and asks its users for no more than a password', () => {
  const file = {
    HOST: '0.0.0.0',
    PORT: '80',
    PUBLIC_URL: 'https://siparis.example.com',
    ADMIN_SECOND_FACTOR: 'required',
    STAFF_PASSWORD_CHANGE: 'required',
    COMPANY_NAME: 'Yayla',
  }
  const settings = readSettings(demoEnvironment({ PORT: '3100' }, { ...file, PORT: '3100' }))
  expect(settings).toMatchObject({ host: '127.0.0.1', port: 3100, companyName: 'Yayla' })
  expect(settings).toMatchObject({ adminsNeedSecondFactor: false, staffNeedOwnPassword: false })
  expect(settings.publicUrl).toBeUndefined()
  expect(readSettings(demoEnvironment({}, file)).port).toBe(3000)
})

test('the demo does not change the data of a real portal, and reports which setting is wrong', async () => {
  const dir = await workingDirectory()
  await mkdir(join(dir, 'real/postgres'), { recursive: true })
  await writeFile(join(dir, 'file'), '')
  await mkdir(join(dir, 'other'))
  await writeFile(join(dir, 'other/logins.json'), '{')
  for (const [name, why] of [
    ['real', "whose database is not a demo's; give the demo another one"],
    ['other', "whose logins.json is not a demo's; give the demo another one"],
    ['file/inside', 'which cannot be written: ENOTDIR'],
  ] as const) {
    const demo = await startDemo(dir, join(dir, name))
    expect((await demo.ended)[0]).toBe(1)
    expect(demo.printed()).toContain(`DATA_DIR names ${join(dir, name)}, ${why}`)
    expect(demo.printed()).not.toContain('    at ')
  }
  expect(existsSync(join(dir, 'real/logins.json'))).toBe(false)
})
