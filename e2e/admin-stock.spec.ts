import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { goWithin } from './steps.ts'
import { countQuantity, createStockedProduct, dialogMessages, newCount, STOCK, scan } from './stock-tab.ts'
import { DESK, PHONE, World } from './world.ts'

/** Corrections of stock with their ledger, and the accessibility of the stock tab. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

test('stock is set with a reason, not over goods received since it was shown, and the ledger shows it', async ({
  browser,
}) => {
  const cheese = await createStockedProduct(world, 'Tulum')
  for (let i = 0; i < 65; i++)
    await world.request('POST', '/admin/stock/receipts', world.admin, { product_id: cheese.id, quantity: 1 })
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  const said = dialogMessages(page)
  await page.goto(`${STOCK}&mode=edit`)
  await scan(page, cheese)
  const field = page.getByLabel('Raftaki miktar')
  await expect(field).toBeFocused()
  const save = page.getByRole('button', { name: 'Stoğu güncelle' })
  for (const [typed, sentence] of [
    ['', 'Lütfen geçerli bir sayı girin'],
    ['on', 'Lütfen geçerli bir sayı girin'],
    ['-1', 'Stok miktarı negatif olamaz'],
    ['1,5', 'Stok tam sayı olmalıdır'],
  ] as const) {
    await field.fill(typed)
    await save.click()
    await expect.poll(() => said.splice(0)).toEqual([sentence])
  }
  await field.fill('80')
  await expect(page.getByText('Fark: −5 ADET')).toBeVisible()
  await page.getByLabel('Neden').fill('Kırık')
  await page.context().setOffline(true)
  await save.click()
  await expect.poll(() => said.splice(0)).toEqual(['Stok güncellenemedi'])
  await page.context().setOffline(false)
  await world.request('POST', '/admin/stock/receipts', world.admin, { product_id: cheese.id, quantity: 5 })
  await save.click()
  await expect
    .poll(() => said.splice(0))
    .toEqual(['Bu ürün siz bakarken değişti; lütfen güncel hâline bakıp yeniden deneyin'])
  await expect(page.getByRole('status').filter({ hasText: 'Stok bu arada değişti' })).toContainText(
    /85\s*yerine\s*90 ADET/,
  )
  await expect(field).toHaveValue('80')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Eldeki/ })).toContainText(/90\s*yerine\s*80 ADET/)
  expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 80, reserved: 0, agree: true })

  await page.getByRole('button', { name: 'Stok hareketleri' }).click()
  const sheet = page.getByRole('dialog', { name: 'Stok hareketleri' })
  const entries = sheet.getByRole('listitem')
  await expect(entries.first()).toContainText(/Stok düzeltme.*Eldeki−10yeni değer80.*“Kırık”/)
  await expect(entries.nth(1)).toContainText('Mal kabul')
  await sheet.getByRole('region', { name: 'Stok hareketleri' }).focus()
  // The ledger is loaded page by page, and only visible entries are drawn.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(entries.last()).toContainText('Ürün açılışı', { timeout: 500 })
  }).toPass()
  expect(await entries.count()).toBeLessThan(40)
  const file = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Excel indir' }).click()
  expect((await readFile(await (await file).path())).subarray(0, 2).toString()).toBe('PK')
  await page.context().setOffline(true)
  await sheet.getByRole('button', { name: 'Excel indir' }).click()
  await expect.poll(() => said.splice(0)).toEqual(['Excel dosyası indirilemedi'])
  await page.context().setOffline(false)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  // The next scan does not discard a typed quantity without a question.
  const other = await createStockedProduct(world, 'Lor')
  await field.fill('7')
  await scan(page, other)
  await expect(page.getByText(other.name)).toBeVisible()
  expect(said.splice(0)).toEqual([`${cheese.name} için yazdığınız stok kaydedilmedi. Devam edilsin mi?`])
  await field.fill('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stok 0 ve beklenen stok tarihi yok: bu ürün sipariş edilemez.')).toBeVisible()

  // If both warehouses have the barcode, the product of the chosen warehouse is corrected.
  const spare = await createStockedProduct(world, 'Lor', {
    barcode: other.barcode,
    warehouse: 'Gecici Depo',
    stock_quantity: 7,
  })
  await scan(page, spare)
  const question = page.getByRole('dialog', { name: 'Hangi depodaki?' })
  await expect(question).toBeVisible()
  // A quantity typed right after the scan does not answer the question: it belongs to the product to be chosen.
  await page.keyboard.type('12', { delay: 350 })
  await page.keyboard.press('Enter')
  await expectAccessibleNow(page, 'question')
  await question.getByRole('button', { name: /Gecici Depo/ }).click()
  await expect(page).toHaveURL(new RegExp(`product=${spare.id}`))
  await expect.poll(() => world.stockOf(spare.id)).toEqual({ on_hand: 12, reserved: 0, agree: true })
  expect(complaints).toEqual([])
})

test('axe finds nothing on the stock tab, and very long names do not make it wider', async ({ browser }) => {
  const { cheese, done } = await longNamed()
  const open = await newCount(world)
  await countQuantity(world, open, cheese, 12_345_678)
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const line = page.getByText(/Uzunç+/).first()
  await page.goto(STOCK)
  await scan(page, cheese)
  await expect(line).toBeVisible()
  await expectAccessibleNow(page, 'goods in')
  await goWithin(page, `${STOCK}&mode=count&count=${open.id}`)
  await expect(line).toBeVisible()
  await scan(page, cheese)
  await expect(page.getByLabel('Bulunan miktar')).toBeVisible()
  await page.getByText('Not veya resim ekle').click()
  await expectAccessibleNow(page, 'count')
  await goWithin(page, `${STOCK}&mode=count&count=${open.id}&step=preview`)
  await expect(line).toBeVisible()
  await expectAccessibleNow(page, 'differences')
  await goWithin(page, `${STOCK}&mode=edit&product=${cheese.id}`)
  await expect(line).toBeVisible()
  await expectAccessibleNow(page, 'correction')
  await page.getByRole('button', { name: 'Stok hareketleri' }).click()
  await expect(page.getByRole('link', { name: 'Sayımı aç' })).toBeVisible()
  await expectAccessibleNow(page, 'ledger')
  await page.getByRole('link', { name: 'Sayımı aç' }).click()
  await expect(page).toHaveURL(new RegExp(`mode=recent&count=${done.id}`))
  await expect(page.getByText('10.03.2026 sayımı').first()).toBeVisible()
  await expectAccessibleNow(page, 'finished count')
  expect(complaints).toEqual([])
})

/** A product with very long names, and a finalized count of it. */
async function longNamed() {
  const cheese = await createStockedProduct(world, `Uzun${'ç'.repeat(180)}`, { brand: 'ğ'.repeat(120) })
  const done = await newCount(world)
  await countQuantity(world, done, cheese, 3)
  await world.request('POST', `/admin/stock/counts/${done.id}/finalize`, world.admin)
  return { cheese, done }
}

