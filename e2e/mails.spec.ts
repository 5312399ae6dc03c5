import { expect, type Page, test } from '@playwright/test'
import { tokenIn } from '../server/testing/link-token.ts'
import { type Arrived, linkIn, type MailServer, startMailServer } from '../server/testing/mail-server.ts'
import { violationsOf } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { type Person, World } from './world.ts'

/** Every kind of mail that the portal sends, opened in a browser, with names of the maximum length. */

const KINDS = [
  /^E-posta adresinizi onaylayın$/,
  /^Yeni şifre belirleyin$/,
  /sipariş portalına hoş geldiniz$/,
  /^Hesabınızın e-posta adresi değiştirildi$/,
  /^E-posta değişikliği geri alındı/,
  /^Hesabınızın e-posta adresi geri alındı$/,
  /^Siparişiniz alındı/,
  /^Siparişiniz güncellendi/,
  /^Siparişinizin durumu: Hazırlanıyor/,
  /^Siparişinizin durumu: İptal/,
  /^Teklif talebiniz cevaplandı \([0-9a-f]{8}\)$/,
]
const LONG = {
  name: `Uzunadlı${'ç'.repeat(192)}`,
  words: 'Şişli İçecek ve Gıda Pazarlama Sanayi ve Ticaret Limited Şirketi '.repeat(4).slice(0, 200).trim(),
  username: 'kullanici'.repeat(7),
  email: `${'posta'.repeat(12)}@${'alan'.repeat(14)}.${'ad'.repeat(30)}.${'ad'.repeat(30)}.com.tr`,
}

let mailServer: MailServer
let portal: SharedPortal
test.beforeAll(async () => {
  mailServer = await startMailServer()
  portal = await openPortal({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Deneme Toptan <siparis@ornek.com.tr>',
    PUBLIC_URL: 'https://siparis.ornek.com.tr',
    COMPANY_NAME: LONG.words,
  })
})
test.afterAll(async () => {
  await portal.stop()
  await mailServer.stop()
})

test('a mail of any kind fits a small phone, is accessible, and has the same links in both parts', async ({ page }) => {
  await provokeMails(await World.on(portal))
  const { inbox } = mailServer
  await expect.poll(() => KINDS.filter(kind => !inbox.some(mail => kind.test(mail.subject ?? '')))).toEqual([])
  for (const mail of inbox) {
    await test.step(mail.subject ?? '', () => look(page, mail))
  }
})

async function look(page: Page, mail: Arrived) {
  await page.setContent(mail.html ?? '')
  for (const width of [600, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(Math.max(0, overflow)).toBe(0)
    // All amounts are aligned at the right.
    const ends = await page
      .locator('td[align=right]')
      .evaluateAll(cells => cells.map(cell => Math.round(cell.getBoundingClientRect().right)))
    expect(new Set(ends).size).toBeLessThanOrEqual(1)
  }
  expect(await violationsOf(page)).toEqual([])
  const links = await page.getByRole('link').evaluateAll(all => all.map(link => link.getAttribute('href')))
  const link = linkIn(mail)
  expect(new Set(links)).toEqual(new Set(link ? [link] : []))
  expect(link ?? 'https://siparis.ornek.com.tr/').toMatch(/^https:\/\/siparis\.ornek\.com\.tr\//)
  // Every line of the plain-text part is also in the HTML part.
  const shown = normalized(await page.locator('body').innerText())
  const lines = (mail.text ?? '').split('\n').filter(line => line !== '-- ')
  for (const line of lines) expect(shown).toContain(normalized(line.replace(/^- /, '')))
}

const normalized = (text: string) => text.replaceAll(/[\s:]+/g, ' ').trim()

async function provokeMails(world: World) {
  const { admin } = world
  const marketer = await world.marketer(LONG.name)
  const customer = await world.customer(LONG.name, marketer.id)
  const contact = { phone: '0212 000 00 00', address: 'Kadıköy, İstanbul' }
  const { username, email } = LONG
  await world.request('POST', '/auth/register', customer, {
    username,
    email,
    company_name: LONG.words,
    password: 'gizli-sifre',
    ...contact,
  })
  await world.request('POST', '/auth/forgot-password', customer, { email: `${customer.username}@ornek.com.tr` })

  const endless = await world.product({ name: `Ezine${'A'.repeat(195)}`, brand: 'B'.repeat(200), price: 9_999_999.99 })
  const wordy = await world.product({ name: `${LONG.words}`, stock_quantity: 0, expected_stock_date: '2099-05-01' })
  const plain = await world.product({ name: 'Tulum Peyniri', price: 249.9 })
  const lines = [
    { product_id: endless.id, quantity: 20 },
    { product_id: wordy.id, quantity: 1_000 },
    { product_id: plain.id, quantity: 3 },
  ]
  const order = await world.order(customer, lines, `Sabah erken\n${'n'.repeat(300)}`)
  await world.request('PUT', `/marketer/orders/${order.id}`, marketer, {
    items: [
      { product_id: endless.id, quantity: 15, price: 8_888_888.88 },
      { product_id: plain.id, quantity: 3, price: 249.9 },
    ],
    notes: 'Öğleden sonra',
  })
  await world.request('PUT', `/admin/orders/${order.id}/status`, admin, { status: 'hazirlaniyor' })
  const other = await world.order(customer, [{ product_id: plain.id, quantity: 1 }])
  await world.request('POST', `/marketer/orders/${other.id}/cancel`, marketer, { reason: 'v'.repeat(200) })
  const wanted = { product_name: LONG.words, unit: 'KG', quantity: 2.5, price: 0 }
  const { id } = await world.request<{ id: string }>('POST', '/custom-orders', customer, {
    items: [wanted, { ...wanted, product_name: 't'.repeat(200) }],
  })
  await world.request('PUT', `/admin/custom-orders/${id}/answer`, admin, {
    items: [{ product_id: endless.id, quantity: 3, price: 8_888_888.88, notes: 'n'.repeat(300), request_item: 0 }],
    valid_until: '2099-12-31',
  })
  await moveAndUndo(world, customer, `yeni.${'adres'.repeat(10)}@ornek.com.tr`)
}

/** Changes an address, confirms the new one, and reverts the change by the link in the mail to the old one. */
async function moveAndUndo(world: World, customer: Person, email: string) {
  await world.request('PUT', '/auth/profile', customer, { email, current_password: customer.password })
  const confirmation = await mailedToken(email, /^E-posta adresinizi onaylayın$/)
  await world.request('POST', `/auth/verify-email?token=${confirmation}`, customer)
  const token = await mailedToken(`${customer.username}@ornek.com.tr`, /^Hesabınızın e-posta adresi değiştirildi$/)
  await world.request('POST', '/auth/undo-email-change', customer, { token })
}

async function mailedToken(address: string, subject: RegExp): Promise<string> {
  const find = () =>
    mailServer.inbox.find(mail => mail.recipients.includes(address) && subject.test(mail.subject ?? ''))
  await expect.poll(find).toBeDefined()
  return tokenIn(linkIn(find() ?? {}))
}
