import { expect, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { keysOf, ScriptedKeys } from './scripted-keys.ts'
import { chooseProduct, createStockedProduct, dialogMessages, finder, loseResponse, STOCK, scan } from './stock-tab.ts'
import { DESK, PHONE, type WireProduct, World } from './world.ts'

/** Receipts on the stock tab: goods are scanned or searched, listed, and booked exactly once. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

test('goods are entered line by line, the list survives a reload, and the receipt is booked once', async ({
  browser,
}) => {
  const cheese = await createStockedProduct(world, 'Ezine Peyniri')
  const olives = await createStockedProduct(world, 'Gemlik Zeytini', { unit: 'KG', barcode: 'RAF-42' })
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  const said = dialogMessages(page)
  await page.goto(STOCK)
  const lines = page.getByRole('list', { name: 'Gelen mallar' }).getByRole('listitem')
  const quantity = (product: WireProduct) =>
    page.getByRole('group', { name: `${product.name} miktarı` }).getByRole('textbox')
  await expect(page.getByText('Gelen malları ekleyin')).toBeVisible()
  await scan(page, cheese)
  await expect(quantity(cheese)).toBeFocused()
  await scan(page, cheese)
  await expect(quantity(cheese)).toHaveValue('2')
  // A text that is no valid quantity is not read as another quantity.
  for (const [typed, sentence] of [
    ['2,5', 'Miktar tam sayı olmalıdır'],
    ['1O', 'Miktar bir sayı olmalıdır'],
    ['0', 'Miktar en az 1 olmalıdır'],
  ] as const) {
    await quantity(cheese).fill(typed)
    await page.keyboard.press('Enter')
    await expect(lines).toContainText(sentence)
    await page.getByRole('button', { name: 'Stoğa al' }).click()
    await expect(quantity(cheese)).toBeFocused()
    await expect(quantity(cheese)).toHaveValue(typed)
  }
  await page.keyboard.press('Control+Enter')
  await quantity(cheese).fill('2')
  await page.keyboard.press('Enter')
  await expect(lines.getByRole('alert')).toHaveCount(0)
  expect(await world.stockOf(cheese.id)).toMatchObject({ on_hand: 20 })
  await chooseProduct(page, olives)
  await expect(quantity(olives)).toBeFocused()
  await page.keyboard.type('15')
  await page.keyboard.press('Enter')
  await expect(finder(page)).toBeFocused()
  await finder(page).fill('8691234500000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('“8691234500000” barkodlu ürün bulunamadı')
  await expect(finder(page)).toHaveValue('')
  // A user types more slowly than a scanner, so Enter adds a line break.
  await page.getByLabel('Not').pressSequentially('İrsaliye 1453', { delay: 100 })
  await page.keyboard.press('Enter')
  await page.keyboard.type('5 koli')
  await page.route('**/api/admin/stock/receipts', loseResponse)
  const book = page.getByRole('button', { name: 'Stoğa al' })
  await book.click()
  await expect.poll(() => said).toEqual(['Mal kabul kaydedilemedi'])
  await expect(page.getByText('Listeyi değiştirmeden yeniden kaydedin')).toBeVisible()
  await page.unroute('**/api/admin/stock/receipts')
  await page.reload()
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText(olives.name)
  await expect(quantity(olives)).toHaveValue('15')
  await expect(page.getByLabel('Not')).toHaveValue('İrsaliye 1453\n5 koli')
  await book.dblclick()
  const booked = page.getByRole('list', { name: 'Stoğa alınanlar' }).getByRole('listitem')
  await expect(booked.filter({ hasText: cheese.name })).toContainText(/20\s*yerine\s*22 ADET/)
  await expect(booked.filter({ hasText: olives.name })).toContainText(/20\s*yerine\s*35 KG/)
  await expect(lines).toHaveCount(0)
  expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 22, reserved: 0, agree: true })
  expect(await world.stockOf(olives.id)).toEqual({ on_hand: 35, reserved: 0, agree: true })

  // All lines are booked or none: a product that has been deleted since is named, and the other is not booked.
  await scan(page, cheese)
  await scan(page, olives)
  await expect(lines).toHaveCount(2)
  await world.request('DELETE', `/admin/products/${olives.id}`, world.admin)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => said).toEqual(['Mal kabul kaydedilemedi', 'Ürün bulunamadı'])
  await expect(lines.filter({ hasText: olives.name })).toContainText('Ürün bulunamadı')
  expect(await world.stockOf(cheese.id)).toMatchObject({ on_hand: 22 })
  await page.getByRole('button', { name: `Listeden çıkar: ${olives.name}` }).click()
  await book.click()
  await expect(booked).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('scans during a booking wait; a list that may have been booked is not changed without a question', async ({
  browser,
}) => {
  const honey = await createStockedProduct(world, 'Süzme Bal')
  const comb = await createStockedProduct(world, 'Petek Bal', { warehouse: 'Gecici Depo' })
  const question =
    'Önceki kaydın cevabı henüz gelmedi; ulaştıysa değişen listeyle aynı mallar ikinci kez stoğa alınır. Liste değiştirilsin mi?'
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = dialogMessages(page, [question])
  await page.goto(STOCK)
  const lines = page.getByRole('list', { name: 'Gelen mallar' }).getByRole('listitem')
  const book = page.getByRole('button', { name: 'Stoğa al' })
  await scan(page, honey)
  await expect(lines).toContainText([honey.name])
  let goOn = () => {}
  const wait = new Promise<void>(resolve => (goOn = resolve))
  await page.route('**/api/admin/stock/receipts', async route => {
    await wait
    await route.continue()
  })
  await book.click()
  const found = page.waitForResponse(response => response.url().includes('/by-barcode/'))
  await scan(page, comb)
  await found
  goOn()
  await expect(lines).toContainText([comb.name])
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Yayla · Gecici Depo')
  expect(await world.stockOf(honey.id)).toMatchObject({ on_hand: 21 })

  await page.unroute('**/api/admin/stock/receipts')
  await page.route('**/api/admin/stock/receipts', loseResponse)
  await book.click()
  await expect.poll(() => said.splice(0)).toEqual(['Mal kabul kaydedilemedi'])
  await page.unroute('**/api/admin/stock/receipts')
  await page.getByRole('button', { name: `Listeden çıkar: ${comb.name}` }).click()
  await expect.poll(() => said.splice(0)).toEqual([question])
  await expect(lines).toHaveCount(1)
  // A scan opens no question: the list is booked again with the same key, and the scanned product starts a new list.
  await scan(page, honey)
  await expect(lines).toContainText([honey.name])
  await expect(lines).toHaveCount(1)
  expect(said).toEqual([])
  expect(await world.stockOf(comb.id)).toEqual({ on_hand: 21, reserved: 0, agree: true })
  await page.route('**/api/admin/stock/receipts', loseResponse)
  await book.click()
  await expect.poll(() => said.splice(0)).toEqual(['Mal kabul kaydedilemedi'])
  await page.unroute('**/api/admin/stock/receipts')
  await book.click()
  await expect(lines).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Stoğa alınanlar' })).toContainText(/Süzme Bal\s*21/)
  expect(await world.stockOf(comb.id)).toEqual({ on_hand: 21, reserved: 0, agree: true })
  expect(await world.stockOf(honey.id)).toEqual({ on_hand: 22, reserved: 0, agree: true })
  expect(complaints).toEqual([])
})

