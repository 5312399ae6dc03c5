import { expect, type Page, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { addToCartAndOpen, goWithin, storedKeys, waitingList } from './steps.ts'
import { DESK, type Person, PHONE, World } from './world.ts'

/** The messages to users, each caused by the running server or the network. */

let portal: SharedPortal
let world: World
let customer: Person
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  customer = await world.customer('Çınaraltı Lokantası')
})
test.afterAll(() => portal.stop())

const LOGIN_FORM = { username: 'Kullanıcı adı', password: /^Şifre(?!yi)/ }

async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel(LOGIN_FORM.username).fill(username)
  await page.getByLabel(LOGIN_FORM.password).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

test.describe('logging in and out', () => {
  test('a wrong password is reported and stays in its field; without a network each login has its own message', async ({
    browser,
  }) => {
    const { page } = await world.page(browser, undefined, PHONE)
    await page.goto('/admin-login')
    await expect(page.getByLabel(LOGIN_FORM.username)).toBeVisible()
    await page.context().setOffline(true)
    await logIn(page, 'yonetici', 'cok-gizli-sifre')
    await expect(page.getByText('Giriş basarisiz. Lutfen bilgilerinizi kontrol edin.')).toBeVisible()
    await page.context().setOffline(false)
    await page.goto('/login')
    await logIn(page, customer.username, 'yanlış-şifre')
    await expect(page.getByText('Kullanıcı adı veya şifre hatalı')).toBeVisible()
    await page.context().setOffline(true)
    await logIn(page, customer.username, customer.password)
    await expect(page.getByText('Giriş başarısız')).toBeVisible()
    await page.context().setOffline(false)
    await logIn(page, customer.username, customer.password)
    await expect(page.getByText('Başarıyla giriş yaptınız!')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('customers and marketers see a farewell when they log out, and cannot return to their screens', async ({
    browser,
  }) => {
    for (const [person, home, word, login] of [
      [await world.customer('Zümrüt Kafe'), '/dashboard', 'Çıkış yapıldı', '/login'],
      [await world.marketer('Ayşe Demir'), '/marketer/dashboard', 'Çıkış yapıldı', '/admin-login'],
    ] as const) {
      const { page } = await world.page(browser, person, DESK)
      await page.goto(home)
      await page.getByRole('button', { name: /^Hesap/ }).click()
      await page.getByRole('button', { name: 'Çıkış Yap' }).click()
      await expect(page.getByText(word)).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${login}$`))
      await page.goto(home)
      await expect(page).toHaveURL(new RegExp(`${home === '/dashboard' ? '/login' : '/admin-login'}`))
      // The request reaches the server although the page was left at the same moment.
      const list = person.role === 'customer' ? '/orders' : '/marketer/orders'
      await expect(() => expect(world.request('GET', list, person)).rejects.toThrow('401')).toPass()
    }
  })

  test('an admin sees a farewell when logging out', async ({ browser }) => {
    const { page } = await world.page(browser, await world.logIn(world.admin), DESK)
    await page.goto('/admin/dashboard')
    await page.getByRole('button', { name: /^Hesap/ }).click()
    await page.getByRole('button', { name: 'Çıkış Yap' }).click()
    await expect(page.getByText('Admin çıkışı yapıldı')).toBeVisible()
    await expect(page).toHaveURL(/\/admin-login$/)
  })

  test('a password is changed in the profile menu; the old one is required, and the session ends', async ({
    browser,
  }) => {
    const person = await world.customer('Şifreli Kafe')
    const { page, complaints } = await world.page(browser, person, PHONE)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /^Hesap/ }).click()
    await page.getByRole('button', { name: 'Şifre değiştir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Şifre değiştir' })
    const change = async (current: string, next: string, repeated = next) => {
      await dialog.getByLabel('Mevcut şifre').fill(current)
      await dialog.getByLabel(/^Yeni şifre(?! \(tekrar\))/).fill(next)
      await dialog.getByLabel('Yeni şifre (tekrar)').fill(repeated)
      await dialog.getByRole('button', { name: 'Şifreyi değiştir' }).click()
    }
    await change('yanlış-şifre', 'yepyeni-1', 'yepyeni-2')
    await expect(dialog).toContainText('Şifreler eşleşmiyor')
    await change('yanlış-şifre', 'yeni')
    await expect(dialog).toContainText('Şifre en az 6 karakter olmalıdır')
    await change('yanlış-şifre', 'yepyeni-1')
    await expect(dialog).toContainText('Mevcut şifreniz hatalı')
    await change(person.password, 'yepyeni-1')
    await expect(page.getByText('Şifreniz değiştirildi; lütfen yeni şifrenizle giriş yapın')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, person.username, 'yepyeni-1')
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(complaints).toEqual([])
  })

  test('after too many wrong passwords the login shows when to try again', async ({ browser }) => {
    const person = await world.customer('Unutkan Kafe')
    const { page } = await world.page(browser, undefined, PHONE)
    await page.goto('/login')
    const wrong = { ...person, password: 'yanlış-şifre' }
    for (let tries = 0; tries < 9; tries++) await expect(world.logIn(wrong)).rejects.toThrow('401')
    await logIn(page, wrong.username, wrong.password)
    await expect(page.getByText('Kullanıcı adı veya şifre hatalı')).toBeVisible()
    await expect(page.getByLabel(LOGIN_FORM.password)).toBeFocused()
    await logIn(page, person.username, person.password)
    await expect(
      page.getByText('Çok fazla hatalı deneme yapıldı; lütfen 15 dakika sonra yeniden deneyin'),
    ).toBeVisible()
  })
})

/** Collects every text that the page shows, even if only for a moment. */
async function everySentence(page: Page) {
  await page.addInitScript(() => {
    const said = new Set<string>()
    Reflect.set(window, 'said', said)
    const observer = new MutationObserver(changes => {
      for (const { addedNodes, target } of changes)
        for (const node of [target, ...addedNodes]) if (node.textContent) said.add(node.textContent)
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => [...(Reflect.get(window, 'said') as Set<string>)])
}

test('an order whose reply was lost is shown as waiting, never as failed, and a later equal order is another one', async ({
  browser,
}) => {
  const person = await world.customer('Yanıtsız Kalan')
  const cheese = await world.product({ name: 'Yanıtsız Peynir' })
  const { page } = await world.page(browser, person, PHONE)
  const said = await everySentence(page)
  await page.goto('/products?search=yanitsiz')
  await addToCartAndOpen(page, cheese)
  // The order arrives, but its reply is lost.
  await page.route('**/api/orders', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(waitingList(page)).toContainText('ulaşmış olabilir')
  await expect(page.getByText('Sepetiniz boş')).toBeVisible()
  // Another attempt may be in flight.
  await page.unrouteAll({ behavior: 'wait' })
  // Ordering the same cart again is a new request, and creates another order.
  await goWithin(page, '/products?search=yanitsiz')
  await addToCartAndOpen(page, cheese)
  await page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  await goWithin(page, '/orders')
  await expect.poll(() => storedKeys(page, 'outbox')).toEqual([])
  await expect(waitingList(page)).toBeHidden()
  expect(await world.request<unknown[]>('GET', '/orders', person)).toHaveLength(2)
  const sentences = ['Siparişiniz bekliyor', 'Bekleyen siparişiniz gönderildi', 'Sipariş oluşturulamadı']
  const areShown = async () => {
    const all = await said()
    return sentences.map(sentence => all.some(text => text.includes(sentence)))
  }
  await expect.poll(areShown).toEqual([true, true, false])
})

test.describe('orders', () => {
  test('lists and details show what failed; an order that is being prepared cannot be cancelled', async ({
    browser,
  }) => {
    const { page } = await world.page(browser, customer, PHONE)
    await page.route('**/api/orders?*', route => route.abort())
    await page.goto('/orders')
    await expect(page.getByText(/Siparisler yuklenirken hata olustu/)).toBeVisible()
    await page.unroute('**/api/orders?*')
    await page.getByRole('button', { name: 'Tekrar dene' }).click()
    await expect(page.getByText('Henüz siparişiniz yok')).toBeVisible()
    await expect(page.getByText(/Siparisler yuklenirken hata olustu/)).toBeHidden()
    await goWithin(page, '/orders/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('Sipariş bulunamadı')).toBeVisible()

    const product = await world.product({ name: 'İptalsiz Peynir' })
    const { id } = await world.order(customer, [{ product_id: product.id, quantity: 1 }])
    await goWithin(page, `/orders/${id}`)
    await page.getByRole('button', { name: 'Siparişi iptal et' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Siparişi iptal et' })).toBeVisible()
    await world.request('PUT', `/admin/orders/${id}/status`, world.admin, { status: 'hazirlaniyor' })
    await expect(question).toContainText('Sipariş bu arada değişti, durumu: Hazırlanıyor. Artık iptal edilemez.')
    await question.getByRole('button', { name: 'Kapat' }).click()
    await expect(page.getByText('Siparişiniz hazırlanıyor.')).toBeVisible()
  })
})
