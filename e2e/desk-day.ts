import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import * as xlsx from '@e965/xlsx'
import { chromium, type Locator, type Page } from '@playwright/test'
import { fold } from '../contract/turkish.ts'
import { FLAGS, findBrowser } from './browser.ts'
import { startPortal } from './portal.ts'
import { ScriptedKeys } from './scripted-keys.ts'
import { DESK, PRICE_LIST, type WireProduct, World } from './world.ts'

// An admin's day at the desk: five tasks on the real price list at the pace of a practised user. Prints presses, keys
// and seconds of each for docs/figures.md.

const ORDERS = 40
const PRICES = 20
const SUPPLIED = 1201
const COUNTED = 200
const PHONE_LINES = 10
/** The pace of a practised user in milliseconds: looking before a press, reading an order, pressing a key. */
const LOOK = 400
const READ = 1500
const KEY = 120
/**
 * The time between two scans, in which the user moves to the next shelf, and between two of a scanner's keys, in ms.
 */
const NEXT_SHELF = 700
const SCANNED_KEY = 10

/** A user of the panel, whose presses, keys and scans are counted. */
class Person {
  readonly page: Page
  presses = 0
  keys = 0
  scans = 0

  constructor(page: Page) {
    this.page = page
  }

  async press(what: Locator) {
    await what.waitFor()
    await this.page.waitForTimeout(LOOK)
    this.presses++
    await what.click()
  }

  async type(text: string) {
    this.keys += text.length
    await this.page.keyboard.type(text, { delay: KEY })
  }

  /** Single keys: Enter, arrows, shortcuts. */
  async strike(...keys: string[]) {
    for (const key of keys) {
      await this.page.waitForTimeout(KEY)
      this.keys++
      await this.page.keyboard.press(key)
    }
  }

  async back() {
    await this.page.waitForTimeout(LOOK)
    this.presses++
    await this.page.goBack()
  }

  read = () => this.page.waitForTimeout(READ)
}

