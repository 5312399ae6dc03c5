import { expect, type Page, test } from '@playwright/test'
import { importPartOfPriceList } from './part-of-price-list.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, type Person, PHONE, World } from './world.ts'

/** Navigation between screens: scroll positions, screens whose code is loading, unsaved changes. */

let portal: SharedPortal
let world: World
let customer: Person
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  await importPartOfPriceList(world)
  customer = await world.customer('Gezgin Market')
})
test.afterAll(() => portal.stop())

/** The visible products, with their distance from the upper edge of the window. */
const inSight = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll(cards =>
      cards
        .map(card => ({ name: card.getAttribute('aria-label'), top: Math.round(card.getBoundingClientRect().top) }))
        .filter(({ top }) => top > 100 && top < window.innerHeight - 100),
    )

/** The visible products once none of them moves any more. */
async function standing(page: Page) {
  let seen = await inSight(page)
  await expect
    .poll(async () => {
      const before = seen
      seen = await inSight(page)
      return seen.length > 0 && JSON.stringify(seen) === JSON.stringify(before)
    })
    .toBe(true)
  return seen
}

for (const [where, options] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`on ${where} the catalogue keeps its scroll position, and another page begins at its top`, async ({
    browser,
  }) => {
    const { page, complaints } = await world.page(browser, customer, options)
    await page.goto('/products')
    await expect(page.getByRole('article').first()).toBeVisible()
    // Waits for the font, because invisible rows keep the height that was measured in another font.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    for (let screen = 1; screen <= 4; screen++) {
      await page.mouse.wheel(0, 900)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(screen * 600)
    }
    const left = await standing(page)
    // A real click would first scroll the sticky element into view.
    await page.getByRole('link', { name: 'Sepet', exact: true }).first().dispatchEvent('click')
    await expect(page).toHaveURL('/cart')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => inSight(page)).toEqual(left)
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2000)
    expect(complaints).toEqual([])
  })
}

