import { type Browser, expect, type Page, test } from '@playwright/test'
import { linkIn, type MailServer, startMailServer } from '../server/testing/mail-server.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { go, goWithin } from './steps.ts'
import { DESK, type Person, PHONE, World } from './world.ts'

/** Registering, confirming, recovering and editing an account, by the links in the mails. */

const HOUR = 60 * 60 * 1000

let mailServer: MailServer
let portal: SharedPortal
let world: World
let moving: Person
test.beforeAll(async () => {
  mailServer = await startMailServer()
  portal = await openPortal({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Deneme Toptan <siparis@ornek.com.tr>',
    // So that the many requests of the tests can have different client addresses.
    TRUST_PROXY: '1',
  })
  world = await World.on(portal)
  // Created now, because later tests advance the clock and end the admin's session by that.
  moving = await world.customer('Taşınan Kafe')
})
test.afterAll(async () => {
  await portal.stop()
  await mailServer.stop()
})

let people = 0
type Newcomer = { username: string; company: string; email: string; password: string }
function newcomer(): Newcomer {
  const username = `yeni${++people}`
  return { username, company: `Yeni Kafe ${people}`, email: `${username}@ornek.com.tr`, password: 'ilk-sifre' }
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** A text that is visible, not one that only screen readers get. */
const shown = (page: Page, text: string) => page.locator('#root').getByText(text)
const toastWith = (page: Page, text: string) => page.locator('[data-sonner-toast]').getByText(text)

async function fillRegistration(page: Page, { username, company, email, password }: Newcomer) {
  await field(page, 'Kullanıcı adı').fill(username)
  await field(page, 'Firma adı').fill(company)
  await field(page, 'E-posta').fill(email)
  await field(page, 'Telefon').fill('0216 000 00 00')
  await field(page, 'Adres').fill('Bağdat Cad. 1\nKadıköy')
  await field(page, 'Şifre').fill(password)
  await field(page, 'Şifre (tekrar)').fill(password)
}

async function register(page: Page, person: Newcomer) {
  await page.goto('/register')
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Kayıt ol' }).click()
  await expect(toastWith(page, 'Hesabınız oluşturuldu! Giriş yapabilirsiniz.')).toBeVisible()
  await expect(heading(page, 'Müşteri girişi')).toBeVisible()
}

/** Registers through the API. */
async function registered({ username, company, email, password }: Newcomer) {
  const body = { username, company_name: company, email, phone: '0216 000 00 00', address: 'Bağdat Cad. 1', password }
  await posted('/auth/register', body)
}

/** Sends a request to the API without a session. */
async function posted(path: string, body: object) {
  const response = await fetch(`${portal.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
}

async function logIn(page: Page, { username, password }: Pick<Newcomer, 'username' | 'password'>) {
  await field(page, 'Kullanıcı adı').fill(username)
  await field(page, 'Şifre').fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

/** Waits for a mail with this subject to this address; returns the path of the link in the newest one. */
async function mailedPath(email: string, subject: string, nth = 1) {
  const mails = () => mailServer.inbox.filter(mail => mail.recipients.includes(email) && mail.subject === subject)
  await expect.poll(() => mails().length).toBeGreaterThanOrEqual(nth)
  const link = new URL(linkIn(mails().at(-1) ?? {}) ?? 'http://none')
  return link.pathname + link.search + link.hash
}

const CONFIRM = 'E-posta adresinizi onaylayın'
const RESET = 'Yeni şifre belirleyin'

async function open(browser: Browser, options = PHONE) {
  const { page, complaints } = await world.page(browser, undefined, options)
  return { page, complaints }
}

test('a customer registers, confirms the address and sets a new password by the links in the mails', async ({
  browser,
}) => {
  const { page, complaints } = await open(browser)
  const person = newcomer()
  await register(page, person)
  await expect(shown(page, 'Önce e-posta adresinizi onaylayın')).toBeVisible()

  await logIn(page, person)
  const box = page.getByRole('region', { name: 'E-posta onayı gerekli' })
  await expect(box).toContainText('email kutunuzdaki onay linkine')
  const confirmation = await mailedPath(person.email, CONFIRM)
  await page.goto(confirmation)
  await expect(heading(page, 'E-posta adresiniz onaylandı')).toBeVisible()
  await expect(shown(page, 'Giriş sayfasına yönlendiriliyorsunuz')).toBeVisible()
  await expect(heading(page, 'Müşteri girişi')).toBeVisible()
  await expect(shown(page, 'E-posta adresiniz onaylandı; şimdi giriş yapabilirsiniz.')).toBeVisible()
  await logIn(page, person)
  await expect(toastWith(page, 'Başarıyla giriş yaptınız!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('main').getByText(person.company)).toBeVisible()

  const second = await open(browser)
  await second.page.goto(confirmation)
  await expect(heading(second.page, 'E-posta adresiniz onaylandı')).toBeVisible()
  await expect(shown(second.page, 'zaten onaylanmis')).toBeVisible()

  await go(second.page, '/login')
  await second.page.getByRole('link', { name: 'Şifremi unuttum' }).click()
  await field(second.page, 'E-posta').fill(person.email)
  await second.page.getByRole('button', { name: 'Link gönder' }).click()
  await expect(heading(second.page, 'E-postanızı kontrol edin')).toBeVisible()
  await expect(shown(second.page, `Şifre sıfırlama linki ${person.email} adresine gönderildi.`)).toBeVisible()
  const recovery = await mailedPath(person.email, RESET)
  await second.page.goto(recovery)
  await field(second.page, 'Yeni şifre').fill('kısa5')
  await field(second.page, 'Yeni şifre (tekrar)').fill('başka')
  await second.page.getByRole('button', { name: 'Şifreyi kaydet' }).click()
  await expect(shown(second.page, 'Şifre en az 6 karakter olmalıdır')).toBeVisible()
  await field(second.page, 'Yeni şifre').fill('yepyeni-sifre')
  await second.page.getByRole('button', { name: 'Şifreyi kaydet' }).click()
  await expect(shown(second.page, 'Şifreler eşleşmiyor')).toBeVisible()
  await field(second.page, 'Yeni şifre (tekrar)').fill('yepyeni-sifre')
  // If the page stayed open, its event stream could report the end of the session before the test checks it.
  await page.goto('about:blank')
  await second.page.getByRole('button', { name: 'Şifreyi kaydet' }).click()
  await expect(heading(second.page, 'Yeni şifreniz belirlendi')).toBeVisible()
  await second.page.getByRole('link', { name: 'Giriş yap' }).click()
  await logIn(second.page, { ...person, password: 'yepyeni-sifre' })
  await expect(second.page).toHaveURL(/\/dashboard$/)

  // The reset of the password has ended the session of the first browser.
  await page.goto('/orders')
  await expect(shown(page, 'Oturumunuz sona erdi, lütfen yeniden giriş yapın.')).toBeVisible()
  await goWithin(page, recovery)
  await field(page, 'Yeni şifre').fill('bir-daha-1')
  await field(page, 'Yeni şifre (tekrar)').fill('bir-daha-1')
  await page.getByRole('button', { name: 'Şifreyi kaydet' }).click()
  await expect(heading(page, 'Geçersiz link')).toBeVisible()
  await expect(shown(page, 'Bu link geçersiz, kullanılmış veya süresi dolmuş')).toBeVisible()
  expect([...complaints, ...second.complaints]).toEqual([])
})

test('an expired confirmation link offers to send a new one', async ({ browser }) => {
  const { page } = await open(browser, DESK)
  const person = newcomer()
  await registered(person)
  const old = await mailedPath(person.email, CONFIRM)
  await portal.pass(24 * HOUR)
  await page.goto(old)
  await expect(heading(page, 'Onay linkinin süresi doldu')).toBeVisible()
  await expect(shown(page, 'suresi dolmus')).toBeVisible()
  await page.getByRole('button', { name: 'Yeni onay linki gönder' }).click()
  await expect(shown(page, 'Lutfen email adresinizi girin')).toBeVisible()
  await field(page, 'E-posta').fill(person.email)
  await page.getByRole('button', { name: 'Yeni onay linki gönder' }).click()
  await expect(shown(page, 'yeni bir onay linki gönderildi')).toBeVisible()
  // `links.test.ts` confirms with such a link.
  await mailedPath(person.email, CONFIRM, 2)
})

test('an expired reset link is reported as expired, and a link without a token offers to send a new one', async ({
  browser,
}) => {
  const { page } = await open(browser)
  const person = newcomer()
  await registered(person)
  await posted('/auth/forgot-password', { email: person.email })
  const link = await mailedPath(person.email, RESET)
  await portal.pass(HOUR)
  await page.goto(link)
  await field(page, 'Yeni şifre').fill('yepyeni-1')
  await field(page, 'Yeni şifre (tekrar)').fill('yepyeni-1')
  await page.getByRole('button', { name: 'Şifreyi kaydet' }).click()
  await expect(heading(page, 'Geçersiz link')).toBeVisible()

  await goWithin(page, '/verify-email?token=uydurma')
  await expect(shown(page, 'Gecersiz onay linki.')).toBeVisible()

  await goWithin(page, '/reset-password')
  await expect(heading(page, 'Geçersiz link')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Giriş sayfasına dön' })).toBeVisible()
  await page.getByRole('link', { name: 'Yeni link iste' }).click()
  await expect(heading(page, 'Şifremi unuttum')).toBeVisible()

  await goWithin(page, '/verify-email')
  await expect(heading(page, 'E-posta adresi onaylanamadı')).toBeVisible()
  await expect(shown(page, 'Gecersiz onay linki.')).toBeVisible()
})

test('errors of a registration are shown at their fields, and nothing typed is lost', async ({ browser }) => {
  const { page } = await open(browser)
  const first = newcomer()
  await registered(first)
  await page.goto('/register')
  await page.getByRole('button', { name: 'Kayıt ol' }).click()
  for (const missing of ['Kullanıcı adı', 'Firma adı', 'E-posta', 'Telefon', 'Adres', 'Şifre'])
    await expect(shown(page, `${missing} zorunludur`)).toBeVisible()
  await expect(field(page, 'Kullanıcı adı')).toBeFocused()
  await fillRegistration(page, { ...newcomer(), username: first.username.toUpperCase(), password: 'kısa5' })
  await field(page, 'Şifre (tekrar)').fill('kısa6')
  await page.getByRole('button', { name: 'Kayıt ol' }).click()
  await expect(shown(page, 'Sifre en az 6 karakter olmalidir')).toBeVisible()
  await field(page, 'Şifre').fill('uzun-sifre')
  await page.getByRole('button', { name: 'Kayıt ol' }).click()
  await expect(shown(page, 'Sifreler eslesmiyor')).toBeVisible()
  await field(page, 'Şifre (tekrar)').fill('uzun-sifre')

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Kayıt ol' }).click()
  await expect(shown(page, 'Kayıt başarısız')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Kayıt ol' }).click()
  await expect(shown(page, 'Bu kullanıcı adı zaten kullanılıyor')).toBeVisible()
  await expect(field(page, 'Kullanıcı adı')).toBeFocused()
  await field(page, 'Kullanıcı adı').fill(`${first.username}-2`)
  await field(page, 'E-posta').fill(first.email.toUpperCase())
  await page.getByRole('button', { name: 'Kayıt ol' }).click()
  await expect(shown(page, 'Bu e-posta adresi zaten kullanılıyor')).toBeVisible()
  await expect(field(page, 'Adres')).toHaveValue('Bağdat Cad. 1\nKadıköy')
})

test('without a network each of these screens shows its own message, and each can be tried again', async ({
  browser,
}) => {
  const { page } = await open(browser)
  const [person, other] = [newcomer(), newcomer()]
  await registered(person)
  await registered(other)
  const link = await mailedPath(person.email, CONFIRM)

  await page.goto('/forgot-password')
  await field(page, 'E-posta').fill(person.email)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Link gönder' }).click()
  await expect(shown(page, 'Bir hata oluştu')).toBeVisible()
  await page.context().setOffline(false)

  await goWithin(page, '/reset-password?token=x')
  await field(page, 'Yeni şifre').fill('yepyeni-1')
  await field(page, 'Yeni şifre (tekrar)').fill('yepyeni-1')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Şifreyi kaydet' }).click()
  await expect(shown(page, 'Bir hata oluştu')).toBeVisible()
  await page.context().setOffline(false)

  await goWithin(page, '/login')
  await logIn(page, other)
  const box = page.getByRole('region', { name: 'E-posta onayı gerekli' })
  await box.getByRole('textbox', { name: 'E-posta', exact: true }).fill(other.email)
  await page.context().setOffline(true)
  await box.getByRole('button', { name: 'Yeni onay linki gönder' }).click()
  await expect(box.getByText('Email tekrar gonderilirken hata olustu')).toBeVisible()
  await page.context().setOffline(false)
  await box.getByRole('button', { name: 'Yeni onay linki gönder' }).click()
  await expect(box.getByText('yeni bir onay linki gönderildi')).toBeVisible()

  await page.route('**/api/auth/verify-email**', route => route.abort())
  await goWithin(page, link)
  await expect(shown(page, 'Email onaylanirken bir hata olustu.')).toBeVisible()
  await page.unroute('**/api/auth/verify-email**')
  await page.getByRole('button', { name: 'Tekrar dene' }).click()
  await expect(heading(page, 'E-posta adresiniz onaylandı')).toBeVisible()
})

test('a customer changes the address with the password: both addresses get a mail, and the old one can undo it', async ({
  browser,
}) => {
  const person = moving
  const [old, next] = [`${person.username}@ornek.com.tr`, `${person.username}-yeni@ornek.com.tr`]
  const { page } = await world.page(browser, person, PHONE)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Hesap:/ }).click()
  await page.getByRole('button', { name: 'Firma bilgileri' }).click()
  const dialog = page.getByRole('dialog', { name: 'Firma bilgileri' })
  await dialog.getByRole('textbox', { name: 'Firma adı', exact: true }).fill('Taşındı Kafe')
  const password = dialog.getByRole('textbox', { name: 'Mevcut şifre', exact: true })
  await expect(password).toBeHidden()
  await dialog.getByRole('textbox', { name: 'E-posta', exact: true }).fill(next)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Mevcut şifre zorunludur')).toBeVisible()
  await password.fill('yanlış')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Mevcut şifreniz hatalı')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill(person.password)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(toastWith(page, `Bilgileriniz güncellendi; onay linki ${next} adresine gönderildi`)).toBeVisible()
  await expect(page.getByRole('main').getByText('Taşındı Kafe')).toBeVisible()
  const undo = await mailedPath(old, 'Hesabınızın e-posta adresi değiştirildi')
  await page.goto(await mailedPath(next, CONFIRM))
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(toastWith(page, 'E-posta adresiniz onaylandı')).toBeVisible()

  const { page: reader } = await open(browser)
  await reader.goto(undo)
  await expect(heading(reader, 'E-posta değişikliğini geri al')).toBeVisible()
  await reader.context().setOffline(true)
  await reader.getByRole('button', { name: 'Değişikliği geri al' }).click()
  await expect(shown(reader, 'E-posta değişikliği geri alınamadı')).toBeVisible()
  await reader.context().setOffline(false)
  // Opening the link alone has changed nothing.
  await goWithin(page, '/orders')
  await expect(heading(page, 'Sipariş Geçmişi')).toBeVisible()
  await reader.getByRole('button', { name: 'Değişikliği geri al' }).dblclick()
  await expect(heading(reader, 'Değişiklik geri alındı')).toBeVisible()
  await expect(shown(reader, `yeniden ${old} oldu`)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/login/)

  // `email-undo.test.ts` sets a password by the link in this mail.
  await mailedPath(old, 'E-posta değişikliği geri alındı, yeni şifrenizi belirleyin')
})

test('a customer registers and confirms the address with the keyboard only', async ({ browser }) => {
  const { page } = await open(browser, DESK)
  const { username, company, email, password } = newcomer()
  await page.goto('/login')
  await expect(heading(page, 'Müşteri girişi')).toBeVisible()
  await tabTo(page, 'Kayıt ol')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Kayıt ol')).toBeVisible()
  await tabTo(page, 'Kullanıcı adı')
  for (const text of [username, company, email, '0216 000 00 00', 'Moda Cad. 1', password]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  // Skips the button that shows the password.
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Müşteri girişi')).toBeVisible()
  await page.goto(await mailedPath(email, CONFIRM))
  await expect(heading(page, 'E-posta adresiniz onaylandı')).toBeVisible()
  await tabTo(page, 'Giriş yap')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Müşteri girişi')).toBeVisible()
  await tabTo(page, 'Kullanıcı adı')
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    // While Tab leaves the page or the screen changes, `activeElement` is the body, or null.
    const label = await page.evaluate(() => {
      const { activeElement: focused } = document
      return focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : focused?.textContent
    })
    if (label?.replace(/ \*$/, '').trim() === name) return
  }
  throw new Error(`${name} was not reached by Tab`)
}
