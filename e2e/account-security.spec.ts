import { expect, type Page, test } from '@playwright/test'
import { codeAt } from '../server/testing/second-factor.ts'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { DESK, type Person, PHONE, World } from './world.ts'

/** Sessions, the second factor and the confirmation of a password, on the screens of their users. */

const MINUTE = 60_000

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

/** Logs in on the login page of admins and marketers, which must be open. */
async function logInAsMarketer(page: Page, { username, password }: Person) {
  await page.getByRole('tab', { name: 'Pazarlamaci' }).click()
  await page.getByLabel('Kullanıcı adı').fill(username)
  await page.getByLabel(/^Şifre(?!yi)/).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function openSecurity(page: Page) {
  await page.getByRole('button', { name: /^Hesap/ }).click()
  await page.getByRole('button', { name: 'Oturumlar ve güvenlik' }).click()
  await expect(dialog(page, 'Oturumlar ve güvenlik').getByText('Bu oturum')).toBeVisible()
}

test('a marketer ends other sessions, turns the second factor on and logs in with its code', async ({ browser }) => {
  const marketer = await world.marketer('Güvenli Pazarlamacı')
  const { page, complaints } = await world.page(browser, undefined, DESK)
  await page.goto('/admin-login')
  await logInAsMarketer(page, marketer)
  await expect(page).toHaveURL(/\/marketer\/dashboard/)
  // The portal recommends a new password because an admin has set this one.
  await expect(page.getByText('Şifrenizi bir yönetici belirledi')).toBeVisible()

  await openSecurity(page)
  const security = dialog(page, 'Oturumlar ve güvenlik')
  const sessions = security.getByRole('list', { name: 'Açık oturumlar' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('Chrome · Linux')
  await expectAccessibleNow(page, 'sessions and second factor')
  await portal.pass(11 * MINUTE)
  await security.getByRole('button', { name: 'Diğer oturumları kapat' }).click()
  const question = dialog(page, 'Şifrenizi girin')
  await question.getByLabel(/^Şifre(?!yi)/).fill(marketer.password)
  await question.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByText('1 oturum kapatıldı')).toBeVisible()
  await expect(sessions).toHaveCount(1)

  await security.getByRole('button', { name: 'İki adımlı girişi kur' }).click()
  const setup = dialog(page, 'İki adımlı girişi kur')
  await expect(setup.getByRole('img', { name: /QR kodu/ })).toBeVisible()
  await expectAccessibleNow(page, 'second factor')
  const secret = (await setup.locator('code').innerText()).replaceAll(' ', '')
  await setup.getByLabel('Doğrulama kodu').fill('000000')
  await setup.getByRole('button', { name: 'Kodu doğrula' }).click()
  await expect(setup).toContainText('Kod hatalı veya daha önce kullanılmış')
  await setup.getByLabel('Doğrulama kodu').fill(codeAt(new Date(Date.now() + 11 * MINUTE), secret))
  await setup.getByRole('button', { name: 'Kodu doğrula' }).click()
  const recovery = dialog(page, 'Kurtarma kodlarınız')
  const codes = recovery.getByRole('list', { name: 'Kurtarma kodları' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessibleNow(page, 'recovery codes')
  const recoveryCode = await codes.first().innerText()
  await recovery.getByRole('button', { name: 'Kodları kaydettim' }).click()
  await expect(recovery).toHaveCount(0)
  await expect(security.getByText('Açık', { exact: true })).toBeVisible()
  await security.getByRole('button', { name: 'Kapat', exact: true }).click()

  await page.getByRole('button', { name: /^Hesap/ }).click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page).toHaveURL(/\/admin-login$/)
  await logInAsMarketer(page, marketer)
  const code = page.getByLabel('Doğrulama kodu')
  await expect(code).toBeFocused()
  await expectAccessibleNow(page, 'login with a code')
  await code.fill('yanlış')
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByText('Kod hatalı veya daha önce kullanılmış')).toBeVisible()
  await code.fill(recoveryCode)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/marketer\/dashboard/)
  expect(complaints).toEqual([])
})

test('an admin who logged in a while ago enters the password before sessions end', async ({ browser }) => {
  const customer = await world.customer('Uzaktaki Kafe')
  await portal.pass(11 * MINUTE)
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  page.on('dialog', question => void question.accept())
  await page.goto('/admin/dashboard?tab=customers')
  const endSessions = async () => {
    await page.getByRole('button', { name: 'İşlemler: Uzaktaki Kafe' }).click()
    await page.getByRole('menuitem', { name: 'Oturumlarını kapat' }).click()
  }
  await endSessions()
  const question = dialog(page, 'Şifrenizi girin')
  await expect(question).toBeVisible()
  await expectAccessibleNow(page, 'confirmation of the password')
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(question).toHaveCount(0)
  await world.request('GET', '/orders', customer)

  await endSessions()
  await question.getByLabel(/^Şifre(?!yi)/).fill('yanlış-şifre')
  await question.getByRole('button', { name: 'Devam et' }).click()
  await expect(question).toContainText('Mevcut şifreniz hatalı')
  await question.getByLabel(/^Şifre(?!yi)/).fill(world.admin.password)
  await question.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByText('1 oturum kapatıldı')).toBeVisible()
  await expect(world.request('GET', '/orders', customer)).rejects.toThrow('401')
  expect(complaints).toEqual([])
})
