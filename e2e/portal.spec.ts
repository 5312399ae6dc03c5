import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { ADMIN, type Portal, ROOT, startPortal } from './portal.ts'
import { followScripts } from './script-size.ts'
import { PHONE, World } from './world.ts'

test('a new portal has one admin with a generated password; its data survives a kill -9 and a stop', async () => {
  const first = await startPortal({ ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }, { embedded: true })
  const [, file = ''] = /First admin: admin +its password is in (\S+);/.exec(first.printed()) ?? []
  expect(file).toBe(join(first.dataDir, 'first-admin.txt'))
  // Only the account of the portal can read the file.
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const [, password = ''] = (await readFile(file, 'utf8')).trim().split(' ')
  expect(first.printed()).not.toContain(password)
  expect((await logIn(first.url, { username: 'admin', password })).status).toBe(200)
  const made = /shown only now\): (\S+)/.exec(await admin(first, 'create', 'Işıl'))?.[1] ?? ''
  expect((await logIn(first.url, { username: 'ışıl', password: made })).status).toBe(200)
  await expect(admin(first, 'create', 'IŞIL')).rejects.toThrow('There is an admin called IŞIL already.')
  await expect(admin(first, 'delete', 'Işıl')).rejects.toThrow('Usage: npm run admin')
  const elsewhere = { dataDir: first.dataDir, DATA_DIR: join(first.dataDir, 'elsewhere') }
  await expect(admin(elsewhere, 'create', 'Işıl')).rejects.toThrow(`There is no database in ${elsewhere.DATA_DIR}`)
  await first.kill()

  const again = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '', DATA_DIR: first.dataDir }
  const second = await startPortal(again)
  expect((await logIn(second.url, { username: 'ışıl', password: made })).status).toBe(200)
  await second.stop({ keepData: true })
  await admin(first, 'deactivate', 'Işıl')
  expect(await admin(first, 'list')).toMatch(/Işıl {3}since \d{4}-\d\d-\d\d {3}deactivated/)

  const third = await startPortal(again)
  expect(third.printed()).not.toContain('First admin')
  expect((await logIn(third.url, { username: 'ışıl', password: made })).status).toBe(401)
  expect((await logIn(third.url, { username: 'admin', password })).status).toBe(200)
  await third.stop()
})

test('invalid settings are reported in sentences, and the portal does not start', async () => {
  await expect(startPortal({ PORT: 'abc', VAT_RATES: '10;18', ADMIN_PASSWORD: '' })).rejects.toThrow(
    /PORT must be a whole number[\s\S]*VAT_RATES must be whole percentages/,
  )
})

test.describe('a portal', () => {
  let portal: Portal
  test.beforeAll(async () => {
    portal = await startPortal()
  })
  test.afterAll(() => portal.stop())

  test('assets are precompressed and cached forever, pages are revalidated', async () => {
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
  })

  test('the first response of a visit to the catalogue names the needed resources, and the visit loads little', async ({
    browser,
  }) => {
    const world = await World.on(portal)
    await world.product({ name: 'Ezine Peyniri' })
    const { page } = await world.page(browser, await world.customer('Hafif Market'), PHONE)
    const weigh = followScripts(page)
    const later = page.waitForResponse(/\/api\/orders\?limit/)
    const response = await page.goto('/products')
    const along = [...(response?.headers().link ?? '').matchAll(/<([^>]+)>/g)].map(([, address = '']) => address)
    expect(along.length).toBeGreaterThan(0)
    for (const address of along) expect((await fetch(portal.url + address)).status).toBe(200)
    await expect(page.getByText('Ezine Peyniri')).toBeVisible()
    // Code that is loaded after the first paint counts as well; the list of orders is requested after all of it.
    await later
    expect(await weigh()).toBeLessThanOrEqual(120_000)
  })

  // The last test, because it stops the portal.
  test('a stop lets requests in flight finish', async () => {
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
    const stopped = portal.stop({ keepData: true })
    request.end(login.slice(10))
    const [response] = await once(request, 'response')
    expect([200, 503]).toContain(response.statusCode)
    response.resume()
    await stopped
  })
})

/** Runs `npm run admin` with the data of a portal or those in DATA_DIR; rejects if the program fails. */
async function admin(
  { dataDir, DATA_DIR = dataDir }: { dataDir: string; DATA_DIR?: string },
  ...words: string[]
): Promise<string> {
  const program = join(ROOT, 'dist/server/admin.js')
  const { DATABASE_URL: _, ...environment } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    cwd: dataDir,
    env: { ...environment, DATA_DIR },
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
