import { performance } from 'node:perf_hooks'
import { chromium } from '@playwright/test'
import { FLAGS, findBrowser } from './browser.ts'
import { startPortal } from './portal.ts'
import { keysOf, ScriptedKeys } from './scripted-keys.ts'
import { SlowPhone } from './slow-phone.ts'
import { PHONE, World } from './world.ts'

// A picker on a slow phone prepares an order of 30 lines: with the proposed lots, with three changed lots, by ticking
// each line, and by a scanner. Prints presses, scans and seconds for docs/figures.md.

const LINES = 30
const CHANGED = 3
/** The picker's pace in milliseconds. */
const NEXT_SHELF = 700
const SCANNED_KEY = 10

const { executablePath, env } = await findBrowser()
const portal = await startPortal()
const browser = await chromium.launch({ executablePath, env, args: FLAGS })
let scans = 0
try {
  const world = await World.on(portal)
  const customer = await world.customer('Hazırlanan')
  const products: { id: string; barcode: string }[] = []
  for (let at = 0; at < LINES; at += 1) {
    const barcode = withCheckDigit(`86900000${String(1000 + at)}`)
    const fields = { name: `Ürün ${at + 1}`, barcode, stock_quantity: 0, lot_tracking: 'asked' }
    products.push({ id: (await world.product({ ...fields, expected_stock_date: '2099-01-01' })).id, barcode })
  }
  const lots = [
    { code: 'A1', expires_on: '2070-01-31' },
    { code: 'B2', expires_on: '2070-06-30' },
  ]
  const items = products.flatMap(({ id }) => lots.map(lot => ({ product_id: id, quantity: 500, lot })))
  await world.request('POST', '/admin/stock/receipts', world.admin, { items })
  console.log(
    '| Way | Lines | Presses | Keys | Scans | Seconds | Of these the page worked |\n|---|---|---|---|---|---|---|',
  )
  await measure('as proposed', async () => {})
  await measure(`${CHANGED} changed lots`, changeLots)
  await measure('each line ticked', tickAll)
  await measure('by scanner', scanAll)

  /** Opens an order in preparation on the phone, and measures its picking until it is completed. */
  async function measure(name: string, way: (phone: SlowPhone) => Promise<void>) {
    const lines = products.map(({ id }) => ({ product_id: id, quantity: 4 }))
    const { id } = await world.order(customer, lines)
    await world.request('PUT', `/admin/orders/${id}/status`, world.admin, { status: 'hazirlaniyor' })
    const { page } = await world.page(browser, world.admin, PHONE)
    await page.goto(`/admin/orders/${id}`)
    await page.getByText(`0 / ${LINES} satır`).waitFor()
    const phone = await SlowPhone.on(page)
    const before = await phone.processorSeconds()
    scans = 0
    const began = performance.now()
    await way(phone)
    await phone.press(page.getByRole('button', { name: /^(?:Önerildiği gibi tamamla|Tamamla)$/ }))
    await page
      .getByText(/: Tamamlandı$/)
      .first()
      .waitFor()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const work = ((await phone.processorSeconds()) - before).toFixed(1)
    console.log(`| ${[name, LINES, phone.presses, phone.keys, scans, seconds, work].join(' | ')} |`)
    await page.context().close()
  }

  /** Takes the later lot in place of the proposed one, with a reason. */
  async function changeLots(phone: SlowPhone) {
    const { page } = phone
    for (let at = 0; at < CHANGED; at += 1) {
      await phone.press(page.getByRole('button', { name: `Ürün ${at * 10 + 1}: partileri değiştir`, exact: true }))
      const dialog = page.getByRole('dialog', { name: 'Partileri değiştir' })
      const [proposed, other] = [dialog.getByLabel(/^L A1 .*miktarı$/), dialog.getByLabel(/^L B2 .*miktarı$/)]
      for (const [field, text] of [[proposed, '0'] as const, [other, '4'] as const]) {
        await phone.press(field)
        await field.selectText()
        await phone.type(text)
      }
      await phone.press(dialog.getByLabel('Neden'))
      await phone.type('ezik')
      await phone.press(dialog.getByRole('button', { name: 'Kaydet' }))
      await dialog.waitFor({ state: 'hidden' })
    }
  }

  async function tickAll(phone: SlowPhone) {
    for (const box of await phone.page.getByRole('list', { name: 'Hazırlanacak satırlar' }).getByRole('checkbox').all())
      await phone.press(box)
  }

  async function scanAll({ page }: SlowPhone) {
    const keys = await ScriptedKeys.on(page)
    for (const [at, { barcode }] of products.entries()) {
      await page.waitForTimeout(NEXT_SHELF)
      scans += 1
      await keys.press([...keysOf(`010${barcode}10A1`), 'Enter'], () => SCANNED_KEY)
      await page.getByText(`${at + 1} / ${LINES} satır`).waitFor()
    }
  }
} finally {
  await browser.close()
  await portal.stop()
}

/** The EAN-13 that begins with these twelve digits. */
function withCheckDigit(digits: string) {
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
