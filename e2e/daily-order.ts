import { performance } from 'node:perf_hooks'
import { chromium } from '@playwright/test'
import { fold } from '../contract/turkish.ts'
import { FLAGS, findBrowser } from './browser.ts'
import { startPortal } from './portal.ts'
import { SlowPhone } from './slow-phone.ts'
import { storedKeys, untilControlled } from './steps.ts'
import { PHONE, type WireProduct, World } from './world.ts'

// A customer on a slow phone orders the 30 products that it ordered before, from its order guide (with and without a
// connection) and by pasting a list. Prints presses, digits and seconds for docs/figures.md; `known-lines.ts` is the
// same order from the catalogue.

const LINES = 30

const { executablePath, env } = await findBrowser()
const portal = await startPortal()
const browser = await chromium.launch({ executablePath, env, args: FLAGS })
try {
  const world = await World.on(portal)
  await world.importPriceList()
  console.log('| Way | Lines | Presses | Digits | Seconds | Of these the page worked |\n|---|---|---|---|---|---|')
  await measure('order guide', typeQuantities)
  await measure('order guide, offline', typeQuantities, { offline: true })
  await measure('pasted list', pasteList)

  type Way = (phone: SlowPhone, products: readonly WireProduct[]) => Promise<void>

  /** Measures an order of a new customer, who has ordered the products twice, from the open list on. */
  async function measure(name: string, way: Way, { offline = false } = {}) {
    const customer = await world.customer(`Günlük ${name}`)
    const all = await world.request<WireProduct[]>('GET', '/products?limit=500', customer)
    // A pasted name matches one product only if no other product has that name.
    const isOnly = ({ name }: WireProduct) => all.filter(other => fold(other.name) === fold(name)).length === 1
    const products = all.filter(one => one.stock_quantity > 60 && isOnly(one)).slice(0, LINES)
    const items = products.map(({ id }, at) => ({ product_id: id, quantity: quantityOf(at) }))
    for (let order = 0; order < 2; order += 1) await world.order(customer, items)
    const { page } = await world.page(browser, customer, { ...PHONE, serviceWorkers: 'allow' })
    await page.goto('/products')
    await untilControlled(page)
    while ((await storedKeys(page, 'catalogue')).length === 0) await page.waitForTimeout(200)
    await page.goto('/lists')
    await page.getByRole('list', { name: 'Aldıklarım' }).waitFor()
    const guide = JSON.stringify(`${customer.id} ${JSON.stringify(['GET /lists/guide', {}])}`)
    while (!(await storedKeys(page, 'answers')).includes(guide)) await page.waitForTimeout(200)
    await page.context().setOffline(offline)
    const phone = await SlowPhone.on(page)
    const before = await phone.processorSeconds()
    const began = performance.now()
    await way(phone, products)
    await page.waitForURL('**/cart')
    const place = page.getByRole('button', { name: 'Sipariş ver', exact: true })
    await place.and(page.locator(':not([aria-disabled=true])')).waitFor()
    await phone.press(place)
    await page
      .getByText(offline ? /bağlantı gelince gönderilecek|gönderilmeyi bekliyor/i : 'Sipariş başarıyla oluşturuldu')
      .first()
      .waitFor()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const work = ((await phone.processorSeconds()) - before).toFixed(1)
    console.log(`| ${[name, LINES, phone.presses, phone.keys, seconds, work].join(' | ')} |`)
    await page.context().close()
  }

  /** Types each quantity and moves on with the keypad's "next" key. */
  async function typeQuantities(phone: SlowPhone) {
    const { page } = phone
    const fields = page.getByRole('list', { name: 'Aldıklarım' }).getByRole('textbox')
    await phone.press(fields.first())
    for (let at = 0; at < LINES; at += 1) {
      await phone.type(String(quantityOf(at)))
      await phone.decide()
      await page.keyboard.press('Enter')
    }
    await phone.press(page.getByRole('button', { name: `${LINES} ürünü sepete ekle` }))
  }

  async function pasteList(phone: SlowPhone, products: readonly WireProduct[]) {
    const { page } = phone
    await phone.press(page.getByRole('main').getByRole('button', { name: 'Hızlı sipariş' }))
    const dialog = page.getByRole('dialog', { name: 'Hızlı sipariş' })
    await phone.press(dialog.getByLabel('Listeyi yapıştırın'))
    await phone.decide()
    const text = products.map(({ name }, at) => `${name} ${quantityOf(at)}`).join('\n')
    await page.keyboard.insertText(text)
    await phone.press(dialog.getByRole('button', { name: /ürünü sepete ekle$/ }))
    await dialog.waitFor({ state: 'hidden' })
    await phone.press(page.getByRole('link', { name: /^Sepet/ }).first())
  }
} finally {
  await browser.close()
  await portal.stop()
}

function quantityOf(at: number) {
  return 2 + (at % 9)
}
