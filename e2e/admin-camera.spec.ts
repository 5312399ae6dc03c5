import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { packageIn } from '../contract/gs1-packages.ts'
import { READER_OPTIONS } from '../web/admin/products/camera/reader-options.ts'
import { BARS, DATA_MATRIX, type Kind, SAMPLES } from './barcode-modules.ts'
import { cameraBrowsers, HELD_WELL } from './camera-browser.ts'
import { drawClip, picturesIn } from './camera-videos.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { DESK, PHONE, World } from './world.ts'

/** The camera on the products tab, which shows clips that the tests have drawn. */

const PANEL = '/admin/dashboard?tab=products&barcode=kamera'

let portal: SharedPortal
let world: World
let shop: Awaited<ReturnType<typeof cameraBrowsers>>
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  shop = await cameraBrowsers()
  for (const [kind, barcode] of Object.entries(SAMPLES)) await world.product({ name: `Ürün ${kind}`, barcode })
})
test.afterAll(async () => {
  await shop.close()
  await portal.stop()
})

async function opened(browser: Browser, options: BrowserContextOptions = {}) {
  const { page, complaints } = await world.page(browser, world.admin, { ...DESK, ...options })
  const said: string[] = []
  page.on('dialog', dialog => {
    said.push(dialog.message())
    void dialog.accept()
  })
  return { page, complaints, said }
}

const found = (page: Page) => page.getByRole('region', { name: 'Bulunan ürün' })

/** UPC codes are read as the equivalent EAN-13, by which the server also finds their products. */
const AS_EAN_13: Partial<Record<Kind, string>> = { 'UPC-A': '0036000291452', 'UPC-E': '0012345000065' }

// These tests run in Node: the pictures and the reader are the same as in a browser.
for (const [kind, code] of Object.entries(SAMPLES) as [Kind, string][])
  test(`${kind} is recognized in the pictures of a clip`, async () => {
    const { readBarcodes } = await reader()
    const path = test.info().outputPath('clip.y4m')
    await drawClip(path, BARS[kind](code), HELD_WELL)
    const read = new Set<string | undefined>()
    for (const picture of await picturesIn(path)) read.add((await readBarcodes(picture, READER_OPTIONS))[0]?.text)
    read.delete(undefined)
    expect([...read]).toEqual([AS_EAN_13[kind] ?? code])
  })

test('a GS1 DataMatrix is recognized in the pictures of a clip, with lot and date', async () => {
  const { readBarcodes } = await reader()
  const path = test.info().outputPath('clip.y4m')
  await drawClip(path, DATA_MATRIX, { ...HELD_WELL, module: 6 })
  const read = new Set<string | undefined>()
  for (const picture of await picturesIn(path)) read.add((await readBarcodes(picture, READER_OPTIONS))[0]?.text)
  read.delete(undefined)
  const [code = '', ...others] = read
  expect(others).toEqual([])
  expect(packageIn(code, '2026-11-25')).toMatchObject({
    barcode: SAMPLES['EAN-13'],
    lot: 'A7',
    expires_on: '2026-12-31',
    expiry_kind: 'skt',
  })
})

test('at a receipt, a DataMatrix before the camera fills lot and date, only once as long as it stays there', async () => {
  const browser = await shop.showingBars(DATA_MATRIX, { ...HELD_WELL, module: 6 })
  const { page, complaints, said } = await opened(browser, PHONE)
  const [product] = await world.request<{ id: string }[]>(
    'GET',
    `/admin/products?search=${SAMPLES['EAN-13']}`,
    world.admin,
  )
  await world.request('PUT', `/admin/products/${product?.id}`, world.admin, { lot_tracking: 'required' })
  await page.goto('/admin/dashboard?tab=stock')
  await page.getByRole('button', { name: 'Kamerayla okut' }).click()
  const line = page.getByRole('list', { name: 'Gelen mallar' }).getByRole('listitem')
  await expect(line).toContainText('Ürün EAN-13')
  const values = () => line.locator('input').evaluateAll(inputs => inputs.map(input => Reflect.get(input, 'value')))
  await expect.poll(values).toEqual(['1', 'A7', '31.12.2026'])
  // The camera keeps reading.
  await expect(page.getByLabel('Kamera görüntüsü')).toBeVisible()
  expect([complaints, said]).toEqual([[], []])
  await browser.close()
})

async function reader() {
  const zxing = await import('zxing-wasm/reader')
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const { buffer: wasmBinary } = new Uint8Array(await readFile(file))
  await zxing.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return zxing
}

