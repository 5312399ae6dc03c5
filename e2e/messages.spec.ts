import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { fill, goWithin, storedKeys, waiting } from './steps.ts'
import { DESK, type Person, PHONE, PRICE_LIST, type WireProduct, World } from './world.ts'

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

const add = (product: WireProduct) => ({ name: new RegExp(`^(Sepete ekle|İleri tarihli sipariş): ${product.name}`) })
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
    for (let tries = 0; tries < 9; tries++) await expect(world.signIn(wrong)).rejects.toThrow('401')
    await logIn(page, wrong.username, wrong.password)
    await expect(page.getByText('Kullanıcı adı veya şifre hatalı')).toBeVisible()
    await expect(page.getByLabel(LOGIN_FORM.password)).toBeFocused()
    await logIn(page, person.username, person.password)
    await expect(
      page.getByText('Çok fazla hatalı deneme yapıldı; lütfen 15 dakika sonra yeniden deneyin'),
    ).toBeVisible()
  })

  test('a session that the server has ended leads to the login, which shows the reason', async ({ browser }) => {
    const person = await world.customer('Sonu Gelen')
    const { page } = await world.page(browser, person, PHONE)
    await world.request('POST', '/auth/logout', person)
    await page.goto('/products')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('Oturumunuz sona erdi')).toBeVisible()
  })
})

