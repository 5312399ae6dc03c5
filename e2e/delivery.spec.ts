import { expect, test } from '@playwright/test'
import { dayWithWeekday } from '../contract/delivery-days.ts'
import { daysLater, istanbulDay, startOfIstanbulDay } from '../contract/turkish.ts'
import { expectAccessibleAt } from './accessible-state.ts'
import { expectNoWiderThanWindow } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { addToCartAndOpen, goWithin, openCart, waitingList } from './steps.ts'
import { DESK, PHONE, type WireOrder, World } from './world.ts'

/** A route, from its creation to the pick lists of a day, with an order that arrives too late for its day. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const HOUR = 60 * 60 * 1000

test('an order that waited past the cut-off can be placed for the next day, and is on tomorrow’s route', async ({
  browser,
}) => {
  const customer = await world.customer('Sahil Lokantası')
  const cheese = await world.product({ name: 'Rotalı Ezine', price: 100, stock_quantity: 20 })
  const later = daysLater(istanbulDay(new Date()), 5)
  const promised = await world.product({ name: 'Rotalı Tulum', stock_quantity: 0, expected_stock_date: later })
  // The test must pass even if the day on which it runs is near a holiday.
  await world.request('PUT', '/admin/delivery', world.admin, { closed_on_holidays: false })
  const { page: desk, complaints } = await world.page(browser, world.admin, DESK)
  await desk.goto('/admin/dashboard?tab=customers&view=delivery')
  await desk.getByRole('button', { name: 'Yeni rota' }).first().click()
  const form = desk.getByRole('dialog', { name: 'Yeni rota' })
  await form.getByLabel('Rota adı').fill('Kadıköy')
  await form.getByRole('button', { name: 'Cumartesi' }).click()
  await form.getByRole('button', { name: 'Pazar', exact: true }).click()
  await form.getByRole('button', { name: 'Rotayı ekle' }).click()
  await desk.getByRole('button', { name: 'Kadıköy: müşterileri' }).click()
  const customers = desk.getByRole('dialog', { name: 'Kadıköy: müşteriler' })
  await customers.getByRole('combobox').fill('sahil')
  await desk.getByRole('option', { name: 'Sahil Lokantası' }).click()
  await customers.getByRole('button', { name: 'Kaydet' }).click()
  await expect(desk.getByText('Rotanın müşterileri kaydedildi')).toBeVisible()
  await expectAccessibleAt(desk, DESK)

  // The portal's clock moves to noon of the next day; the clock of the device does not.
  const noon = startOfIstanbulDay(daysLater(istanbulDay(new Date()), 1)).getTime() + 12 * HOUR
  await portal.pass(noon - Date.now())
  const [first, second] = [daysLater(istanbulDay(new Date(noon)), 1), daysLater(istanbulDay(new Date(noon)), 2)]
  const own = await world.page(browser, await world.logIn(customer), PHONE)
  const { page } = own
  await page.goto('/products?search=rotali')
  await addToCartAndOpen(page, cheese)
  await expect(page.getByText(/^Bugün 16:00'ya kadar verilen sipariş yarın/)).toContainText(
    /Kalan süre: 3 saat 5\d dakika/,
  )
  await expectAccessibleAt(page, PHONE)
  await page.route('**/api/orders', route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(waitingList(page)).toContainText(`Teslimat: ${dayWithWeekday(first)}`)
  await portal.pass(5 * HOUR)
  await page.unroute('**/api/orders')
  await expect(waitingList(page)).toContainText('son sipariş saati geçti')
  await expect(page.getByRole('button', { name: /için sipariş ver$/ })).toBeVisible()
  await expectNoWiderThanWindow(page)
  await page.getByRole('button', { name: /için sipariş ver$/ }).click()
  await expect(waitingList(page)).toBeHidden()
  const orders = await world.request<WireOrder[]>('GET', '/orders', await world.logIn(customer))
  expect(orders.map(({ delivery_date }) => delivery_date)).toEqual([second])
  await goWithin(page, '/orders')
  await expect(page.getByRole('main').getByText(dayWithWeekday(second))).toBeVisible()

  await page.goto('/products?search=rotali')
  await page.getByRole('button', { name: `İleri tarihli sipariş: ${promised.name}` }).click()
  await openCart(page)
  const wait = page.getByRole('button', { name: `Teslimatı ${dayWithWeekday(later)} gününe al` })
  for (const width of [320, 360, PHONE.viewport.width]) {
    await page.setViewportSize({ ...PHONE.viewport, width })
    await expect(wait).toBeVisible()
    await expectNoWiderThanWindow(page, `${width} px`)
  }
  await wait.click()
  await expect(wait).toBeHidden()

  await portal.pass(19 * HOUR)
  // The session from the start of the test has ended.
  const evening = await world.page(browser, await world.logIn(world.admin), DESK)
  await evening.page.goto('/admin/dashboard?tab=orders')
  await evening.page.getByRole('button', { name: 'Yarının rotası' }).click()
  await expect(evening.page.getByRole('table', { name: 'Siparişler' })).toContainText('Sahil Lokantası')
  const download = evening.page.waitForEvent('download')
  await evening.page.getByRole('button', { name: 'Toplama listeleri' }).click()
  expect((await download).suggestedFilename()).toBe(`rota-toplama-listeleri-${second}.pdf`)
  expect([...complaints, ...own.complaints, ...evening.complaints]).toEqual([])
})
