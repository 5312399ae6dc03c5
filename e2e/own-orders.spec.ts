import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleAt } from './accessible-state.ts'
import { expectNoWiderThanWindow, violationsOf } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import type { Size } from './shared-pages.ts'
import { goWithin } from './steps.ts'
import { toasts } from './toasts.ts'
import { DESK, PHONE, World } from './world.ts'

/** A customer's own orders: its start page on a phone, ordering again, and changing an order while it is pending. */

/** The window of a small phone, and of a phone in landscape, in px. */
const [SMALL, SIDEWAYS] = [
  [320, 568],
  [844, 390],
] as const

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const quantity = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name} miktarı`) })

/** Expects that the dialog is accessible at this size, and that its targets are large enough for a thumb. */
async function isFine(page: Page, size: Size, what: string) {
  await expectAccessibleAt(page, size, what)
  if (size !== PHONE) expect(await violationsOf(page, ['target-size'])).toEqual([])
}

test('on a phone the latest order is repeated from the start page with current prices and stock', async ({
  browser,
}) => {
  const person = await world.customer('Tekrarcı')
  const [same, dearer, short, out] = await Promise.all([
    world.product({ name: 'Aynı Kalan' }),
    world.product({ name: 'Pahalanan' }),
    world.product({ name: 'Azalan', stock_quantity: 10 }),
    world.product({ name: 'Biten', stock_quantity: 5 }),
  ])
  await world.order(person, [{ product_id: same.id, quantity: 2 }])
  await world.order(person, [
    { product_id: same.id, quantity: 2 },
    { product_id: dearer.id, quantity: 3 },
    { product_id: short.id, quantity: 7 },
    { product_id: out.id, quantity: 5 },
  ])
  await world.reprice(dearer.id, 120)
  const { page, complaints } = await world.page(browser, person, PHONE)

  await page.goto('/dashboard')
  const figures = page.getByRole('list', { name: 'Siparişlerinizin özeti' }).getByRole('link')
  await expect(figures).toHaveText([/2$/, /2$/, /0$/, /₺2.090,00$/])
  const rows = () => figures.evaluateAll(links => new Set(links.map(link => link.getBoundingClientRect().top)).size)
  await expect.poll(rows).toBe(1)
  const again = page.getByRole('button', { name: 'Tekrar Sipariş Ver' }).first()
  const bar = page.getByRole('navigation', { name: 'Alt menü' })
  const isAboveTheFold = async () => {
    const [button, fold] = [await again.boundingBox(), await bar.boundingBox()]
    return button && fold && button.y + button.height <= fold.y
  }
  await expect.poll(isAboveTheFold).toBe(true)
  expect(await violationsOf(page, ['target-size'])).toEqual([])
  for (const [width, height] of [SMALL, SIDEWAYS]) {
    await page.setViewportSize({ width, height })
    await expectNoWiderThanWindow(page)
    const cut = () => figures.evaluateAll(links => links.filter(link => link.scrollWidth > link.clientWidth).length)
    await expect
      .poll(async () => [width, await cut(), await rows(), await isAboveTheFold()])
      .toEqual([width, 0, 1, true])
  }
  await page.setViewportSize(PHONE.viewport)
  await figures.nth(2).click()
  await expect(page.getByRole('combobox', { name: 'Durum' })).toHaveValue('tamamlandi')
  await expect(page.getByText('Bu durumda siparişiniz yok')).toBeVisible()
  await page.goBack()

  await again.click()
  const offer = page.getByRole('dialog')
  const row = (name: string) => offer.getByRole('listitem').filter({ hasText: name })
  await expect(row('Pahalanan')).toContainText('Fiyatı ₺100,00 iken ₺120,00 oldu.')
  await expect(row('Azalan')).toContainText('Siparişinizde 7 ADET vardı; stokta 3 ADET var.')
  await expect(row('Biten')).toContainText('Sepete eklenemez')
  await expect(row('Biten').getByRole('checkbox')).toBeDisabled()
  await expect(offer.getByText('3 ürün, KDV dahil₺946,00')).toBeVisible()
  await isFine(page, DESK, 'ordering again')
  // One line is left out with the keyboard only.
  await row('Azalan').getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await quantity(page, 'Aynı Kalan').fill('5')
  await offer.getByRole('button', { name: 'Sepete ekle' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(quantity(page, 'Aynı Kalan')).toHaveValue('5')
  await expect(quantity(page, 'Pahalanan')).toHaveValue('3')
  await expect(quantity(page, 'Azalan')).toBeHidden()

  await goWithin(page, '/orders')
  await page.getByRole('button', { name: 'Tekrar Sipariş Ver' }).last().click()
  await expect(offer.getByText('Sepetinizde 2 ürün var.')).toBeVisible()
  await offer.getByRole('button', { name: 'Sepetin yerine' }).click()
  await expect(quantity(page, 'Aynı Kalan')).toHaveValue('2')
  await expect(quantity(page, 'Pahalanan')).toBeHidden()
  await toasts(page).getByRole('button', { name: 'Geri al' }).click()
  await expect(quantity(page, 'Aynı Kalan')).toHaveValue('5')
  await expect(quantity(page, 'Pahalanan')).toHaveValue('3')
  expect(complaints).toEqual([])
})

test('a pending order is changed on its page; changes by others are shown immediately, and nothing is lost', async ({
  browser,
}) => {
  const marketer = await world.marketer('Revize Eden')
  const person = await world.customer('Değiştiren', marketer.id)
  const [kept, gone] = await Promise.all([
    world.product({ name: 'Kalan' }),
    world.product({ name: 'Çıkan' }),
    world.product({ name: 'Yeni Gelen' }),
  ])
  const order = await world.order(person, [
    { product_id: kept.id, quantity: 2 },
    { product_id: gone.id, quantity: 1 },
  ])
  const { page, complaints } = await world.page(browser, person, PHONE)
  const live = page.waitForResponse(/\/api\/events\?/)
  await page.goto(`/orders/${order.id}`)
  await live
  const begin = page.getByRole('button', { name: 'Siparişi değiştir' })
  await begin.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Çıkan: satırı çıkar' }).click()
  await expect(dialog.getByRole('button', { name: 'Çıkan: geri al' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Ürün ekle' }).click()
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('yeni gelen')
  await expect(dialog.getByRole('list', { name: 'Bulunan ürünler' })).toContainText(/₺[\d.,]+ \/ ADET\+ %\d+ KDV/)
  await dialog.getByRole('button', { name: 'Siparişe ekle: Yeni Gelen' }).click()
  await expect(quantity(page, 'Yeni Gelen')).toBeFocused()
  await quantity(page, 'Kalan').fill('25')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByRole('alert').getByText('Yetersiz stok! Maksimum 20 adet')).toBeVisible()
  await expect(quantity(page, 'Kalan')).toBeFocused()
  await quantity(page, 'Kalan').fill('4')
  await quantity(page, 'Kalan').press('Enter')
  await expect(dialog.getByText('Kayıtlı: 2 ADET')).toBeVisible()
  await isFine(page, PHONE, 'changing an order')

  // The marketer revises the order during the customer's change.
  const items = [
    { product_id: kept.id, quantity: 3, price: 90 },
    { product_id: gone.id, quantity: 1, price: 100 },
  ]
  await world.request('PUT', `/marketer/orders/${order.id}`, marketer, { items, revision_count: 0 })
  await expect(dialog.getByText('Bu sipariş siz bakarken değişti')).toBeVisible()
  await expect(dialog.getByText('Kayıtlı: 3 ADET')).toBeVisible()
  await expect(quantity(page, 'Kalan')).toHaveValue('4')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Siparişiniz değiştirildi')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(begin).toBeFocused()
  await expect(page.getByText('2. revizyon · siz değiştirdiniz')).toBeVisible()
  expect(await world.request('GET', `/marketer/orders/${order.id}`, marketer)).toMatchObject({
    revision_count: 2,
    items: [
      { product_name: 'Kalan', quantity: 4, price: 90 },
      { product_name: 'Yeni Gelen', quantity: 1, price: 100 },
    ],
  })

  await begin.click()
  await quantity(page, 'Kalan').fill('5')
  await quantity(page, 'Kalan').press('Enter')
  await world.request('PUT', `/admin/orders/${order.id}/status`, world.admin, { status: 'hazirlaniyor' })
  await expect(dialog.getByText('Bu sipariş artık değiştirilemez')).toBeVisible()
  await expect(quantity(page, 'Kalan')).toHaveValue('5')
  await expect(dialog.getByRole('button', { name: 'Kaydet' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Eklediklerimi sepete koy' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(quantity(page, 'Kalan')).toHaveValue('1')
  expect(complaints.filter(text => !text.includes('409'))).toEqual([])
})