const { executablePath, env } = await findBrowser()
const portal = await startPortal()
const browser = await chromium.launch({ executablePath, env, args: FLAGS })
try {
  const world = await World.on(portal)
  await world.importPriceList()
  const readProducts = () => world.request<WireProduct[]>('GET', '/admin/products?limit=500&sort=name', world.admin)
  const all = await readProducts()
  const products = all.filter(isEasilyFound)
  const customers = await Promise.all(
    ['Lezzet', 'Bereket', 'Çınar', 'Deniz'].map(name => world.customer(`${name} Market`)),
  )
  const stocked = all.filter(({ stock_quantity }) => stock_quantity > 200)
  for (let at = 0; at < ORDERS; at++) {
    const lines = stocked.slice(at % 20, (at % 20) + 8).map(({ id }) => ({ product_id: id, quantity: 2 }))
    const customer = customers[at % customers.length]
    if (customer) await world.order(customer, lines)
  }
  const { page } = await world.page(browser, world.admin, DESK)
  page.on('dialog', dialog => void dialog.accept())
  console.log('| Task | Presses | Keys | Scans | Seconds |\n|---|---|---|---|---|')
  await timed('40 new orders looked at, printed, set to "hazırlanıyor"', ordersTask)
  await timed('20 prices changed', pricesTask)
  await timed('supplier’s list of 1,201 rows imported by barcode', supplierTask)
  await timed('200 products counted with a scanner', countTask)
  await timed('order of 10 lines taken on the telephone', phoneTask)

  async function timed(task: string, work: (person: Person) => Promise<void>) {
    const person = new Person(page)
    await page.goto('/admin/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const began = performance.now()
    await work(person)
    const seconds = (performance.now() - began) / 1000
    console.log(`| ${task} | ${person.presses} | ${person.keys} | ${person.scans} | ${seconds.toFixed(0)} |`)
  }

  async function ordersTask(person: Person) {
    await person.press(page.getByRole('link', { name: 'Siparisler' }).first())
    await person.press(page.getByRole('button', { name: /^Beklemede/ }).first())
    await page.getByText(`${ORDERS} sipariş`).first().waitFor()
    await person.strike('/', 'ArrowDown', 'Enter')
    for (let at = 0; at < ORDERS; at++) {
      await page.getByRole('table', { name: 'Sipariş satırları' }).waitFor()
      await person.read()
      if (at === ORDERS - 1) break
      const address = page.url()
      await person.strike('n')
      await page.waitForURL(url => String(url) !== address)
    }
    await person.back()
    await person.press(page.getByRole('checkbox', { name: 'Tümünü seç' }))
    const bar = page.getByRole('region', { name: 'Seçilenlerle yapılacaklar' })
    await bar.getByText(`${ORDERS} satır seçildi`).waitFor()
    await person.press(bar.getByRole('button', { name: 'Yazdır' }))
    const saved = page.waitForEvent('download')
    await person.press(page.getByRole('menuitem', { name: 'Sipariş başına toplama listesi' }))
    await saved
    await person.press(bar.getByRole('button', { name: 'Durumu değiştir' }))
    await person.press(page.getByRole('menuitem', { name: 'Hazırlanıyor' }))
    person.presses++ // 'Tamam' of the question.
    await page.getByText(`${ORDERS} siparişin durumu güncellendi`).waitFor()
  }

  async function pricesTask(person: Person) {
    await person.press(page.getByRole('tab', { name: 'Ürünler' }))
    await page.getByRole('heading', { name: 'Ürünler' }).waitFor()
    for (const [at, { name }] of products.slice(0, PRICES).entries()) {
      const row = page.locator('tbody tr').first().filter({ hasText: name })
      await person.strike('/', 'Control+a')
      await person.type(typed(name))
      await row.waitFor()
      await person.strike('ArrowDown', 'Enter')
      const form = page.getByRole('form', { name: `${name} düzenleniyor` })
      await form.waitFor()
      await person.strike('Tab', 'Tab', 'Tab')
      await person.type(String(100 + at))
      await person.strike('Enter')
      await form.waitFor({ state: 'hidden' })
    }
  }

  async function supplierTask(person: Person) {
    await person.press(page.getByRole('tab', { name: 'Envanter' }))
    await person.press(page.getByRole('button', { name: 'Excel’den içe aktar' }).first())
    const dialog = page.getByRole('dialog')
    person.presses += 2 // The file is chosen in the browser's own window.
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'liste.xlsx', mimeType: '', buffer: await supplierList() })
    await person.press(dialog.getByRole('button', { name: 'Önizle' }))
    await person.press(dialog.getByLabel('Barkodla eşle: bu satırlar o ürünleri güncellesin'))
    await dialog
      .getByText(/Güncellenecek\s*[1-9]/)
      .first()
      .waitFor()
    await person.press(dialog.getByRole('button', { name: 'İçe aktar', exact: true }))
    await dialog.getByText('Alınmayan satır').waitFor()
    await person.read()
    console.log(`<!-- ${(await dialog.innerText()).replace(/\s+/g, ' ').slice(0, 200)} -->`)
    await person.strike('Escape')
  }

  async function countTask(person: Person) {
    await person.press(
      page
        .getByRole('tab', { name: 'Stok sayımı' })
        .or(page.getByRole('tab', { name: /^Stok/ }))
        .first(),
    )
    await person.press(page.getByRole('radio', { name: 'Sayım', exact: true }))
    await person.press(page.getByRole('button', { name: 'Sayımı başlat' }))
    await page.getByText('Henüz ürün sayılmadı').waitFor()
    const keys = await ScriptedKeys.on(page)
    for (const [at, { name, barcode }] of all.slice(0, COUNTED).entries()) {
      await page.waitForTimeout(NEXT_SHELF)
      person.scans++
      await keys.scan(barcode, SCANNED_KEY)
      await page.getByRole('form', { name, exact: true }).waitFor()
      await person.type(String(3 + (at % 20)))
      await person.strike('Enter')
    }
    await person.press(page.getByRole('link', { name: 'Farkları gör ve bitir' }))
    await person.read()
    await person.press(page.getByRole('button', { name: 'Sayımı bitir, stokları güncelle' }))
    person.presses++ // 'Tamam' of the question.
    await page.waitForURL(/mode=recent/)
  }

  async function phoneTask(person: Person) {
    await person.press(page.getByRole('link', { name: 'Siparisler' }).first())
    await person.press(page.getByRole('link', { name: 'Telefon siparişi' }))
    await person.press(page.getByRole('button', { name: 'Müşteri seç' }))
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await person.type('çınar')
    await person.press(page.getByRole('option', { name: 'Çınar Market' }))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    // The supplier's list and the count have changed the stock.
    const found = (await readProducts()).filter(isEasilyFound)
    const available = found.filter(one => one.stock_quantity - one.reserved_quantity > 20)
    for (const { name } of available.slice(0, PHONE_LINES)) {
      await person.strike('/', 'Control+a')
      await person.type(typed(name))
      const quantity = page.getByRole('article', { name, exact: true }).getByRole('textbox')
      await person.press(quantity)
      await person.type('6')
      await person.press(page.getByRole('button', { name: `Sepete ekle: ${name}` }))
      await page.getByText(`${name} sepete eklendi`).waitFor()
    }
    await person.press(page.getByRole('link', { name: 'Sepeti gör' }))
    await person.press(page.getByRole('button', { name: 'Sipariş oluştur' }))
    await page.waitForURL(/\/admin\/orders\//)
  }
} finally {
  await browser.close()
  await portal.stop()
}

/** Whether searching for the first letters of its name finds no other product. */
function isEasilyFound({ name }: WireProduct, _: number, all: WireProduct[]) {
  const begins = fold(typed(name))
  return /^[a-zçğıöşü ]{14}/i.test(name) && all.filter(one => fold(one.name).includes(begins)).length === 1
}

/** The part of a name that is typed to find the product. */
function typed(name: string) {
  return name.slice(0, 14).trim()
}

/** The list as the supplier sends it again: without IDs and with other prices, so that rows are matched by barcode. */
async function supplierList(): Promise<Buffer> {
  const [sheet] = Object.values(xlsx.read(await readFile(PRICE_LIST)).Sheets)
  const [header = [], ...rows] = xlsx.utils.sheet_to_json<(string | number)[]>(sheet ?? {}, { header: 1 })
  const [price, stock] = [header.indexOf('Fiyat'), header.indexOf('Stok')]
  const raised = rows.slice(0, SUPPLIED).map(cells => cells.with(price, Math.round(Number(cells[price]) * 103) / 100))
  const book = xlsx.utils.book_new(
    xlsx.utils.aoa_to_sheet([header, ...raised.map(cells => cells.with(stock, ''))]),
    'Liste',
  )
  return Buffer.from(xlsx.write(book, { type: 'array', bookType: 'xlsx' }))
}
