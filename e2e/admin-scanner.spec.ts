import { expect, type Page, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { countRun, editRun, notesOf, receiptRun } from './scanner-runs.ts'
import { keysOf, randomFrom, ScriptedKeys } from './scripted-keys.ts'
import { chooseProduct, loseResponse, STOCK } from './stock-tab.ts'
import { DESK, PHONE, type WireProduct, World } from './world.ts'

/** A scanner and a user type while goods are counted, received and corrected: every figure is exact. */

/** The number of scans on each of the three screens; `npm run endure` makes 17, and repeats that 20 times. */
const SCANS = Number(process.env.SCANS ?? 4)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

let barcode = 869_219_926_000_0
const stocked = (name: string, fields: object = {}) =>
  world.product({ name, stock_quantity: 20, barcode: String((barcode += 7)), ...fields })

const newCount = () =>
  world.request<{ id: string }>('POST', '/admin/stock/counts', world.admin, { count_date: '2026-03-10' })

async function countedIn({ id }: { id: string }) {
  type Counted = { product_id: string; counted_quantity: number }
  const { products } = await world.request<{ products: Counted[] }>('GET', `/admin/stock/counts/${id}`, world.admin)
  return new Map(products.map(({ product_id, counted_quantity }) => [product_id, counted_quantity]))
}

function windowsOf(page: Page): string[] {
  const said: string[] = []
  page.on('dialog', dialog => {
    said.push(dialog.message())
    void dialog.accept()
  })
  return said
}

/** In ms, less than the page waits for the next key: it waits 90 ms after a first key, and 300 ms after later ones. */
const WAIT = 80

/**
 * Collects every text in a field while the page should still wait for the next key. A busy machine may deliver the keys
 * of a scan so late that the page has to regard the first ones as typed; it reverts that at Enter.
 */
async function watchFields(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(wait => {
    const seen: string[] = []
    let heardAt = -Infinity
    Reflect.set(window, 'seenInFields', seen)
    addEventListener('keydown', ({ key }) => (heardAt = key === 'Enter' ? -Infinity : performance.now()), {
      capture: true,
    })
    addEventListener(
      'input',
      ({ target }) => {
        if (performance.now() - heardAt < wait) seen.push(String(Reflect.get(target ?? {}, 'value')))
      },
      { capture: true },
    )
  }, WAIT)
  return () => page.evaluate(() => Reflect.get(window, 'seenInFields') as string[])
}

test('a product that is added again after a lost reply is counted once more, not twice', async ({ browser }) => {
  const [cheese, olives] = [await stocked('Beyaz Peynir'), await stocked('Siyah Zeytin')]
  const open = await newCount()
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = windowsOf(page)
  const keys = await ScriptedKeys.on(page)
  const found = page.getByLabel('Bulunan miktar')
  await page.goto(`${STOCK}&mode=count&count=${open.id}`)
  await expect(page.getByText('Henüz ürün sayılmadı')).toBeVisible()
  await keys.scan(cheese.barcode, 7)
  await expect(found).toBeFocused()
  await page.route('**/products', loseResponse)
  await keys.press(['6', 'Enter'], () => 120)
  await expect.poll(() => said.splice(0)).toEqual(['Ürün sayıma eklenemedi'])
  // The dialog was closed as quickly as by the Enter of a scan.
  await expect(page.getByText('O sırada bir ürün okuttuysanız alınmadı; yeniden okutun')).toBeVisible()
  await page.unroute('**/products')
  await keys.scan(cheese.barcode, 7)
  await keys.scan(olives.barcode, 7)
  await expect(page.getByRole('form', { name: olives.name })).toBeVisible()
  await expect.poll(() => countedIn(open)).toEqual(new Map([[cheese.id, 7]]))
  const add = page.getByRole('button', { name: 'Sayıma ekle' })
  await add.click()
  await expect(page.getByRole('row').filter({ hasText: olives.name })).toContainText('1 ADET')
  const row = page.getByRole('row').filter({ hasText: cheese.name })
  await expect(row).toContainText('7 ADET')

  // The same with presses; a user who gives up instead of trying again has lost nothing either.
  const addInVain = async () => {
    await chooseProduct(page, cheese)
    await found.fill('3')
    await page.route('**/products', loseResponse)
    await add.click()
    await expect.poll(() => said.splice(0)).toEqual(['Ürün sayıma eklenemedi'])
    await page.unroute('**/products')
  }
  const unanswered = page.getByText('Cevap alınamadı')
  await addInVain()
  await expect(unanswered).toBeVisible()
  await keys.scan(cheese.barcode, 7)
  // The form now has the scanned product.
  await expect(unanswered).toBeHidden()
  await expect(page.getByText('Şimdiye kadar 10 ADET sayıldı')).toBeVisible()
  await expect(found).toHaveValue('1')
  await add.click()
  await expect(row).toContainText('11 ADET')
  await addInVain()
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(row).toContainText('14 ADET')
  expect(complaints).toEqual([])
})

test('the keys of a scan at any pace reach no field, and all keys of a user do', async ({ browser }) => {
  const [cheese, olives] = [await stocked('Dil Peyniri'), await stocked('Yeşil Zeytin')]
  const grated = await stocked('Rende Kaşar', { barcode: '8690637012341' })
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const keys = await ScriptedKeys.on(page)
  const seenInFields = await watchFields(page)
  await page.goto(STOCK)
  const quantity = ({ name }: WireProduct) => page.getByRole('group', { name: `${name} miktarı` }).getByRole('textbox')
  const note = page.getByLabel('Not')
  await expect(page.getByText('Gelen malları ekleyin')).toBeVisible()
  for (const pace of [2, 8, 20, 35, 50]) {
    for (const product of [cheese, olives]) await keys.scan(product.barcode, pace, { late: true })
    await note.focus()
    await keys.scan(cheese.barcode, pace, { late: true })
    await page.getByRole('combobox', { name: 'Ürün bulun veya barkod okutun' }).focus()
    await keys.scan(cheese.barcode, pace, { late: true })
  }
  await expect(quantity(cheese)).toHaveValue('15')
  await expect(quantity(olives)).toHaveValue('5')
  await expect(note).toHaveValue('')
  // A GS1 code with a date and with a lot, after which the scanner types Ctrl+].
  await note.focus()
  const lotAndDate = [...keysOf('010869063701234110A7'), 'Control+]', ...keysOf('17261231', 'Enter')]
  await keys.press(lotAndDate, () => 8)
  await expect(quantity(grated)).toHaveValue('1')
  expect(await seenInFields()).toEqual([])

  // Typing at the pace of a fast user.
  await note.focus()
  const paces = [55, 60, 130, 90, 60, 150]
  let typed = 0
  await keys.press(keysOf('İrsaliye 1453'), () => paces[++typed % paces.length] ?? 0)
  await expect(note).toHaveValue('İrsaliye 1453')
  await note.fill('')
  // Playwright's `type` inserts letters that its keyboard lacks (İ, ğ) without a key, as an emoji picker does.
  await page.keyboard.type('Kırık GEMLİK sığır')
  await expect(note).toHaveValue('Kırık GEMLİK sığır')
  // Keys at the pace of a scanner that are followed by a press on a button take effect before the press.
  await quantity(olives).click()
  await keys.press(keysOf('17'), () => 3, { late: true })
  await page
    .getByRole('group', { name: `${olives.name} miktarı` })
    .getByRole('button', { name: 'Artır' })
    .click()
  await expect(quantity(olives)).toHaveValue('18')
  await quantity(olives).fill('5')
  await keys.press(['Enter'], () => 0)
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route('**/by-barcode/**', async route => {
    await released
    await route.continue()
  })
  await quantity(olives).focus()
  await keys.scan(cheese.barcode, 10)
  await keys.press(['4', '2', 'Enter'], () => 110)
  release()
  await expect(quantity(cheese)).toHaveValue('42')
  await expect(quantity(olives)).toHaveValue('5')

  // A barcode that a user types into a quantity field is also a scan, not a quantity.
  await quantity(olives).click()
  await keys.press(keysOf(cheese.barcode, 'Enter'), () => 350)
  await expect(quantity(cheese)).toHaveValue('43')
  await expect(quantity(olives)).toHaveValue('5')
  expect(complaints).toEqual([])
})

test('quickly typed text takes effect before the next press, stays in its field, and appears immediately', async ({
  browser,
}) => {
  const [cheese, olives] = [await stocked('Çeçil Peyniri'), await stocked('Çizik Zeytin')]
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const keys = await ScriptedKeys.on(page)
  await page.goto(STOCK)
  const quantity = ({ name }: WireProduct) => page.getByRole('group', { name: `${name} miktarı` }).getByRole('textbox')
  await expect(page.getByText('Gelen malları ekleyin')).toBeVisible()
  // This scanner ends its codes with Tab.
  await keys.press(keysOf(cheese.barcode, 'Tab'), () => 10)
  await expect(quantity(cheese)).toBeFocused()

  // If the user presses another quantity field while a product is fetched, the next keys belong to that field.
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route('**/by-barcode/**', async route => {
    await released
    await route.continue()
  })
  await keys.scan(olives.barcode, 10)
  await quantity(cheese).click()
  await quantity(cheese).selectText()
  await keys.press(['7', 'Enter'], () => 120)
  await expect(quantity(cheese)).toHaveValue('7')
  release()
  await expect(quantity(olives)).toBeFocused()
  await expect(quantity(olives)).toHaveValue('1')

  const note = page.getByLabel('Not')
  await note.focus()
  const lengths = await note.evaluateHandle((field: HTMLTextAreaElement) => {
    const seen: number[] = []
    field.addEventListener('input', () => seen.push(field.value.length))
    return seen
  })
  await keys.press(keysOf('Kırık kutu, iade'), () => 75)
  await expect(note).toHaveValue('Kırık kutu, iade')
  expect((await lengths.jsonValue()).length).toBeGreaterThan(8)

  // Two digits in quick succession, and the button right after them.
  const book = await page.getByRole('button', { name: 'Stoğa al' }).boundingBox()
  await quantity(cheese).click()
  await keys.press(['1', '2'], () => 40)
  await page.mouse.click((book?.x ?? 0) + 10, (book?.y ?? 0) + 10)
  await expect(page.getByRole('list', { name: 'Stoğa alınanlar' })).toContainText(cheese.name)
  await expect.poll(async () => (await world.stockOf(cheese.id)).on_hand).toBe(32)
  expect(complaints).toEqual([])
})

test('a product that is scanned while a quantity is invalid waits until that is corrected', async ({ browser }) => {
  const [cheese, olives] = [await stocked('Lor Peyniri'), await stocked('Kırma Zeytin')]
  const open = await newCount()
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  const keys = await ScriptedKeys.on(page)
  await page.goto(`${STOCK}&mode=count&count=${open.id}`)
  await expect(page.getByText('Henüz ürün sayılmadı')).toBeVisible()
  await keys.scan(cheese.barcode, 15)
  const found = page.getByLabel('Bulunan miktar')
  await expect(found).toBeFocused()
  await keys.press(['2', ',', '5', 'Enter'], () => 110)
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Stok tam sayı olmalıdır')
  for (const pace of [2, 50]) await keys.scan(olives.barcode, pace)
  await expect(
    page.getByText(`${olives.name} sırada; önce ${cheese.name} için yazdığınız miktarı düzeltin`),
  ).toBeVisible()
  await expect(found).toHaveValue('2,5')
  await found.selectText()
  await keys.press(['3', 'Enter'], () => 110)
  await expect(page.getByRole('form', { name: olives.name })).toBeVisible()
  await expect(found).toHaveValue('2')
  await keys.press(['Enter'], () => 0)
  await expect
    .poll(() => countedIn(open))
    .toEqual(
      new Map([
        [cheese.id, 3],
        [olives.id, 2],
      ]),
    )
  expect(complaints).toEqual([])
})

test('a product that is scanned again while its stock is saved is shown with the saved stock', async ({ browser }) => {
  const cheese = await stocked('Tulum Peyniri')
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const keys = await ScriptedKeys.on(page)
  const said = windowsOf(page)
  await page.goto(`${STOCK}&mode=edit`)
  await expect(page.getByText('Stoğunu düzelteceğiniz ürünü bulun')).toBeVisible()
  await keys.scan(cheese.barcode, 20)
  const field = page.getByLabel('Raftaki miktar')
  await expect(field).toBeFocused()
  const lookedUp = page.waitForResponse('**/by-barcode/**')
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`**/products/${cheese.id}`, async route => {
    if (route.request().method() === 'PUT') await lookedUp
    // The product that is fetched again after saving arrives late.
    else await released
    await route.continue()
  })
  await keys.press(['7', 'Enter'], () => 120)
  await expect(page.getByText('Stok güncelleniyor')).toBeVisible()
  await keys.scan(cheese.barcode, 20)
  await expect(page.getByText('Stok güncellendi')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await keys.press(['9', 'Enter'], () => 120)
  release()
  await expect.poll(async () => (await world.stockOf(cheese.id)).on_hand).toBe(9)
  expect(said).toEqual([])
  expect(complaints).toEqual([])
})

test('in the inventory a scan searches for the product and changes no field', async ({ browser }) => {
  const [cheese, olives] = [await stocked('Otlu Peynir'), await stocked('Çizik Zeytin')]
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const keys = await ScriptedKeys.on(page)
  await page.goto('/admin/dashboard?tab=inventory&view=low')
  const rows = page.getByRole('table', { name: 'Ana Depo ürünleri' }).getByRole('row')
  await expect(page.getByRole('heading', { name: 'Azalan stoklar' })).toBeVisible()
  await keys.scan(cheese.barcode, 20)
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(cheese.name)
  await page.getByRole('searchbox', { name: 'Ürün, marka veya barkod ara' }).focus()
  await keys.scan(olives.barcode, 20)
  await expect(rows.last()).toContainText(olives.name)
  await rows.last().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Beklenen tarih ver' }).click()
  const day = page.getByRole('dialog').getByRole('textbox', { name: 'Beklenen tarih' })
  await day.fill('06.05.2031')
  await day.focus()
  await keys.scan(cheese.barcode, 20)
  await expect(page.getByText('Okutulan ürün sırada; açık pencere kapanınca alınır')).toBeVisible()
  await expect(day).toHaveValue('06.05.2031')
  page.on('dialog', dialog => void dialog.accept())
  await page.getByRole('dialog').getByRole('button', { name: 'Vazgeç' }).click()
  await expect(rows.last()).toContainText(cheese.name)
  const spare = await stocked('Yedek Peynir', { warehouse: 'Gecici Depo' })
  await keys.scan(spare.barcode, 20)
  await expect(page.getByText('Bu barkod Gecici Depo’da')).toBeVisible()
  await page.getByRole('button', { name: 'Gecici Depo’da göster' }).click()
  await expect(page.getByRole('table', { name: 'Gecici Depo ürünleri' })).toContainText(spare.name)
  expect(complaints).toEqual([])
})

test('random scans at any pace, with late and lost replies, are counted, received and corrected exactly', async ({
  browser,
}) => {
  test.setTimeout(Math.max(180_000, SCANS * 25_000))
  const seed = SEED + 1000 * test.info().repeatEachIndex
  console.log(`SEED=${seed}`)
  // Repetitions alternate between the sizes.
  const runs = [countRun, receiptRun, editRun].map((run, i) => ({
    run,
    size: (i + test.info().repeatEachIndex) % 2 ? PHONE : DESK,
  }))
  await Promise.all(
    runs.map(async ({ run, size }, i) => {
      const products = []
      for (let made = 0; made < 12; made++) products.push(await stocked(`Koli ${i}-${made}`))
      const { page, complaints } = await world.page(browser, await world.logIn(world.admin), size)
      try {
        const { found, expected } = await run({ world, page, products, scans: SCANS, random: randomFrom(seed + i) })
        expect(found).toEqual(expected)
        expect(complaints).toEqual([])
      } catch (error) {
        throw new Error(`What was done on the page of ${run.name}:\n${notesOf(page)}`, { cause: error })
      }
    }),
  )
})
