import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSizes } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { PHONE, World } from './world.ts'

/** The messages if the app cannot start. They come from a script that does not need the app's libraries. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const FIRST_SCRIPT = /\/assets\/base-[\w-]+\.js$/

test('without its first script the app advises to check the connection, and starts at the press of a button', async ({
  browser,
}) => {
  const { page } = await world.page(browser, undefined, PHONE)
  await page.route(FIRST_SCRIPT, route => route.fulfill({ status: 503 }))
  await page.goto('/login')
  await advisesToRetry(page)
  await expectAccessibleInBothSizes(page)
  await page.unroute(FIRST_SCRIPT)
  await page.getByRole('button', { name: 'Tekrar dene' }).click()
  await expect(page.getByRole('button', { name: 'Giriş yap' })).toBeVisible()
})

test('a first script that cannot be parsed, or throws an error, leads to the same advice', async ({ browser }) => {
  const { page } = await world.page(browser, undefined, PHONE)
  for (const body of ['let = ;', 'throw new Error("it fails")']) {
    await page.route(FIRST_SCRIPT, route => route.fulfill({ contentType: 'text/javascript', body }))
    await page.goto('/login')
    await advisesToRetry(page)
    await page.unroute(FIRST_SCRIPT)
  }
})

test('a browser that is too old shows which browsers are supported', async ({ browser }) => {
  const { page } = await world.page(browser, undefined, PHONE)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSLayerBlockRule'))
  await page.goto('/login')
  const advice = page.getByRole('alert')
  await expect(advice.getByRole('heading')).toHaveText('Tarayıcınız çok eski')
  await expect(advice).toContainText('Chrome 100, Safari 15.4 (iOS 15.4), Firefox 115 ya da daha yenisi gerekir')
  await expectAccessibleInBothSizes(page)
  await expect(page.getByRole('button')).toHaveCount(0)
})

async function advisesToRetry(page: Page) {
  const advice = page.getByRole('alert')
  await expect(advice.getByRole('heading')).toHaveText('Uygulama yüklenemedi')
  await expect(advice).toContainText('İnternet bağlantınızı kontrol edip tekrar deneyin')
}
