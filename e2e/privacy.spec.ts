import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { DESK, PHONE, World } from './world.ts'

/** The privacy notice at registration, and the download of the data that is stored about a customer. */

const NOTICE = `Bu metin, kişisel verilerinizin nasıl işlendiğini anlatır.

# Hangi veriler işlenir?
Firma adınız, e-posta adresiniz, telefonunuz ve adresiniz
siparişlerinizi teslim etmek için işlenir.

# Haklarınız
Verilerinizin bir kopyasını isteyebilirsiniz.`

let folder: string
let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-e2e-'))
  const file = join(folder, 'aydinlatma.txt')
  await writeFile(file, NOTICE)
  portal = await openPortal({ PRIVACY_NOTICE_FILE: file })
  world = await World.on(portal)
})
test.afterAll(async () => {
  await portal.stop()
  await rm(folder, { recursive: true })
})

test('a visitor reads the privacy notice and registers', async ({ browser }) => {
  const { page, complaints } = await world.page(browser, undefined, PHONE)
  await page.goto('/register')
  const fields = { 'Kullanıcı adı': 'okuyan', 'Firma adı': 'Okuyan Kafe', 'E-posta': 'okuyan@ornek.com.tr' }
  const rest = { Telefon: '0216 000 00 00', Adres: 'Kadıköy', Şifre: 'ilk-sifre-7', 'Şifre (tekrar)': 'ilk-sifre-7' }
  for (const [name, text] of Object.entries({ ...fields, ...rest }))
    await page.getByRole('textbox', { name, exact: true }).fill(text)
  const send = page.getByRole('button', { name: 'Kayıt ol' })
  await send.click()
  const read = page.getByRole('checkbox', { name: /Okudum/ })
  await expect(page.getByRole('alert')).toHaveText('Aydınlatma metnini okuduğunuzu işaretleyin')
  await expect(read).toBeFocused()
  await expectAccessibleNow(page)

  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Metni yeni sekmede aç' }).click()
  const notice = await opening
  await expect(notice.getByRole('heading', { level: 2 })).toHaveText(['Hangi veriler işlenir?', 'Haklarınız'])
  await expectAccessibleNow(notice)
  await notice.close()

  await read.check()
  await send.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Müşteri girişi' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a customer downloads its own data, and an admin a customer’s', async ({ browser }) => {
  const customer = await world.customer('Işık Büfe')
  const { page } = await world.page(browser, customer, DESK)
  await page.goto('/dashboard')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Aydınlatma metni' })).toBeVisible()
  await page.getByRole('button', { name: 'Hesap: Işık Büfe' }).click()
  await page.getByRole('button', { name: 'Firma bilgileri' }).click()
  await expect(page.getByRole('textbox', { name: 'Firma adı' })).toBeVisible()
  await expectAccessibleNow(page)
  const name = new RegExp(`^kisisel-veriler-${customer.username}-\\d{4}-\\d\\d-\\d\\d\\.zip$`)
  expect(await downloaded(page, () => page.getByRole('button', { name: 'Verilerimi indir' }).click())).toMatch(name)

  const { page: admins } = await world.page(browser, world.admin, DESK)
  await admins.goto('/admin/dashboard?tab=customers')
  await admins.getByRole('button', { name: 'İşlemler: Işık Büfe' }).click()
  const item = admins.getByRole('menuitem', { name: 'Kişisel verileri indir' })
  expect(await downloaded(admins, () => item.click())).toMatch(name)
})

async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const saving = page.waitForEvent('download')
  await press()
  return (await saving).suggestedFilename()
}
