import { expect, test } from '@playwright/test'
import { type MailServer, startMailServer } from '../server/testing/mail-server.ts'
import { expectAccessibleAt } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, PHONE, World } from './world.ts'

/** The state of the system and the security log on the admin's screens. */

let mailServer: MailServer
let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  mailServer = await startMailServer()
  portal = await openPortal({ SMTP_URL: mailServer.url })
  world = await World.on(portal)
})
test.afterAll(async () => {
  await portal.stop()
  await mailServer.stop()
})

test('a refused mail is found, sent again and recorded in the audit trail; a wrong login is in the security log', async ({
  browser,
}) => {
  mailServer.behave({ refused: { 'musteri1@ornek.com.tr': '550 5.1.1 No such user' } })
  const customer = await world.customer('Işık Büfe')
  const wrong = { username: customer.username, password: 'yanlis-sifre' }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${portal.url}/api/auth/login`, { method: 'POST', body: JSON.stringify(wrong), headers })

  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  await page.goto('/admin/dashboard?tab=reports')
  await page.getByRole('radio', { name: 'Sistem' }).click()
  const mail = page.getByRole('list', { name: 'E-postalar' }).getByRole('listitem').filter({ hasText: 'Hesap açıldı' })
  await expect(mail).toContainText('Vazgeçildi')
  await expect(mail).toContainText('Alıcının adresi kabul edilmedi')
  await expect(page.getByText('Yedekleme kapalı.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Yönetici/ })).toHaveText('Yönetici11')
  await expectAccessibleAt(page, PHONE)
  await mail.getByText('Hesap açıldı').click()
  const sheet = page.getByRole('dialog', { name: 'Hesap açıldı' })
  await expect(sheet).toContainText('550 5.1.1 No such user')
  await expectAccessibleAt(page, DESK)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  mailServer.behave({})
  await page.getByRole('button', { name: 'Yeniden gönder: Hesap açıldı, musteri1@ornek.com.tr' }).click()
  await expect(page.getByText('E-posta yeniden gönderilecek')).toBeVisible()
  await expect.poll(() => mailServer.inbox.flatMap(({ recipients }) => recipients)).toEqual(['musteri1@ornek.com.tr'])
  await expect.poll(() => world.request('GET', '/admin/mails', world.admin)).toEqual([])
  await page.getByRole('radio', { name: 'İşlem geçmişi' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'E-posta · musteri1@ornek.com.tr' })
  await expect(entry).toContainText('Yeniden gönderildi')
  await page.getByRole('radio', { name: 'Sistem' }).click()
  // Another list is shown in full, while the rows of an open one keep their places.
  await page.getByRole('radio', { name: 'Bekleyen' }).click()
  await expect(page.getByText('Bekleyen e-posta yok')).toBeVisible()

  await page.getByRole('radio', { name: 'İşlem geçmişi' }).click()
  await page.getByRole('radio', { name: 'Güvenlik' }).click()
  await expect(page).toHaveURL(/view=security/)
  const event = page.getByRole('list', { name: 'Güvenlik kayıtları' }).getByRole('listitem')
  await expect(event.filter({ hasText: 'Hatalı giriş' })).toContainText('Işık Büfe · musteri1 (Müşteri)')
  await expectAccessibleAt(page, DESK)
  await event.filter({ hasText: 'Hatalı giriş' }).getByText('Işık Büfe').click()
  const details = page.getByRole('dialog', { name: 'Hatalı giriş' })
  await expect(details).toContainText('postAuthLogin')
  await expectAccessibleAt(page, PHONE)
  await details.getByRole('button', { name: 'Bu kişinin kayıtları' }).click()
  await expect(page).toHaveURL(/person=[0-9a-f-]{36}/)
  await expect(
    page.getByRole('button', { name: 'Kişi: Işık Büfe · musteri1 (Müşteri) filtresini kaldır' }),
  ).toBeVisible()
  await expect(event).toHaveCount(1)
  await resizeTo(page, DESK)
  await page.getByRole('combobox', { name: 'Olay' }).selectOption('Yetkisiz işlem')
  await expect(page.getByText('Bu filtrelere uyan kayıt yok')).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).first().click()
  // The test itself has fetched the whole list of mails, which counts as an export of personal data.
  await expect(page.getByRole('row').filter({ hasText: 'Kişisel veri aktarımı' })).not.toHaveCount(0)
  expect(complaints).toEqual([])
})
