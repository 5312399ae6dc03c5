import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { ADMIN, type Portal, ROOT, startPortal } from './portal.ts'
import { followScripts } from './weight.ts'
import { PHONE, World } from './world.ts'

test('a new portal has one admin with a password of its own, in a file that only its account can read', async () => {
  const portal = await startPortal({ ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }, { embedded: true })
  try {
    const [, file = ''] = /First admin: admin +its password is in (\S+);/.exec(portal.printed()) ?? []
    expect(file).toBe(join(portal.dataDir, 'first-admin.txt'))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const [, password = ''] = (await readFile(file, 'utf8')).trim().split(' ')
    expect(portal.printed()).not.toContain(password)
    const answer = await logIn(portal.url, { username: 'admin', password })
    expect(answer.status).toBe(200)
  } finally {
    await portal.stop()
  }
})

test('a wrong setting is said in a sentence, and nothing starts', async () => {
  await expect(startPortal({ PORT: 'abc', VAT_RATES: '10;18', ADMIN_PASSWORD: '' })).rejects.toThrow(
    /PORT must be a number[\s\S]*VAT_RATES must be whole percentages/,
  )
})

test('the portal comes back with its data after a kill -9, and after a stop', async () => {
  const first = await startPortal({}, { embedded: true })
  const { token } = (await (await logIn(first.url, ADMIN)).json()) as { token: string }
  const made = await fetch(`${first.url}/api/admin/marketers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Mehmet', username: 'mehmet', password: 'gizli-sifre' }),
  })
  expect(made.status).toBe(201)
  await first.kill()

  const second = await startPortal({ DATA_DIR: first.dataDir })
  expect((await logIn(second.url, { username: 'mehmet', password: 'gizli-sifre' }, '/marketer/login')).status).toBe(200)
  await second.stop({ keepData: true })
  const third = await startPortal({ DATA_DIR: first.dataDir })
  expect(third.printed()).not.toContain('First admin')
  expect((await logIn(third.url, ADMIN)).status).toBe(200)
  await third.stop()
})

test('admins are made, unlocked and closed from the command line, while the portal runs and while it does not', async () => {
  const portal = await startPortal({}, { embedded: true })
  const made = await admin(portal, 'create', 'Işıl')
  const password = /shown only now\): (\S+)/.exec(made)?.[1] ?? ''
  expect((await logIn(portal.url, { username: 'ışıl', password })).status).toBe(200)
  await expect(admin(portal, 'create', 'IŞIL')).rejects.toThrow('There is an admin called IŞIL already.')

  for (let tries = 0; tries < 10; tries++) await logIn(portal.url, { username: 'ışıl', password: 'yanlış' })
  expect((await logIn(portal.url, { username: 'ışıl', password })).status).toBe(429)
  await admin(portal, 'unlock', 'Işıl')
  expect((await logIn(portal.url, { username: 'ışıl', password })).status).toBe(200)

  const reset = /shown only now\): (\S+)/.exec(await admin(portal, 'reset-password', 'ışıl'))?.[1] ?? ''
  expect((await logIn(portal.url, { username: 'ışıl', password })).status).toBe(401)
  expect((await logIn(portal.url, { username: 'ışıl', password: reset })).status).toBe(200)
  await admin(portal, 'deactivate', 'Işıl')
  expect((await logIn(portal.url, { username: 'ışıl', password: reset })).status).toBe(401)
  await expect(admin(portal, 'deactivate', ADMIN.username)).rejects.toThrow('is the only active admin')
  await expect(admin(portal, 'delete', 'Işıl')).rejects.toThrow('Usage: npm run admin')

  await portal.stop({ keepData: true })
  expect(await admin(portal, 'list')).toMatch(/Işıl {3}since \d{4}-\d\d-\d\d {3}deactivated[\s\S]*yonetici/)
  const again = await startPortal({ DATA_DIR: portal.dataDir })
  await again.stop()
})

test('a stop lets the request under way finish', async () => {
  const portal = await startPortal()
  const { port } = new URL(portal.url)
  const login = JSON.stringify(ADMIN)
  const request = httpRequest({
    port,
    method: 'POST',
    path: '/api/admin/login',
    headers: { 'content-type': 'application/json', 'content-length': login.length },
  })
  request.write(login.slice(0, 10))
  const [socket]: Socket[] = await once(request, 'socket')
  if (socket?.connecting) await once(socket, 'connect')
  // The server has the head and waits for the rest when it gets the signal to stop.
  await fetch(`${portal.url}/api/health/live`)
  const stopped = portal.stop()
  request.end(login.slice(10))
  const [response] = await once(request, 'response')
  expect([200, 503]).toContain(response.statusCode)
  response.resume()
  await stopped
})

test('assets are compressed beforehand and kept for ever, pages are asked for anew', async () => {
  const portal = await startPortal()
  try {
    const page = await fetch(`${portal.url}/orders/anything`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const styles = /href="(\/assets\/[^"]+\.css)"/.exec(await page.text())?.[1]
    const asset = await fetch(`${portal.url}${styles}`, { headers: { 'accept-encoding': 'br' } })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-encoding')).toBe('br')
    for (const path of ['/assets/gone.js', '/robots.txt', '/api/yok', '/api', '/metrics/all']) {
      const gone = await fetch(`${portal.url}${path}`)
      expect([path, gone.status, await gone.json()]).toEqual([
        path,
        404,
        { detail: 'Kayıt bulunamadı', code: 'not_found' },
      ])
    }
  } finally {
    await portal.stop()
  }
})

test('a first visit to the catalogue names to the browser at once what it needs, and is light', async ({ browser }) => {
  const portal = await startPortal()
  try {
    const world = await World.on(portal)
    await world.product({ name: 'Ezine Peyniri' })
    const { page } = await world.page(browser, await world.customer('Hafif Market'), PHONE)
    const weigh = followScripts(page)
    const later = page.waitForResponse(/\/api\/orders\?limit/)
    const answer = await page.goto('/products')
    const along = [...(answer?.headers().link ?? '').matchAll(/<([^>]+)>/g)].map(([, address = '']) => address)
    expect(along.length).toBeGreaterThan(0)
    for (const address of along) expect((await fetch(portal.url + address)).status).toBe(200)
    await expect(page.getByText('Ezine Peyniri')).toBeVisible()
    // What comes after the first paint counts too; the list of orders is asked for when all else is there.
    await later
    expect(await weigh()).toBeLessThanOrEqual(120_000)
  } finally {
    await portal.stop()
  }
})

/** Runs `npm run admin` beside the portal; what it complains of is thrown. */
async function admin(portal: Portal, ...words: string[]): Promise<string> {
  const program = join(ROOT, 'dist/server/admin.js')
  const { DATABASE_URL: _, ...environment } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    cwd: portal.dataDir,
    env: { ...environment, DATA_DIR: portal.dataDir },
  })
  return stdout
}

function logIn(url: string, { username, password }: { username: string; password: string }, path = '/admin/login') {
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
}
