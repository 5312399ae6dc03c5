import { readFile } from 'node:fs/promises'
import * as xlsx from '@e965/xlsx'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, type Person, PHONE, World } from './world.ts'

/** The admin's customers and marketers: each dialog, each alert, and the import of workbooks. */

const CUSTOMERS = '/admin/dashboard?tab=customers'
const MARKETERS = `${CUSTOMERS}&view=marketers`
const HEADER = ['Kullanıcı Adı', 'Firma Adı', 'E-posta', 'Telefon', 'Adres', 'Şifre', 'Pazarlamacı']

let portal: SharedPortal
let world: World
let mehmet: Person
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  mehmet = await world.marketer('Mehmet Kaya')
})
test.afterAll(() => portal.stop())

type Found = { id: string; company_name: string; username: string; assigned_marketer_name: string | null }
const found = (search: string) =>
  world.request<Found[]>('GET', `/admin/customers?search=${encodeURIComponent(search)}`, world.admin)

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const act = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `İşlemler: ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
  // The closing menu returns the focus, which would close a menu that is opened before that.
  await expect(page.getByRole('menu')).toBeHidden()
}

/** The admin's page, and the messages of the browser's dialogs; `answer` decides whether confirmations are accepted. */
async function desk(browser: Browser, options = DESK) {
  const { page, complaints } = await world.page(browser, world.admin, options)
  const said: string[] = []
  const answer = { yes: true }
  page.on('dialog', async dialog => {
    said.push(dialog.message())
    await (answer.yes ? dialog.accept() : dialog.dismiss())
  })
  return { page, complaints, said, answer }
}

function workbook(rows: (string | number | null)[][]) {
  const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([HEADER, ...rows]))
  const buffer = Buffer.from(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }))
  return { name: 'müşteriler.xlsx', mimeType: 'application/octet-stream', buffer }
}

test('a row is edited in place by keyboard, and typed text is not discarded without a question', async ({
  browser,
}) => {
  const customer = await world.customer('Işık Büfe', mehmet.id)
  const other = await world.customer('Zeytin Dalı')
  const { page, complaints, said, answer } = await desk(browser)
  await page.goto(`${CUSTOMERS}&marketer=${mehmet.id}`)
  await expect(page.getByRole('button', { name: 'Pazarlamacı: Mehmet Kaya filtresini kaldır' })).toBeVisible()
  await expect(row(page, 'Işık Büfe')).toBeVisible()
  await expect(row(page, 'Zeytin Dalı')).toHaveCount(0)
  await page.getByRole('button', { name: 'Filtreleri temizle' }).click()
  await expect(row(page, 'Zeytin Dalı')).toBeVisible()
  await expect(page.getByText('Ortalama sipariş')).toBeVisible()

  await row(page, 'Işık Büfe').focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Işık Büfe düzenleniyor' })
  const field = (name: string) => form.getByLabel(name, { exact: true })
  await expect(form.getByRole('textbox', { name: 'Firma adı' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Firma adı' }).fill('Ada Kasabı')

  // If the table hides columns, the form is as wide as the remaining ones.
  await page.setViewportSize({ width: 900, height: 900 })
  const right = (part: string) =>
    page
      .locator(`table ${part}`)
      .last()
      .evaluate(cell => Math.round(cell.getBoundingClientRect().right))
  await expect.poll(async () => (await right('th')) - (await right('td'))).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  answer.yes = false
  await page.getByRole('button', { name: 'Düzenle: Zeytin Dalı' }).click()
  await page.getByRole('searchbox').fill('zeytin')
  await expect.poll(() => said.length).toBe(2)
  await page.getByRole('tab', { name: 'Siparisler' }).click()
  await field('Telefon').press('Escape')
  expect(said).toEqual(
    Array.from({ length: 4 }, () => 'Işık Büfe için yaptığınız değişiklikler kaybolur. Devam edilsin mi?'),
  )
  await expect(page).toHaveURL(/tab=customers$/)
  await expect(form.getByRole('textbox', { name: 'Firma adı' })).toHaveValue('Ada Kasabı')
  await page.getByRole('searchbox').fill('')

  answer.yes = true
  said.length = 0
  await form.getByRole('textbox', { name: 'E-posta' }).fill(`${other.username.toUpperCase()}@ornek.com.tr`)
  await form.getByRole('textbox', { name: 'E-posta' }).press('Control+Enter')
  await expect.poll(() => said).toEqual(['Bu e-posta adresi zaten kullanılıyor'])
  await expect(form.getByRole('textbox', { name: 'E-posta' })).toBeFocused()
  await form.getByRole('textbox', { name: 'E-posta' }).fill('ada@ornek.com.tr')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => said).toEqual(['Bu e-posta adresi zaten kullanılıyor', 'Müşteri güncellenemedi'])
  await page.context().setOffline(false)
  await field('Pazarlamacı').selectOption('')
  await form.getByLabel('Yeni şifre', { exact: true }).fill('kısa')
  await form.getByRole('switch', { name: 'Aktif müşteri' }).click()
  await form.getByRole('button', { name: 'Kaydet' }).click()
  await expect(form.getByText('Şifre en az 6 karakter olmalıdır')).toBeVisible()
  await expectAccessibleNow(page)
  await form.getByLabel('Yeni şifre', { exact: true }).fill('yepyeni-sifre')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Müşteri bilgileri güncellendi')).toBeVisible()
  await expect(page.getByText('Onay linki ada@ornek.com.tr adresine gönderildi')).toBeVisible()
  await expect(row(page, 'Ada Kasabı')).toBeFocused()
  await expect(row(page, 'Ada Kasabı')).toContainText('Pasif')
  expect(await world.request('GET', `/admin/customers/${customer.id}`, world.admin)).toMatchObject({
    company_name: 'Ada Kasabı',
    phone: '0216 000 00 00',
    address: 'Bağdat Cad. 1\nKadıköy, İstanbul',
    is_active: false,
    assigned_marketer_id: null,
  })
  await world.logIn({ ...customer, password: 'yepyeni-sifre' })
  expect(complaints).toEqual([])
})

test('a customer is made passive, and failures are reported', async ({ browser }) => {
  const slow = await world.customer('Şen Kasap')
  await world.customer('Şen Bakkal')
  const { page, complaints, said } = await desk(browser, PHONE)
  await page.goto(`${CUSTOMERS}&search=sen`)
  await expect(page.getByText('Şen Kasap')).toBeVisible()
  // The active filter and the number of results take two more lines.
  const first = page.getByRole('list', { name: 'Müşteriler' }).getByRole('listitem').first()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(450)
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  await page.route(`**/api/admin/customers/${slow.id}`, async route => {
    await held
    await route.continue()
  })
  await act(page, 'Şen Kasap', 'Pasif yap')
  const listed = () => page.waitForResponse(/\/api\/admin\/customers\?/)
  const once = listed()
  // A slow request does not delay the next one.
  await act(page, 'Şen Bakkal', 'Pasif yap')
  await expect(page.getByText('Müşteri pasif yapıldı')).toBeVisible()
  await expect(page.getByText('Pasif', { exact: true })).toHaveCount(1)
  await once
  const twice = listed()
  release()
  await expect(page.getByText('Pasif', { exact: true })).toHaveCount(2)
  await twice
  await page.unrouteAll({ behavior: 'wait' })
  await page.context().setOffline(true)
  await act(page, 'Şen Kasap', 'Aktif yap')
  await expect.poll(() => said).toEqual(['Durum değiştirilemedi: Hata'])
  // The message moves everything below it, including an open menu, so it must be shown first.
  await expect(page.getByText('Müşteriler yüklenemedi')).toBeVisible()
  await act(page, 'Şen Kasap', 'Müşteriyi sil')
  await expect.poll(() => said).toEqual(['Durum değiştirilemedi: Hata', 'Müşteri silinemedi'])
  await page.context().setOffline(false)
  await expect(page.getByRole('list', { name: 'Müşteriler' })).toContainText('Pasif')
  await page.getByRole('button', { name: 'Düzenle: Şen Kasap' }).click()
  await expectAccessibleNow(page)
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await page.getByRole('button', { name: 'Filtreler', exact: true }).click()
  await page.getByRole('combobox', { name: 'Durum' }).selectOption('Aktif')
  await expect(page.getByText('Bu filtrelere uyan müşteri yok')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a deleted customer stays selected after a bulk change, and the row of a deleted customer can be left', async ({
  browser,
}) => {
  const zeynep = await world.marketer('Zeynep Ak')
  await world.customer('Grup Bir')
  const gone = await world.customer('Grup İki')
  await world.customer('Grup Üç')
  const { page, complaints, said } = await desk(browser)
  await page.goto(`${CUSTOMERS}&search=grup`)
  await expect(page.getByRole('row', { name: /Grup/ })).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Tümünü seç' }).click()
  await page.getByRole('button', { name: 'Pazarlamacı ata' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pazarlamacı ata' })
  await expect(dialog).toContainText('3 müşteri seçildi')
  await dialog.getByRole('button', { name: 'Ata' }).click()
  await expect(dialog.getByText('Lütfen bir pazarlamacı seçin')).toBeVisible()
  await dialog.getByLabel('Pazarlamacı').selectOption({ label: `Zeynep Ak (${zeynep.username})` })
  await world.request('DELETE', `/admin/customers/${gone.id}`, world.admin)
  await dialog.getByRole('button', { name: 'Ata' }).click()
  await expect.poll(() => said).toEqual(['1 müşteri değiştirilemedi; seçili kaldı.\nKayıt bulunamadı'])
  await expect(page.getByText('2 müşterinin pazarlamacısı değişti')).toBeVisible()
  const names = (await found('grup')).map(one => [one.company_name, one.assigned_marketer_name])
  expect(names).toEqual([
    ['Grup Bir', 'Zeynep Ak'],
    ['Grup Üç', 'Zeynep Ak'],
  ])

  said.length = 0
  const edited = await world.customer('Giden Büfe')
  await page.getByRole('searchbox').fill('giden')
  await page.getByRole('button', { name: 'Düzenle: Giden Büfe' }).click()
  await page.getByLabel('Firma adı').fill('Kalan Büfe')
  await world.request('DELETE', `/admin/customers/${edited.id}`, world.admin)
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect.poll(() => said).toEqual(['Kayıt bulunamadı'])
  await expect(page.getByText('Bu filtrelere uyan müşteri yok')).toBeVisible()
  await page.getByRole('tab', { name: 'Siparisler' }).click()
  await expect(page).toHaveURL(/tab=orders/)
  expect(said).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('a customer is added, and typed text survives a refusal and an accidental attempt to close the form', async ({
  browser,
}) => {
  const taken = await world.customer('Eski Firma')
  const { page, complaints, said, answer } = await desk(browser, PHONE)
  await page.goto(CUSTOMERS)
  await page.getByRole('button', { name: 'Yeni müşteri' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yeni müşteri' })
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const add = dialog.getByRole('button', { name: 'Müşteriyi ekle' })
  await add.click()
  await expect(dialog.getByText('Lutfen tum zorunlu alanlari doldurun')).toBeVisible()
  await field('Firma adı').fill('Bahar Pastanesi')
  await field('Kullanıcı adı').fill(taken.username.toUpperCase())
  await field('E-posta').fill('bahar@ornek.com.tr')
  await dialog.getByLabel(/^Şifre(?!yi)/).fill('gizli')
  await add.click()
  await expect(dialog.getByText('Şifre en az 6 karakter olmalıdır')).toBeVisible()
  await dialog.getByLabel(/^Şifre(?!yi)/).fill('gizli-sifre')
  await add.click()
  await expect.poll(() => said).toEqual(['Bu kullanıcı adı zaten kullanılıyor'])
  answer.yes = false
  // The form cannot be closed until the request has ended.
  await expect(add).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('Escape')
  await expect.poll(() => said.splice(1)).toEqual(['Yeni müşteri için yazdıklarınız kaybolur. Devam edilsin mi?'])
  await expect(field('Firma adı')).toHaveValue('Bahar Pastanesi')
  await field('Kullanıcı adı').fill('bahar')
  await page.context().setOffline(true)
  await add.click()
  await expect.poll(() => said).toEqual(['Bu kullanıcı adı zaten kullanılıyor', 'Müşteri eklenemedi'])
  await page.context().setOffline(false)
  await expectAccessibleNow(page)
  await field('Kullanıcı adı').press('Control+Enter')
  await expect(page.getByText('Müşteri eklendi')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await found('bahar')).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('a workbook is previewed, then imported; its passwords work and are shown once', async ({ browser }) => {
  const known = await world.customer('Bilinen')
  const one = 'yeni-firma'
  const file = workbook([
    [one, 'Yeni Firma', `${one}@ornek.com.tr`, 2_165_550_101, null, null, mehmet.username],
    [`=${one}`, 'Formül', 'formul@ornek.com.tr', null, null, null, null],
    [known.username, 'Adı Değişen', null, null, null, 'Yeni.Sifre1', null],
    ['bozuk', 'E-postası Bozuk', 'bozuk', null, null, null, null],
    [null, 'Adsız', 'adsiz@ornek.com.tr', null, null, null, null],
    ['kimsenin', 'Pazarlamacısız', 'k@ornek.com.tr', null, null, null, 'yok-boyle-biri'],
  ])
  const { page, complaints, said, answer } = await desk(browser)
  await page.goto(CUSTOMERS)
  await page.getByRole('button', { name: 'Excel’den aktar' }).click()
  const dialog = page.getByRole('dialog')
  const look = dialog.getByRole('button', { name: 'Önizle' })
  await look.click()
  await expect(dialog.getByText('Lütfen bir Excel dosyası seçin')).toBeVisible()
  const chooser = dialog.locator('input[type=file]')
  await chooser.setInputFiles({ ...file, name: 'notlar.txt' })
  await expect(dialog.getByText('Bu dosya bir Excel dosyası (.xlsx veya .xls) değil')).toBeVisible()
  await chooser.setInputFiles({ ...file, buffer: Buffer.from('bu bir Excel dosyası değil') })
  await look.click()
  await expect.poll(() => said).toEqual(['Bu dosya bir Excel dosyası (.xlsx veya .xls) değil'])
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Şablonu indir' }).click()
  await expect.poll(() => said[1]).toBe('Template indirilemedi')
  await chooser.setInputFiles(file)
  await look.click()
  await expect.poll(() => said[2]).toBe('Excel import hatası')
  await page.context().setOffline(false)
  const template = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Şablonu indir' }).click()
  expect((await template).suggestedFilename()).toBe('musteri-import-sablonu.xlsx')

  await look.click()
  await expect(dialog.getByRole('region', { name: 'Hatalı satırlar' }).getByRole('listitem')).toHaveCount(3)
  await expect(dialog).toContainText('Satır 5')
  await dialog.getByRole('combobox').selectOption({ label: 'Güncellenecek (1)' })
  const updates = dialog.getByRole('region', { name: 'Güncellenecek satırlar' })
  await expect(updates).toContainText('Firma adı: Bilinen → Adı Değişen')
  await expect(updates).toContainText('Şifre: farklıysa dosyadaki verilecek')
  await resizeTo(page, PHONE)
  await expectAccessibleNow(page, 'preview on a phone')
  await resizeTo(page, DESK)
  expect(await found(one)).toEqual([])
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: '3 müşteriyi aktar' }).click()
  await expect.poll(() => said[3]).toBe('Excel import hatası')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: '3 müşteriyi aktar' }).click()
  const result = page.getByRole('dialog', { name: 'Aktarım tamamlandı' })
  await expect(result).toContainText('Yeni müşteri2')
  await expect(result).toContainText('Güncellenen1')
  await expect(result).toContainText('Hatalı satır3')
  await expect(result.getByRole('region', { name: 'Aktarılmayan satırlar' })).toContainText('Satır 5: ')
  await expectAccessibleNow(page)

  answer.yes = false
  said.length = 0
  await result.getByRole('button', { name: 'Tamam' }).click()
  await expect.poll(() => said).toEqual([expect.stringContaining('Üretilen 2 şifre bir daha gösterilmeyecek')])
  const saving = page.waitForEvent('download')
  await result.getByRole('button', { name: 'Excel indir' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^musteri-sifreleri-\d{4}-\d\d-\d\d\.xlsx$/)
  const { Sheets, SheetNames } = xlsx.read(await readFile(await download.path()))
  const rows = xlsx.utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(rows.map(cells => cells[0])).toEqual(['Kullanıcı adı', one, `=${one}`])
  const password = rows[1]?.[3] ?? ''
  await expect(result.getByText(password, { exact: true })).toBeVisible()
  await result.getByRole('button', { name: 'Tamam' }).click()
  await expect(result).toBeHidden()
  expect(said).toHaveLength(1)
  await expect(page.getByText(password)).toHaveCount(0)

  await world.logIn({ ...known, username: one, password })
  expect(await found(one)).toContainEqual(
    expect.objectContaining({ username: one, assigned_marketer_name: 'Mehmet Kaya' }),
  )
  expect(complaints).toEqual([])
})

test('an import continues when its dialog is closed or another tab is open, and its result is found again', async ({
  browser,
}) => {
  const rows = Array.from({ length: 120 }, (_, n) => [`cok-${n}`, `Çok ${n}`, `cok-${n}@ornek.com.tr`])
  const { page, complaints, said } = await desk(browser)
  let goOn = () => {}
  const wait = new Promise<void>(resolve => (goOn = resolve))
  await page.route(/\/customers\/import$/, async route => {
    if (route.request().method() === 'POST') await wait
    await route.continue()
  })
  await page.goto(CUSTOMERS)
  await page.getByRole('button', { name: 'Excel’den aktar' }).click()
  await page.locator('input[type=file]').setInputFiles(workbook(rows))
  await page.getByRole('button', { name: 'Önizle' }).click()
  await page.getByRole('button', { name: '120 müşteriyi aktar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aktarım sürüyor' })
  await expect(dialog).toContainText('Dosya okunuyor ve kaydediliyor')
  await dialog.getByRole('button', { name: 'Arka planda sürsün' }).click()
  await expect(page.getByText(/Müşteri aktarımı sürüyor/)).toBeVisible()
  await page.getByRole('tab', { name: 'Siparisler' }).click()
  // The URL changes before the tab does.
  await expect(page.getByText(/Müşteri aktarımı sürüyor/)).toBeHidden()
  goOn()
  await expect(page.getByText('müşteriler.xlsx aktarıldı')).toBeVisible()
  await page.getByRole('tab', { name: 'Musteriler' }).click()
  await expect(page.getByText('Üretilen 120 şifre yalnızca bir kez gösterilir.')).toBeVisible()
  await page.getByRole('button', { name: 'Sonucu göster' }).click()
  const result = page.getByRole('dialog', { name: 'Aktarım tamamlandı' })
  const list = result.getByRole('region', { name: 'Şifre listesi' })
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '120')
  // Rows that turn out higher than estimated move the end while the list scrolls to it.
  await expect(async () => {
    await list.press('End')
    await expect(list.getByText('cok-119', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(result).toBeHidden()
  expect(said).toEqual([expect.stringContaining('Üretilen 120 şifre')])
  expect(complaints).toEqual([])
})

test('a marketer is added, renamed and deactivated, and the marketer’s customers are handed over', async ({
  browser,
}) => {
  const to = await world.marketer(`Devralan`)
  const { page, complaints, said, answer } = await desk(browser, PHONE)
  await page.goto(MARKETERS)
  await page.getByRole('button', { name: 'Yeni pazarlamacı' }).click()
  const adding = page.getByRole('dialog', { name: 'Yeni pazarlamacı' })
  await adding.getByRole('textbox', { name: 'Ad soyad' }).fill(`Ayşe`)
  await adding.getByRole('textbox', { name: 'Kullanıcı adı' }).fill(`ayse`)
  await adding.getByLabel(/^Şifre(?!yi)/).fill('gizli-sifre')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Pazarlamacı eklendi')).toBeVisible()
  const marketers = await world.request<{ id: string; name: string }[]>('GET', '/admin/marketers', world.admin)
  const ayse = marketers.find(({ name }) => name === 'Ayşe')
  const from = { ...to, id: ayse?.id ?? '', username: `ayse`, password: 'gizli-sifre' }
  for (const name of ['Elma', 'Armut']) await world.customer(`${name}`, from.id)

  await page.getByRole('button', { name: `Düzenle: Ayşe` }).click()
  const editing = page.getByRole('dialog', { name: 'Pazarlamacıyı düzenle' })
  await editing.getByRole('textbox', { name: 'Ad soyad' }).fill(`Ayşe Gül`)
  await editing.getByRole('textbox', { name: 'Kullanıcı adı' }).fill(mehmet.username)
  await editing.getByLabel('Yeni şifre', { exact: true }).fill('baska-sifre')
  await editing.getByRole('button', { name: 'Kaydet' }).click()
  await expect.poll(() => said).toEqual(['Bu kullanıcı adı zaten kullanılıyor'])
  await editing.getByRole('textbox', { name: 'Kullanıcı adı' }).fill(from.username)
  await editing.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Pazarlamacı güncellendi')).toBeVisible()
  await expect(editing).toBeHidden()
  await world.logIn({ ...from, password: 'baska-sifre' })

  said.length = 0
  await act(page, `Ayşe Gül`, 'Müşterilerini devret')
  const handing = page.getByRole('dialog', { name: 'Müşterileri devret' })
  await handing.getByRole('button', { name: 'Devret' }).click()
  await expect(handing.getByText('Lütfen bir pazarlamacı seçin')).toBeVisible()
  await handing.getByLabel('Yeni pazarlamacı').selectOption({ label: `Devralan (${to.username})` })
  await handing.getByRole('button', { name: 'Devret' }).click()
  await expect(page.getByText('2 müşteri devredildi')).toBeVisible()
  expect(said[0]).toContain(`Ayşe Gül adlı pazarlamacının 2 müşterisi Devralan`)
  await expect(handing).toBeHidden()

  answer.yes = true
  await page.context().setOffline(true)
  await act(page, `Ayşe Gül`, 'Pasif yap')
  await expect.poll(() => said.at(-1)).toBe('Durum değiştirilemedi: Hata')
  await page.context().setOffline(false)
  await act(page, `Ayşe Gül`, 'Pasif yap')
  await expect(page.getByText('Pazarlamacı pasif yapıldı')).toBeVisible()
  await expect(world.logIn({ ...from, password: 'baska-sifre' })).rejects.toThrow('marketer_inactive')
  await expectAccessibleNow(page)
  await page.getByRole('link', { name: /^Devralan: müşterileri, \d+$/ }).click()
  await expect(page.getByRole('button', { name: `Pazarlamacı: Devralan filtresini kaldır` })).toBeVisible()
  await expect(page.getByRole('table').or(page.getByRole('list', { name: 'Müşteriler' }))).toContainText(`Elma`)
  expect(complaints).toEqual([])
})
