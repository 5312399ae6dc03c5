import type { Browser } from '@playwright/test'
import { type Kind, SAMPLES } from './barcode-modules.ts'
import { cameraBrowsers } from './camera-browser.ts'
import type { Condition } from './camera-videos.ts'
import { startPortal } from './portal.ts'
import { DESK, World } from './world.ts'

// Shows each of the six kinds of barcodes to the camera in eight conditions, and measures whether and how soon it is
// read. Prints a table for docs/figures.md.

/** In milliseconds. */
const MAX_DURATION = 8000
const CONDITIONS: [name: string, how: Condition][] = [
  ['held well', { module: 4, noise: 24 }],
  ['much noise', { module: 4, noise: 90 }],
  ['out of focus', { module: 3, blur: 1.2, noise: 16 }],
  ['dark', { module: 4, noise: 16, contrast: 0.3 }],
  ['turned by 15°', { module: 4, turned: 15, noise: 24 }],
  ['turned by 40°', { module: 3, turned: 40, noise: 24 }],
  ['far away', { module: 2, noise: 24 }],
  ['turned, out of focus', { module: 3, turned: 12, blur: 0.8, noise: 30 }],
]

type Read = { code: string | undefined; after: number }

const portal = await startPortal()
const shop = await cameraBrowsers()
try {
  const world = await World.on(portal)
  const kinds = Object.entries(SAMPLES) as [Kind, string][]
  for (const [kind, barcode] of kinds) await world.product({ name: kind, barcode })
  console.log(
    '| Held | Read | Wrongly read | Time to the first code, median (slowest) | Not read |\n|---|---|---|---|---|',
  )
  for (const [name, condition] of CONDITIONS) {
    const reads: (Read & { kind: Kind; isRight: boolean })[] = []
    for (const [kind, code] of kinds) {
      const browser = await shop.showing(kind, code, condition)
      const read = await firstRead(world, browser)
      reads.push({ ...read, kind, isRight: read.code === kind })
      await browser.close()
    }
    const right = reads.filter(({ isRight }) => isRight)
    const times = right.map(({ after }) => after).toSorted((a, b) => a - b)
    const wrong = reads.filter(({ code, isRight }) => code !== undefined && !isRight)
    const missing = reads.filter(({ code }) => code === undefined).map(({ kind }) => kind)
    const time = `${millis(times[times.length >> 1])} (${millis(times.at(-1))})`
    console.log(
      `| ${name} | ${right.length} of ${reads.length} | ${wrong.length} | ${time} | ${missing.join(', ') || '–'} |`,
    )
  }
} finally {
  await shop.close()
  await portal.stop()
}

/** The first code that the panel reads: the name of its product, and how long after the first picture it was read. */
async function firstRead(world: World, browser: Browser): Promise<Read> {
  const { page } = await world.page(browser, world.admin, DESK)
  await page.addInitScript(() => {
    document.addEventListener('playing', () => Reflect.set(window, 'began', performance.now()), { capture: true })
    const real = window.fetch
    window.fetch = (input, ...rest) => {
      if (typeof input === 'string' && input.includes('/by-barcode/')) Reflect.set(window, 'read', performance.now())
      return real(input, ...rest)
    }
  })
  await page.goto('/admin/dashboard?tab=products&barcode=kamera')
  await page.waitForFunction(() => Reflect.get(window, 'began'))
  const found = page.getByRole('region', { name: /^(Bulunan ürün|Barkodu ata)$/ })
  const name = await found
    .locator('.font-medium, .font-semibold')
    .first()
    .textContent({ timeout: MAX_DURATION })
    .catch(() => undefined)
  const after = await page.evaluate(() => Reflect.get(window, 'read') - Reflect.get(window, 'began'))
  return { code: name ?? undefined, after }
}

function millis(time: number | undefined) {
  return time === undefined ? '–' : `${time.toFixed(0)} ms`
}