test('a product that is scanned again is shown with its current stock, and typed text is not left without a question', async ({
  browser,
}) => {
  const rice = await createStockedProduct(world, 'Osmancık Pirinci')
  const other = await createStockedProduct(world, 'Bulgur')
  const open = await newCount(world)
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = dialogMessages(page, [
    `${rice.name} için yazdığınız stok kaydedilmedi. Devam edilsin mi?`,
    `${rice.name} henüz sayıma eklenmedi. Devam edilsin mi?`,
  ])
  await page.goto(`${STOCK}&mode=edit`)
  const form = page.getByRole('form', { name: 'Stok düzeltme' })
  const onHand = page.getByRole('definition').first()
  await scan(page, rice)
  await expect(onHand).toHaveText('20 ADET')
  await scan(page, other)
  await expect(page.getByText(other.name)).toBeVisible()
  await world.request('POST', '/admin/stock/receipts', world.admin, { product_id: rice.id, quantity: 5 })
  await scan(page, rice)
  await expect(onHand).toHaveText('25 ADET')
  await form.getByLabel('Raftaki miktar').fill('24')
  // Choosing another warehouse for the search discards nothing.
  await page.getByLabel('Depo').selectOption('Ana Depo')
  await expect(page).toHaveURL(/warehouse=Ana/)
  await page.getByRole('radio', { name: 'Sayım', exact: true }).click()
  await expect.poll(() => said.splice(0)).toHaveLength(1)
  await expect(form.getByLabel('Raftaki miktar')).toHaveValue('24')
  await expect(page.getByRole('radio', { name: 'Düzelt' })).toBeChecked()
  await form.getByLabel('Raftaki miktar').press('Control+Enter')
  await expect(page.getByText('Stok güncellendi')).toBeVisible()
  expect(said).toEqual([])

  await goWithin(page, `${STOCK}&mode=count&count=${open.id}`)
  await scan(page, rice)
  await expect(page.getByLabel('Bulunan miktar')).toHaveValue('1')
  await page.getByRole('link', { name: 'Sayımlar' }).click()
  await expect.poll(() => said.splice(0)).toHaveLength(1)
  await page.getByRole('button', { name: 'Sayıma ekle' }).click()
  await expect(page.getByRole('table', { name: 'Sayılan ürünler' })).toContainText(rice.name)
  await page.getByRole('link', { name: 'Sayımlar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sayım')
  expect(said).toEqual([])
  expect(complaints).toEqual([])
})
