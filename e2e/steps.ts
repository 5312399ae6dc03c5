import { expect, type Page } from '@playwright/test'
import type { Person } from './world.ts'

/** Steps on a customer's screens that several specs share. */

/** The list of the orders that wait in this browser to be sent. */
export const waitingList = (page: Page) => page.getByRole('list', { name: 'Gönderilmeyi bekleyenler' })

export async function openCart(page: Page) {
  await page
    .getByRole('link', { name: /^Sepet/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Sepetim' })).toBeVisible()
}

/** Adds one piece of the product to the cart and opens the cart. */
export async function addToCartAndOpen(page: Page, { name }: { name: string }) {
  await page.getByRole('button', { name: `Sepete ekle: ${name}`, exact: true }).click()
  await expect(page.getByText(`${name} sepete eklendi`)).toBeVisible()
  await openCart(page)
}

/** Opens another state of the running app without a press, such as another sheet of the same screen. */
export const go = (page: Page, address: string) =>
  page.evaluate(address => history.pushState(null, '', address), address)

/** Opens another screen within the running app, without a press, and waits until it has replaced the previous one. */
export async function goWithin(page: Page, address: string) {
  await page.locator('h1').evaluateAll(shown => shown.forEach(one => one.setAttribute('data-earlier', '')))
  await go(page, address)
  await expect(page.locator('[data-earlier]')).toHaveCount(0)
  await expect(page.locator('h1')).not.toHaveCount(0)
}

/** Logs in on the login page, which must be open. */
export async function logInHere(page: Page, { username, password }: Person) {
  await page.getByLabel('Kullanıcı adı').fill(username)
  await page.getByLabel(/^Şifre(?!yi)/).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/(dashboard|cart)/)
}

/** Presses 'Çıkış Yap', which asks first if orders wait. */
export async function pressLogOut(page: Page) {
  await page.getByRole('button', { name: /^Hesap/ }).click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
}

export async function logOut(page: Page) {
  await pressLogOut(page)
  await expect(page).toHaveURL(/\/login$/)
}

/** For the installation of a version of the app, which fetches all of its files. */
export const INSTALLING = { timeout: 90_000 }

/** Waits until the app can also be opened without a network. */
export const untilControlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), INSTALLING).toBe(true)

/** The keys in an object store of the app's database, as JSON. */
export const storedKeys = (page: Page, store: string) =>
  page.evaluate(async store => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'toptan')) return []
    const opening = indexedDB.open('toptan')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('the database cannot be opened'))
    })
    const request = db.transaction(store).objectStore(store).getAllKeys()
    const names = await new Promise<IDBValidKey[]>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('the store cannot be read'))
    })
    db.close()
    return names.map(name => JSON.stringify(name))
  }, store)
