import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { ADMIN, openPortal, type SharedPortal } from './portal.ts'
import { DESK, PHONE, PRICE_LIST, type WireOrder, type WireProduct, World } from './world.ts'

/** The portal's main task on its screens: from a price list to a delivered order. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

test('a price list is imported, an order is placed and delivered, and another is cancelled', async ({ browser }) => {
  const desk = await world.page(browser, undefined, DESK)
  const admin = desk.page

  await test.step('the admin logs in and imports the price list', async () => {
    await admin.goto('/admin')
    await admin.getByLabel('Kullanıcı adı').fill(ADMIN.username)
    await admin.getByLabel(/^Şifre(?!yi)/).fill(ADMIN.password)
    await admin.getByRole('button', { name: 'Giriş yap' }).click()
    await expect(admin).toHaveURL(/\/admin\/dashboard/)

    await admin.getByRole('tab', { name: 'Envanter' }).click()
    await admin.getByRole('button', { name: 'Excel’den içe aktar' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Önizle' }).click()
    await expect(dialog).toContainText('Lütfen bir Excel dosyası seçin')
    await dialog.locator('input[type=file]').setInputFiles(fileURLToPath(PRICE_LIST))
    await dialog.getByRole('button', { name: 'Önizle' }).click()
    await dialog.getByRole('button', { name: 'İçe aktar' }).click()
    await expect(admin.getByRole('dialog', { name: 'Aktarım tamamlandı' })).toContainText('1.251')
    await admin.getByRole('button', { name: 'Tamam' }).click()
  })

  await test.step('the admin creates a customer', async () => {
    await admin.getByRole('tab', { name: 'Musteriler' }).click()
    await admin.getByRole('button', { name: 'Yeni müşteri' }).first().click()
    const dialog = admin.getByRole('dialog', { name: 'Yeni müşteri' })
    await dialog.getByRole('button', { name: 'Müşteriyi ekle' }).click()
    await expect(dialog).toContainText('Lutfen tum zorunlu alanlari doldurun')
    await dialog.getByLabel('Firma adı').fill('Çınaraltı Lokantası')
    await dialog.getByLabel('Kullanıcı adı').fill('cinaralti')
    await dialog.getByLabel(/^Şifre(?!yi)/).fill('gizli-sifre')
    await dialog.getByLabel('E-posta').fill('siparis@cinaralti.com.tr')
    await dialog.getByRole('button', { name: 'Müşteriyi ekle' }).click()
    await expect(admin.getByText('Müşteri eklendi')).toBeVisible()
    await expect(admin.getByRole('row', { name: /Çınaraltı Lokantası/ })).toBeVisible()
  })

  const phone = await world.page(browser, undefined, PHONE)
  const customer = phone.page
  let order: WireOrder

  await test.step('the customer logs in, searches in Turkish and orders three products with a note', async () => {
    await customer.goto('/')
    await expect(customer).toHaveURL(/\/login/)
    await customer.getByLabel('Kullanıcı adı').fill('cinaralti')
    await customer.getByLabel(/^Şifre(?!yi)/).fill('gizli-sifre')
    await customer.getByRole('button', { name: 'Giriş yap' }).click()
    await expect(customer.getByRole('heading', { level: 1 })).toContainText('Çınaraltı Lokantası')

    await customer.getByRole('link', { name: 'Katalog', exact: true }).click()
    for (const search of ['zeytin', 'TURSU', 'şurup']) await addFirst(customer, search)
    await customer
      .getByRole('link', { name: /^Sepet/ })
      .first()
      .click()
    await expect(customer.getByRole('heading', { name: 'Sepetim' })).toBeVisible()
    await customer.getByLabel('Sipariş notu').fill('Arka kapıya bırakın')
    await customer.getByRole('button', { name: 'Sipariş ver' }).click()
    await expect(customer.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
    await expect(customer).toHaveURL(/\/orders\/[0-9a-f-]{36}$/)
    const [placed] = await world.request<WireOrder[]>('GET', '/admin/orders', world.admin)
    if (!placed) throw new Error('no order arrived')
    order = placed
    expect(order).toMatchObject({
      status: 'beklemede',
      notes: 'Arka kapıya bırakın',
      user_company: 'Çınaraltı Lokantası',
    })
    expect(order.items).toHaveLength(3)
    await expectStatus(customer, 'Beklemede', '25')
  })

  await test.step('the admin moves it through hazirlaniyor to tamamlandi; stock, reserve and ledger agree after each', async () => {
    const before = await Promise.all(order.items.map(item => world.stockOf(item.product_id)))
    expect(before.map(stock => [stock.reserved, stock.agree])).toEqual(order.items.map(item => [item.quantity, true]))

    await admin.getByRole('tab', { name: 'Siparisler' }).click()
    await admin.getByRole('link', { name: order.id.slice(0, 8) }).click()
    await expect(admin.getByText(order.id.slice(0, 12))).toBeVisible()
    for (const [label, progress, reserved, taken] of [
      ['Hazırlanıyor', '50', 1, 0],
      ['Tamamlandı', '100', 0, 1],
    ] as const) {
      await admin.getByRole('button', { name: 'Düzenle' }).click()
      await admin.getByLabel('Durum').selectOption({ label })
      await admin.getByRole('button', { name: 'Kaydet' }).click()
      await expect(admin.getByRole('button', { name: 'Düzenle' })).toBeVisible()
      const stock = await Promise.all(order.items.map(item => world.stockOf(item.product_id)))
      expect(stock).toEqual(
        order.items.map((item, i) => ({
          on_hand: (before[i]?.on_hand ?? 0) - taken * item.quantity,
          reserved: reserved * item.quantity,
          agree: true,
        })),
      )
      await expectStatus(customer, label, progress)
    }
    await expect(customer.getByRole('button', { name: 'Siparişi iptal et' })).toBeHidden()
  })

  await test.step('a second customer orders the same and cancels', async () => {
    const second = await world.customer('Zümrüt Kafe')
    const { page, complaints } = await world.page(browser, second, PHONE)
    const before = await world.stockOf(order.items[0]?.product_id ?? '')
    const { id } = await world.order(second, [{ product_id: order.items[0]?.product_id ?? '', quantity: 2 }])
    expect(await world.stockOf(order.items[0]?.product_id ?? '')).toEqual({ ...before, reserved: 2 })
    await page.goto('/orders')
    await page.getByRole('link', { name: new RegExp(id.slice(0, 8)) }).click()
    await page.getByRole('button', { name: 'Siparişi iptal et' }).click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('geri alınamaz')
    await page.getByLabel('İptal nedeni').fill('Yanlışlıkla iki kez verdim')
    await page
      .getByRole('button', { name: /^Evet|^İptal et$|Siparişi iptal et/ })
      .last()
      .click()
    await expect(page.getByText('Siparis basariyla iptal edildi')).toBeVisible()
    await expectStatus(page, 'İptal', '0')
    await expect(page.getByText('İptal eden: Zümrüt Kafe')).toBeVisible()
    await expect(page.getByText('İptal nedeni: Yanlışlıkla iki kez verdim')).toBeVisible()
    expect(await world.stockOf(order.items[0]?.product_id ?? '')).toEqual(before)
    expect(complaints).toEqual([])
  })

  expect([...desk.complaints, ...phone.complaints]).toEqual([])
})

/** Searches, and adds the first product in stock to the cart. */
async function addFirst(page: Page, search: string) {
  const found = await world.request<WireProduct[]>('GET', `/products?search=${encodeURIComponent(search)}`, world.admin)
  const name = found.find(product => product.stock_quantity > 0)?.name
  if (name === undefined) throw new Error(`nothing in stock for ${search}`)
  await page.getByRole('searchbox').fill(search)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.getByRole('button', { name: `Sepete ekle: ${name}`, exact: true }).click()
  await expect(page.getByText(`${name} sepete eklendi`)).toBeVisible()
}

async function expectStatus(page: Page, label: string, progress: string) {
  await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', Number(progress))
}
