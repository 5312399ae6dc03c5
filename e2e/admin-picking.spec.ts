import { expect, test } from '@playwright/test'
import { expectAccessibleAt } from './accessible-state.ts'
import { expectAccessibleInBothSizes, smallTargets } from './page.ts'
import { awayFromMidnight, openPortal } from './portal.ts'
import { keysOf, ScriptedKeys } from './scripted-keys.ts'
import { DESK, PHONE, World } from './world.ts'

/** Picking an order with a scanner. */

test.beforeEach(awayFromMidnight)

const [CHEESE, OLIVES, HONEY, OTHER] = ['8690570001242', '8690000000012', '8690000000029', '8690000000036']

async function preparedOrder() {
  const portal = await openPortal()
  const world = await World.on(portal)
  const lotted = { stock_quantity: 0, expected_stock_date: '2099-01-01', lot_tracking: 'asked' }
  const cheese = await world.product({ name: 'Ezine Peyniri', barcode: CHEESE, ...lotted })
  const olives = await world.product({ name: 'Gemlik Zeytin', barcode: OLIVES })
  const honey = await world.product({ name: 'Çiçek Balı', barcode: HONEY, ...lotted })
  await world.product({ name: 'Tulum Peyniri', barcode: OTHER })
  const lot = (product_id: string, quantity: number, code: string, expires_on: string) => ({
    product_id,
    quantity,
    lot: { code, expires_on },
  })
  const items = [
    lot(cheese.id, 3, 'dn1', '2070-01-31'),
    lot(cheese.id, 5, 'dn2', '2070-03-31'),
    lot(honey.id, 4, 'B1', '2070-05-31'),
    lot(honey.id, 4, 'B2', '2070-06-30'),
  ]
  await world.request('POST', '/admin/stock/receipts', world.admin, { items })
  const lines = [
    { product_id: cheese.id, quantity: 4 },
    { product_id: olives.id, quantity: 2 },
    { product_id: honey.id, quantity: 4 },
  ]
  const { id } = await world.order(await world.customer('Lezzet'), lines)
  await world.request('PUT', `/admin/orders/${id}/status`, world.admin, { status: 'hazirlaniyor' })
  return { portal, world, id }
}

test('scans tick the lines of an order, offer another lot and refuse other products; a reload keeps the ticks', async ({
  browser,
}) => {
  const { portal, world, id } = await preparedOrder()
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const keys = await ScriptedKeys.on(page)
  await page.goto(`/admin/orders/${id}`)
  const progress = page.getByText(/^\d+ \/ 3 satır$/)
  await expect(progress).toHaveText('0 / 3 satır')
  await expectAccessibleInBothSizes(page, 'the lines to pick')
  await keys.scan(OLIVES, 2)
  await expect(progress).toHaveText('1 / 3 satır')
  // Some letters of the lot are also shortcuts, none of which must run.
  await keys.press([...keysOf(`010${CHEESE}10dn1`), 'Control+]', ...keysOf('17700131', 'Enter')], () => 20)
  await expect(
    page.getByRole('status').getByText('Ezine Peyniri · L dn1 · SKT 31.01.2070 · 3 ADET').first(),
  ).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /dn1/ })).toBeChecked()
  await expect(progress).toHaveText('1 / 3 satır')
  await keys.scan(CHEESE, 50)
  await expect(progress).toHaveText('2 / 3 satır')
  await keys.scan(OTHER, 7)
  await expect(page.getByRole('alert')).toHaveText('Tulum Peyniri bu siparişte yok')
  await expectAccessibleAt(page, DESK, 'a product that is not in the order')
  await expect(page.getByRole('alert')).toBeInViewport()
  await keys.scan(`010${HONEY}10B2`, 7)
  const question = page.getByRole('dialog', { name: 'Başka bir parti okuttunuz' })
  await expect(question).toContainText('L B2')
  await expectAccessibleAt(page, PHONE, 'another lot')
  expect(await smallTargets(page)).toEqual([])
  await question.getByRole('button', { name: 'Önerilen parti bulunamadı' }).click()
  await question.getByRole('button', { name: 'Bu partiyi al' }).click()
  await expect(progress).toHaveText('3 / 3 satır')
  await expect(page.getByRole('checkbox', { name: /B2/ })).toBeChecked()
  await page.reload()
  await expect(progress).toHaveText('3 / 3 satır')
  // The rest is done with the keyboard only.
  await page.getByRole('checkbox', { name: /Gemlik/ }).focus()
  await page.keyboard.press('Space')
  await expect(progress).toHaveText('2 / 3 satır')
  await page.keyboard.press('d')
  await expect(page.getByText('Tamamlandı').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('picked-parts'))).toBe('[]')
  const [line] = await world
    .request<{ lots: { code: string; reason: string | null }[] }[]>('GET', `/admin/orders/${id}/lots`, world.admin)
    .then(all => all.slice(-1))
  expect(line?.lots).toMatchObject([{ code: 'B2', reason: 'Önerilen parti bulunamadı' }])
  expect(complaints).toEqual([])
  await portal.stop()
})
