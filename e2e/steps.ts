import { expect, type Page } from '@playwright/test'
import type { Person } from './world.ts'

/** What several specs do on a customer's screens. */

/** The orders that wait in this browser, as the screen shows them. */
export const waiting = (page: Page) => page.getByRole('list', { name: 'Gönderilmeyi bekleyenler' })

export async function toCart(page: Page) {
  await page
    .getByRole('link', { name: /^Sepet/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Sepetim' })).toBeVisible()
}

/** Puts one of the product into the cart and opens it. */
export async function fill(page: Page, { name }: { name: string }) {
  await page.getByRole('button', { name: `Sepete ekle: ${name}`, exact: true }).click()
  await expect(page.getByText(`${name} sepete eklendi`)).toBeVisible()
  await toCart(page)
}

/** Opens another screen within the running app, without a press, and waits until it stands instead of the one before. */
export async function goWithin(page: Page, address: string) {
  await page.locator('h1').evaluateAll(shown => shown.forEach(one => one.setAttribute('data-earlier', '')))
  await page.evaluate(address => history.pushState(null, '', address), address)
  await expect(page.locator('[data-earlier]')).toHaveCount(0)
  await expect(page.locator('h1')).not.toHaveCount(0)
}

/** Signs in on the login page, which is open. */
export async function signInHere(page: Page, { username, password }: Person) {
  await page.getByLabel('Kullanıcı adı').fill(username)
  await page.getByLabel(/^Şifre(?!yi)/).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/(dashboard|cart)/)
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Hesap/ }).click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** While a version of the app is installed, all of it is fetched. */
export const INSTALLING = { timeout: 90_000 }

/** Waits until the app opens without a network, too. */
export const untilControlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), INSTALLING).toBe(true)

/** The keys in an object store of the app's database, as JSON. */
export const kept = (page: Page, store: string) =>
  page.evaluate(async store => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'toptan')) return []
    const opening = indexedDB.open('toptan')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('the database cannot be opened'))
    })
    const asked = db.transaction(store).objectStore(store).getAllKeys()
    const names = await new Promise<IDBValidKey[]>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error ?? new Error('the store cannot be read'))
    })
    db.close()
    return names.map(name => JSON.stringify(name))
  }, store)