test('a code is handled once: scanning stops, and the next one counts after two seconds', async () => {
  const browser = await shop.showing('EAN-13', SAMPLES['EAN-13'])
  const { page } = await opened(browser)
  await countFrames(page)
  await page.goto('/admin/dashboard?tab=products')
  await expect(page.getByRole('heading', { name: 'Ürünler' })).toBeVisible()
  // Measured by the page's own clock, as events reach the test with a varying delay.
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name, startTime: at }) => ({ name, at })))
  const lookups = async () => (await fetched()).filter(({ name }) => name.includes('/by-barcode/')).map(({ at }) => at)
  const isScanner = ({ name }: { name: string }) => /zxing|decoding|camera-view|barcode-panel/.test(name)
  expect((await fetched()).filter(isScanner)).toEqual([])
  await page.getByRole('button', { name: 'Barkodla bul' }).click()
  await page.getByRole('radio', { name: 'Kamera' }).click()
  await expect(found(page)).toContainText('Ürün EAN-13')
  await page.getByRole('button', { name: 'Yeniden tara' }).click()
  await expect.poll(lookups).toHaveLength(2)
  await expect(found(page)).toContainText('Ürün EAN-13')
  const frames = await sentFrames(page)
  await page.waitForTimeout(700)
  // No picture is decoded before the next press, though the code is still in it.
  expect((await sentFrames(page)).length).toBe(frames.length)
  const [first = 0, second = 0, ...more] = await lookups()
  expect(more).toEqual([])
  // The first request may follow its code with a longer delay than the second one.
  expect(second - first).toBeGreaterThan(1900)
  expect(new Set(frames.map(({ worker }) => worker)).size).toBeLessThanOrEqual(2)
  // A worker gets no picture before it has replied to the last one, and they come ten times a second at most.
  expect(frames.filter(({ waiting }) => waiting > 0)).toEqual([])
  for (const [i, { at }] of frames.entries()) expect((frames[i + 11]?.at ?? Infinity) - at).toBeGreaterThan(900)
  await browser.close()
})

test('a code is read from a moving, noisy picture; its product is fetched before the next code, and closing the panel stops the camera', async () => {
  const browser = await shop.showing('UPC-E', SAMPLES['UPC-E'])
  const { page, complaints, said } = await opened(browser, PHONE)
  const foreign: string[] = []
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(portal.url)) foreign.push(request.url())
  })
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  let lookups = 0
  await page.route('**/by-barcode/**', async route => {
    lookups++
    await held
    await route.continue()
  })
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async wanted => {
      const stream = await getUserMedia(wanted)
      Reflect.set(window, 'asked', wanted)
      Reflect.set(window, 'track', stream.getVideoTracks()[0])
      return stream
    }
  })
  await page.goto(PANEL)
  await expect.poll(() => lookups).toBe(1)
  await expect(page.getByRole('button', { name: 'Yeniden tara' })).toBeDisabled()
  await page.waitForTimeout(2500)
  expect(lookups).toBe(1)
  release()
  await expect(found(page)).toContainText('Ürün UPC-E')
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toEqual({
    audio: false,
    video: { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: { ideal: 'environment' } },
  })
  const track = () => page.evaluate(() => (Reflect.get(window, 'track') as MediaStreamTrack).readyState)
  const size = () => page.evaluate(() => (Reflect.get(window, 'track') as MediaStreamTrack).getSettings())
  expect(await size()).toMatchObject({ width: 640, height: 480 })
  expect(await track()).toBe('live')
  await page.getByRole('radio', { name: 'Elle giriş' }).click()
  await expect.poll(track).toBe('ended')
  await page.getByRole('radio', { name: 'Kamera' }).click()
  await expect.poll(track).toBe('live')
  await page.keyboard.press('Escape')
  await expect.poll(track).toBe('ended')
  expect([complaints, said, foreign]).toEqual([[], [], []])
  await page.goBack()
  await browser.close()
})

test('a camera that cannot be started is reported with the reason', async () => {
  const browser = await shop.refused()
  const { page, said } = await opened(browser)
  const isReported = async (reason: string) => {
    await expect.poll(() => said.splice(0)).toEqual([`Kamera başlatılamadı: ${reason}`])
    // The field for typing a code is still there.
    await expect(page.getByRole('textbox', { name: 'Barkod' })).toBeVisible()
  }
  await page.goto(PANEL)
  await isReported('kamera izni verilmedi')
  // What other computers throw is thrown in place of this browser's error.
  for (const [name, reason] of [
    ['NotFoundError', 'kamera bulunamadı'],
    ['NotReadableError', 'kamera başka bir uygulama tarafından kullanılıyor'],
  ] as const) {
    await page.evaluate(name => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Could not start', name))
    }, name)
    await page.getByRole('radio', { name: 'Kamera' }).click()
    await isReported(reason)
  }
  await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  await page.getByRole('radio', { name: 'Kamera' }).click()
  await isReported('bu tarayıcı kamerayı desteklemiyor')
  // As over plain HTTP.
  await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await page.getByRole('radio', { name: 'Kamera' }).click()
  await isReported('kamera yalnızca güvenli bağlantıda (https) kullanılabilir')
  await browser.close()
})

/** Records each picture that is sent to a worker: when, to which, and how many it had not replied to yet. */
async function countFrames(page: Page) {
  await page.addInitScript(() => {
    const sent: { worker: number; at: number; waiting: number }[] = []
    Reflect.set(window, 'sent', sent)
    const workers = new Map<Worker, { number: number; waiting: number }>()
    const send = Reflect.get(Worker.prototype, 'postMessage')
    Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
      const known = workers.get(this) ?? { number: workers.size, waiting: 0 }
      if (!workers.has(this)) this.addEventListener('message', () => known.waiting--)
      workers.set(this, known)
      sent.push({ worker: known.number, at: performance.now(), waiting: known.waiting++ })
      Reflect.apply(send, this, given)
    }
  })
}

const sentFrames = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'sent') as { worker: number; at: number; waiting: number }[])