test('while the code of a screen is loading, the current screen stays and the loading is shown', async ({
  browser,
}) => {
  const { page } = await world.page(browser, customer, DESK)
  await page.goto('/products?search=zeytin')
  const found = page.getByText(/^\d+ ürün$/)
  const many = (await found.textContent()) ?? ''
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  await page.route(/assets\/custom-order-/, async route => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Özel Ürün Talebi' }).first().click()
  await expect(page.getByRole('status', { name: 'Sayfa açılıyor' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ürün Kataloğu' })).toBeVisible()
  await expect(found).toHaveText(many)
  release()
  await expect(page.getByRole('heading', { name: 'Özel Ürün Talebi' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('if the code of a tab cannot be fetched, the other tabs can still be opened', async ({ browser }) => {
  const { page } = await world.page(browser, world.admin, PHONE)
  const open = (tab: string) => page.getByRole('combobox', { name: 'Yönetim bölümleri' }).selectOption({ label: tab })
  // The connection is lost before the list's own menu and sorting are loaded.
  let lose: () => void = () => undefined
  const lost = new Promise<void>(resolve => (lose = resolve))
  await page.route(/assets\/(list-menu|sort-select)-/, async route => {
    await lost
    await route.abort()
  })
  await page.goto('/admin/dashboard?tab=orders')
  await expect(page.getByText('Henüz sipariş yok')).toBeVisible()
  await page.context().setOffline(true)
  lose()
  await open('Raporlar')
  await expect(page.getByRole('heading', { name: 'İnternet bağlantısı yok' })).toBeVisible()
  await page.getByRole('link', { name: 'Ana sayfaya dön' }).click()
  await expect(page.getByRole('heading', { name: 'Siparisler' })).toBeVisible()
  await open('Ürünler')
  await expect(page.getByRole('heading', { name: 'İnternet bağlantısı yok' })).toBeVisible()
  await resizeTo(page, DESK)
  await page.getByRole('tab', { name: 'Siparisler' }).click()
  await expect(page.getByRole('heading', { name: 'Siparisler' })).toBeVisible()
})

test('if the code of a screen cannot be fetched, the other screens can still be opened, and it later', async ({
  browser,
}) => {
  const { page } = await world.page(browser, customer, DESK)
  await page.goto('/products?search=zeytin')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Özel Ürün Talebi' }).first().click()
  await expect(page.getByRole('heading', { name: 'İnternet bağlantısı yok' })).toBeVisible()
  await page.getByRole('link', { name: 'Ürün Kataloğu' }).first().click()
  await expect(page.getByRole('heading', { name: 'Ürün Kataloğu' })).toBeVisible()
  await page.context().setOffline(false)
  await page.waitForFunction(() => navigator.onLine)
  await page.getByRole('link', { name: 'Özel Ürün Talebi' }).first().click()
  await expect(page.getByRole('heading', { name: 'Özel Ürün Talebi' })).toBeVisible()
})

test('if the code of a screen cannot be fetched because the portal is unreachable, an error is shown and the page stays', async ({
  browser,
}) => {
  const { page } = await world.page(browser, customer, DESK)
  const live = page.waitForResponse(/\/api\/events\?/)
  await page.goto('/products')
  await live
  await page.route(/./, route => route.abort())
  // The page would reload itself if this request were successful.
  const unreachable = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/health/live'))
  await page.getByRole('link', { name: 'Özel Ürün Talebi' }).first().click()
  await expect(page.getByText('Sayfa açılırken bir hata oluştu')).toBeVisible()
  await unreachable
  // The portal is reachable again, except for that request, so that the button reloads the page.
  await page.route(/./, route =>
    route.request().url().endsWith('/api/health/live') ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Tekrar dene' }).click()
  await expect(page.getByRole('heading', { name: 'Özel Ürün Talebi' })).toBeVisible()
  // Without a press, the page reloads when the portal replies again.
  await page.goto('/products')
  await page.route(/./, route => route.abort())
  await page.getByRole('link', { name: 'Özel Ürün Talebi' }).first().click()
  await expect(page.getByText('Sayfa açılırken bir hata oluştu')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('heading', { name: 'Özel Ürün Talebi' })).toBeVisible()
})

test('a pending search does not return the user to a screen that was left', async ({ browser }) => {
  const { page } = await world.page(browser, customer, DESK)
  await page.goto('/products')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.route(/assets\/custom-order-/, async route => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.getByLabel('Ürün veya marka ara').pressSequentially('zeytin')
  await page.getByRole('link', { name: 'Özel Ürün Talebi' }).first().click()
  await expect(page.getByRole('heading', { name: 'Özel Ürün Talebi' })).toBeVisible()
  await expect(page).toHaveURL('/custom-order')
  await page.unrouteAll({ behavior: 'wait' })
})

test('closing a product twice leads to the list, not beyond it; an invalid URL shows that the page is not found', async ({
  browser,
}) => {
  const { page } = await world.page(browser, customer, DESK)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Ürün Kataloğu' }).first().click()
  await page.getByRole('article').first().getByRole('link').click()
  // On a busy machine the second of two real presses would hit an element under the closed dialog.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Kapat' })
    .evaluate(async (button: HTMLElement) => {
      button.click()
      await Promise.resolve()
      button.click()
    })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page).toHaveURL('/products')
  await page.goto('/orders/%')
  await expect(page.getByRole('heading', { name: 'Sipariş bulunamadı' })).toBeVisible()
})

/** Types into a field and goes back in the same task, so that nothing can happen in between. */
function typeAndGoBack(field: Element, text: string) {
  if (!(field instanceof HTMLInputElement)) throw new Error('not a field')
  field.select()
  document.execCommand('insertText', false, text)
  history.back()
}

test('the browser’s Back asks before it discards typed text; a user who stays keeps all of it', async ({ browser }) => {
  const marketer = await world.marketer('Geri Dönen')
  await world.customer('Yarım Market', marketer.id)
  for (const [person, panel, tab] of [
    [marketer, '/marketer/dashboard', 'Müşteriler'],
    [world.admin, '/admin/dashboard', 'Musteriler'],
  ] as const) {
    const { page, complaints } = await world.page(browser, person, DESK)
    const questions: string[] = []
    let leaves = false
    page.on('dialog', dialog => {
      questions.push(dialog.message())
      void (leaves ? dialog.accept() : dialog.dismiss())
    })
    await page.goto(`${panel}?tab=orders`)
    await page.getByRole('tab', { name: tab }).click()
    if (person.role === 'marketer') await page.getByRole('button', { name: 'Düzenle' }).click()
    else await page.getByRole('row', { name: /Yarım Market/ }).press('Enter')
    const name = page.getByRole('textbox', { name: 'Firma adı' })
    await expect(name).toBeEditable()
    for (const tries of [1, 2]) {
      // The first Back follows the last letter immediately.
      if (tries === 1) await name.evaluate(typeAndGoBack, 'Yarım kalan ad')
      else await page.goBack()
      await expect.poll(() => questions).toHaveLength(tries)
      await expect(page).toHaveURL(`${panel}?tab=customers`)
      await expect(name).toHaveValue('Yarım kalan ad')
    }
    expect(questions[0]).toBe('Yarım Market için yaptığınız değişiklikler kaybolur. Devam edilsin mi?')
    leaves = true
    await page.goBack()
    await expect(page).toHaveURL(`${panel}?tab=orders`)
    await expect(name).toBeHidden()
    expect(questions).toHaveLength(3)
    expect(complaints).toEqual([])
  }
})

test('without a session a page leads to the login, and after that to the requested page', async ({ browser }) => {
  const person = await world.customer('Dönen Market')
  const { page } = await world.page(browser, undefined, PHONE)
  await page.goto('/orders?sayfa=1')
  await expect(page).toHaveURL('/login?next=%2Forders%3Fsayfa%3D1')
  await page.getByLabel('Kullanıcı adı').fill(person.username)
  await page.getByLabel(/^Şifre(?!yi)/).fill(person.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL('/orders?sayfa=1')
})

test('a form that was being filled when the session ended is restored after the login, and a submitted one is sent', async ({
  browser,
}) => {
  const marketer = await world.marketer('Yarım Kalan')
  const customer = await world.customer('Yarım Market', marketer.id)
  const { page } = await world.page(browser, await world.logIn(marketer), PHONE)
  await page.goto('/marketer/dashboard?tab=customers')
  const edit = async () => {
    await page.getByRole('article').getByRole('button', { name: 'Düzenle' }).click()
    return page.getByRole('dialog').getByLabel('Firma adı')
  }
  const save = () => page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  const endSession = async () => {
    const token = await page.evaluate(() => localStorage.getItem('marketerToken'))
    await fetch(`${portal.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  }
  const logInAgain = async () => {
    await expect(page).toHaveURL('/login?next=%2Fmarketer%2Fdashboard%3Ftab%3Dcustomers')
    await page.getByRole('link', { name: 'Yönetici Girişi' }).click()
    await expect(page.getByRole('tab', { name: 'Pazarlamaci' })).toHaveAttribute('aria-selected', 'true')
    await page.getByLabel('Kullanıcı adı').fill(marketer.username)
    await page.getByLabel(/^Şifre(?!yi)/).fill(marketer.password)
    await page.getByRole('button', { name: 'Giriş yap' }).click()
    await expect(page).toHaveURL('/marketer/dashboard?tab=customers')
  }
  const storedName = async () =>
    (await world.request<{ company_name: string }>('GET', `/admin/customers/${customer.id}`, world.admin)).company_name

  await (await edit()).fill('Yarım Market Şubesi')
  await endSession()
  // The app notices it with the next request, such as the bell's when the user returns to the tab.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(page).toHaveURL(/\/login\?/, { timeout: 2_000 })
  }).toPass()
  await logInAgain()
  await expect(page.getByText('Yarım kalan formunuz saklandı')).toBeVisible()
  await expect(await edit()).toHaveValue('Yarım Market Şubesi')
  await save()
  await expect(page.getByText('Müşteri bilgileri güncellendi')).toBeVisible()
  expect(await storedName()).toBe('Yarım Market Şubesi')

  // Now only the request that saves the form can notice that the session has ended.
  await page.route(/\/api\/(?!marketer\/customers\/|health\/)/, route => route.abort())
  await (await edit()).fill('Yarım Market Deposu')
  await endSession()
  await save()
  await expect(page.getByText('Müşteri değişikliği bekliyor; yeniden giriş yapınca gönderilecek')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await logInAgain()
  await expect.poll(storedName).toBe('Yarım Market Deposu')
  await expect(page.getByText('Yarım kalan formunuz saklandı')).toBeHidden()
})