test('a scan fills product, lot and expiry; a number typed after it is the quantity', async ({ browser }) => {
  const milk = await createStockedProduct(world, 'Günlük Süt', { barcode: '8690570001242', lot_tracking: 'required' })
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  await page.goto(STOCK)
  await expect(page.getByText('Gelen malları ekleyin')).toBeVisible()
  const lines = page.getByRole('list', { name: 'Gelen mallar' }).getByRole('listitem')
  const keys = await ScriptedKeys.on(page)
  /** Types a code as scanners do, with Ctrl+] between its parts. */
  const type = (...parts: string[]) => {
    const typed = parts.flatMap((part, i) => (i > 0 ? ['Control+]', ...keysOf(part)] : keysOf(part)))
    return keys.press([...typed, 'Enter'], () => 2, { late: true })
  }
  const field = (line: number, name: string) => lines.nth(line).getByRole('textbox', { name })
  await type('010869057000124210A7', '17491231')
  await expect(field(0, 'Parti no')).toHaveValue('A7')
  await expect(field(0, 'Son tarih')).toHaveValue('31.12.2049')
  await type('24')
  await expect(finder(page)).toBeFocused()
  await type('010869057000124215490600')
  await expect(lines).toHaveCount(2)
  await expect(field(0, 'Son tarih')).toHaveValue('30.06.2049')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(field(0, 'Parti no')).toBeFocused()
  await page.keyboard.type('L-26', { delay: 100 })
  await page.keyboard.press('Enter')
  await expect(field(0, 'Son tarih')).toBeFocused()
  // Eight digits and Enter are a date in this field, although they could be a barcode.
  await field(0, 'Son tarih').fill('')
  await page.keyboard.type('01072049', { delay: 100 })
  await page.keyboard.press('Enter')
  await expect(finder(page)).toBeFocused()
  await expect(field(0, 'Son tarih')).toHaveValue('01.07.2049')
  await page.getByRole('button', { name: 'Stoğa al' }).click()
  await page.getByRole('button', { name: 'Tarih doğru' }).click()
  await page.getByRole('button', { name: 'Stoğa al' }).click()
  await expect(page.getByText('Stoğa alındı')).toBeVisible()
  expect((await world.stockOf(milk.id)).on_hand).toBe(50)
  await page.getByRole('link', { name: 'Geçmiş' }).click()
  await page.getByRole('table', { name: 'Mal kabuller' }).getByRole('row').nth(1).click()
  await expect(page.getByText('Parti A7 · SKT 31.12.2049 · 24 ADET')).toBeVisible()
  await expect(page.getByText('Parti L-26 · TETT 01.07.2049 · 6 ADET')).toBeVisible()
  expect(complaints).toEqual([])
})
