import { expect, test } from '@playwright/test'
import { expectAccessibleAt } from './accessible-state.ts'
import { expectAccessibleInBothSizes, smallTargets } from './page.ts'
import { awayFromMidnight, openPortal } from './portal.ts'
import { DESK, PHONE, World } from './world.ts'

/** The lots of the inventory. */

test.beforeEach(awayFromMidnight)

test('an admin finds an expired lot on a phone and blocks it, and offers another; a reload keeps a sheet open', async ({
  browser,
}) => {
  const portal = await openPortal()
  const world = await World.on(portal)
  const { id: product_id } = await world.product({ name: 'Ezine Peyniri', stock_quantity: 2, lot_tracking: 'asked' })
  const items = [
    { product_id, quantity: 6, lot: { code: 'L2417', expires_on: '2026-01-10', expiry_kind: 'tett' } },
    { product_id, quantity: 4, lot: { code: 'L2418', expires_on: '2099-09-01' } },
  ]
  await world.request('POST', '/admin/stock/receipts', world.admin, { supplier: 'Yörük Gıda', items })
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  await page.goto('/admin/dashboard?tab=inventory&view=lots&warehouse=all')
  const lots = page.getByRole('list', { name: 'Partiler' }).getByRole('listitem')
  await expect(lots).toHaveCount(2)
  await expectAccessibleInBothSizes(page, 'the lots')
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('radio', { name: 'Tarihi geçen 1' }).click()
  await expect(lots).toHaveCount(1)
  await lots.getByRole('button').click()
  await page.reload()
  const sheet = page.getByRole('dialog', { name: 'Parti L2417' })
  await expect(sheet.getByText('Engelleyin veya imha edin')).toBeVisible()
  await expectAccessibleAt(page, PHONE, 'a lot')
  await sheet.getByRole('button', { name: 'Engelle' }).click()
  const question = page.getByRole('dialog', { name: 'Partiyi engelle' })
  await question.getByLabel('Neden').fill('Tarihi geçti')
  await expectAccessibleAt(page, DESK, 'the question')
  expect(await smallTargets(page)).toEqual([])
  await question.getByRole('button', { name: 'Engelle' }).click()
  await expect(sheet.getByText('Engellendi: satılmaz, siparişlere hazırlanmaz')).toBeVisible()
  await expect(sheet.getByRole('list', { name: 'Parti hareketleri' })).toContainText('Parti engellendi')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Eldeki' }).click()
  await lots.filter({ hasText: 'L2418' }).getByRole('button').click()
  const offer = page.getByRole('region', { name: 'Fırsat' })
  await offer.getByRole('switch', { name: 'Fırsat satışına izin ver' }).click()
  await offer.getByRole('button', { name: 'Fırsat yap' }).click()
  const form = page.getByRole('dialog', { name: 'Fırsat yap' })
  await form.getByLabel('Fırsat fiyatı').fill('70')
  await form.getByLabel('Miktar').fill('3')
  await expectAccessibleAt(page, PHONE, 'the dialog of an offer')
  expect(await smallTargets(page)).toEqual([])
  await form.getByRole('button', { name: 'Kaydet' }).click()
  await expect(offer).toContainText('Fırsatta 3 ADET')
  await expectAccessibleAt(page, DESK, 'a lot with an offer')
  expect(complaints).toEqual([])
  await portal.stop()
})