test.describe('the catalogue and the cart', () => {
  test('quantities above the stock and a sold-out product cannot be added; an expected one is promised for its date', async ({
    browser,
  }) => {
    const few = await world.product({ name: 'Az Kalan Peynir', stock_quantity: 6 })
    const promised = await world.product({
      name: 'Beklenen Peynir',
      stock_quantity: 0,
      expected_stock_date: '2099-05-01',
    })
    const none = await world.product({ name: 'Biten Peynir', stock_quantity: 1 })
    await world.order(await world.customer('Son Alan'), [{ product_id: none.id, quantity: 1 }])
    const { page, complaints } = await world.page(browser, customer, PHONE)
    await page.goto('/products?search=peynir')

    const quantity = page.getByRole('textbox', { name: /^Az Kalan Peynir miktarı/ })
    await quantity.fill('abc')
    await quantity.blur()
    await expect(quantity).toHaveValue('1')
    await quantity.fill('7')
    await quantity.blur()
    await expect(page.getByText('Yetersiz stok! Maksimum 6 adet siparis verebilirsiniz.')).toBeVisible()
    await expect(quantity).toHaveValue('6')
    // The press that corrected the quantity has added nothing.
    await quantity.fill('5000')
    await page.getByRole('button', add(few)).click()
    await expect(quantity).toHaveValue('6')
    await expect(page.getByText('Az Kalan Peynir sepete eklendi')).toBeHidden()
    await page.getByRole('button', add(few)).click()
    await expect(page.getByText('Az Kalan Peynir sepete eklendi')).toBeVisible()

    await page.getByRole('button', add(promised)).click()
    await expect(page.getByText('Beklenen Peynir sepete eklendi')).toBeVisible()
    await expect(page.getByText(/01\.05\.2099/).first()).toBeVisible()
    await expect(page.getByRole('article', { name: 'Biten Peynir' })).toContainText('Tükendi')
    await page.getByRole('link', { name: 'Biten Peynir' }).click()
    await page.getByRole('dialog').getByRole('button', add(none)).click()
    await expect(page.getByText('Bu ürün stokta yok ve beklenen stok tarihi belli değil')).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('changes since a product was added to the cart are shown and must be accepted; a removed line can be restored', async ({
    browser,
  }) => {
    const person = await world.customer('Değişen Sepet')
    const cheese = await world.product({ name: 'Taze Kaşar', price: 100, stock_quantity: 5 })
    const { page } = await world.page(browser, person, DESK)
    await page.goto('/products?search=taze')
    // The products that the opening cart fetches still have the old price.
    const checked = page.waitForResponse('**/api/products?ids=*')
    await fill(page, cheese)
    await checked
    await expect(page.getByText('₺110,00').first()).toBeVisible()
    await world.reprice(cheese.id, 120)

    await page.getByRole('button', { name: 'Sipariş ver' }).click()
    await expect(page.getByText('Sepetinizdeki ürünler değişti')).toBeVisible()
    expect(await world.request('GET', '/orders', person)).toEqual([])
    await page.getByRole('button', { name: 'Güncel fiyatlarla devam et' }).click()
    await expect(page.getByText('₺132,00').first()).toBeVisible()

    await page.getByRole('button', { name: /Taze Kaşar.*(çıkar|sil)|(çıkar|sil).*Taze Kaşar/i }).click()
    await expect(page.getByText('Ürün sepetten çıkarıldı')).toBeVisible()
    await expect(page.getByText('Sepetiniz boş')).toBeVisible()
    await page.getByRole('button', { name: 'Geri al' }).click()
    await page.getByRole('button', { name: 'Sipariş ver' }).click()
    await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  })

  test('after an error of the server the order waits, and is not reported as failed', async ({ browser }) => {
    const person = await world.customer('Arızalı Gün')
    const cheese = await world.product({ name: 'Arıza Peyniri' })
    const { page } = await world.page(browser, person, PHONE)
    await page.goto('/products?search=ariza')
    await fill(page, cheese)
    await page.route('**/api/orders', route => route.fulfill({ status: 500, body: '<html>' }))
    // That a proxy refuses the request for current prices does not fail the order either.
    const blocked = { status: 403, contentType: 'application/json', body: '{"error":"blocked","code":7}' }
    await page.route('**/api/products?ids=*', route => route.fulfill(blocked))
    await page.getByRole('button', { name: 'Sipariş ver' }).click()
    await expect(page.getByText('Siparişiniz bekliyor', { exact: true })).toBeVisible()
    await expect(waiting(page)).toContainText('Arıza Peyniri')
    await expect(page.getByText('Sipariş oluşturulamadı')).toBeHidden()
    // Another attempt may be in flight.
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await expect.poll(async () => (await world.request<unknown[]>('GET', '/orders', person)).length).toBe(1)
    await expect(waiting(page)).toBeHidden()
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
  await fill(page, cheese)
  // The order arrives, but its reply is lost.
  await page.route('**/api/orders', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(waiting(page)).toContainText('ulaşmış olabilir')
  await expect(page.getByText('Sepetiniz boş')).toBeVisible()
  // Another attempt may be in flight.
  await page.unrouteAll({ behavior: 'wait' })
  // Ordering the same cart again is a new request, and creates another order.
  await goWithin(page, '/products?search=yanitsiz')
  await fill(page, cheese)
  await page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  await goWithin(page, '/orders')
  await expect.poll(() => storedKeys(page, 'outbox')).toEqual([])
  await expect(waiting(page)).toBeHidden()
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

test.describe('the admin', () => {
  test('an unknown order is reported, failures are shown by the browser’s alert, and import and logout have messages', async ({
    browser,
  }) => {
    const { page } = await world.page(browser, await world.signIn(world.admin), DESK)
    await page.goto('/admin/orders/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('Sipariş Bulunamadı')).toBeVisible()

    await goWithin(page, '/admin/dashboard?tab=customers')
    await page.getByRole('button', { name: 'Yeni müşteri' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Firma adı').fill('İkizi Var')
    await dialog.getByLabel('Kullanıcı adı').fill(customer.username.toUpperCase())
    await dialog.getByLabel(LOGIN_FORM.password).fill('gizli-sifre')
    await dialog.getByLabel('E-posta').fill('baska@ornek.com.tr')
    expect(await alertAfter(page, () => dialog.getByRole('button', { name: 'Müşteriyi ekle' }).click())).toBe(
      'Bu kullanıcı adı zaten kullanılıyor',
    )

    await page.goto('/admin/dashboard?tab=inventory')
    await page.getByRole('button', { name: 'Excel’den içe aktar' }).first().click()
    await page.locator('input[type=file]').setInputFiles(fileURLToPath(PRICE_LIST))
    await page.route('**/api/admin/products/import-excel*', route => route.abort())
    expect(await alertAfter(page, () => page.getByRole('button', { name: 'Önizle' }).click())).toBe(
      'Excel dosyası işlenirken hata oluştu',
    )
    await page.unroute('**/api/admin/products/import-excel*')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'liste.xlsx', mimeType: '', buffer: Buffer.from('ürün;fiyat') })
    expect(await alertAfter(page, () => page.getByRole('button', { name: 'Önizle' }).click())).toBe(
      'Bu dosya bir Excel dosyası (.xlsx veya .xls) değil',
    )

    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: /^Hesap/ }).click()
    await page.getByRole('button', { name: 'Çıkış Yap' }).click()
    await expect(page.getByText('Admin çıkışı yapıldı')).toBeVisible()
    await expect(page).toHaveURL(/\/admin-login$/)
  })

  test('a status that cannot be saved is only logged', async ({ browser }) => {
    const product = await world.product({ name: 'Durumlu Peynir' })
    const { id } = await world.order(customer, [{ product_id: product.id, quantity: 1 }])
    const { page, complaints } = await world.page(browser, world.admin, DESK)
    await page.goto(`/admin/orders/${id}`)
    await page.route('**/status', route => route.abort())
    await page.getByRole('button', { name: 'Düzenle' }).click()
    await page.getByLabel('Durum').selectOption({ label: 'Tamamlandı' })
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await expect.poll(() => complaints.join()).toContain('Sipariş durumu güncellenemedi')
    await expect(page.getByRole('button', { name: 'Kaydet' })).toBeVisible()
  })
})

async function alertAfter(page: Page, action: () => Promise<void>): Promise<string> {
  const [dialog] = await Promise.all([
    page.waitForEvent('dialog').then(async shown => {
      await shown.accept()
      return shown
    }),
    action(),
  ])
  expect(dialog.type()).toBe('alert')
  return dialog.message()
}
