import { expect, test, vi } from 'vitest'
import type { CustomerImport } from '#contract/customer-import.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { accepts, acceptsHeldEnter, button, shows } from '../../testing/screen.ts'
import { TIMERS } from '../../testing/scripted-server.ts'

const PATH = '/api/admin/customers/import'
const IMPORT = `POST ${PATH}`

const CUSTOMER = { username: 'lezzet', company_name: 'Lezzet Lokantası', email: 'lezzet@ornek.com', marketer: null }
const resultWith = (password: string | null): CustomerImport => ({
  success_count: 1,
  created_count: 1,
  updated_count: 0,
  error_count: 0,
  imported_customers: [{ ...CUSTOMER, password, action: 'created' }],
  errors: [],
})
const CHANGES = [{ field: 'username', before: null, after: CUSTOMER.username }]

const APPLY = '1 müşteriyi aktar'

/** Previews a workbook of one new customer; `apply` presses its button, once it accepts presses. */
async function openPreview(warnings: string[] = []) {
  const file = new File(['satırlar'], 'liste.xlsx')
  const screen = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ImportCustomersDialog } = await import('./import-customers.tsx')
    return <ImportCustomersDialog open onOpenChange={() => undefined} />
  })
  const { act, server, says } = screen
  server.respond(`GET ${PATH}`, ({ reply }) => reply(200, { is_running: false, done: 0, total: 0 }))
  const press = (text: string) => act(async () => button(text).click())
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: [file] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const pressed = button('Önizle')
  await press('Önizle')
  const preview = await server.next(IMPORT)
  preview.reply(200, {
    ...resultWith(null),
    warnings,
    rows: [{ row: 2, action: 'created', changes: CHANGES, errors: [] }],
  })
  await says('Henüz hiçbir şey değişmedi')
  for (const warning of warnings) await says(warning)
  const apply = async () => {
    await accepts(APPLY)
    await press(APPLY)
  }
  /** Saves the file again, which browsers then refuse to read. */
  const saveAgain = () => {
    file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
  }
  return { ...screen, pressed, press, apply, saveAgain }
}

/** As above, and sends the import, which waits for its response. */
async function sendImport() {
  const { apply, ...screen } = await openPreview()
  await apply()
  return { ...screen, apply, sent: await screen.server.next(IMPORT) }
}

/** As above, but the response is lost. */
async function loseImport() {
  const { sent, ...screen } = await sendImport()
  sent.drop()
  const next = async () => {
    const again = await screen.server.next(IMPORT)
    expect(again.headers['idempotency-key']).toBe(sent.headers['idempotency-key'])
    return again
  }
  return { ...screen, next }
}

test('the preview shows what of the workbook is not read', async () => {
  await openPreview(['Yalnızca ilk sayfa okunur. Okunmayan sayfalar: “Anadolu”.', 'Birleştirilmiş hücreler: G2:G4.'])
})

test('neither a second press nor a held Enter on the button of the preview imports the file unread', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const { server, pressed, press, apply } = await openPreview()
  // It keeps the focus.
  expect(button(APPLY)).toBe(pressed)
  await press(APPLY)
  await accepts(APPLY)
  expect([server.untaken().includes(IMPORT), acceptsHeldEnter(pressed)]).toEqual([false, false])
  await apply()
  expect((await server.next(IMPORT)).query).toEqual({})
})

test('a file that was saved after its preview is not sent, and must be chosen again', async () => {
  const { alerts, server, says, saveAgain, apply } = await openPreview()
  saveAgain()
  await apply()
  await says('Şablonu indir')
  expect(alerts).toEqual(['Dosya seçildikten sonra değişti; lütfen yeniden seçin'])
  expect(server.untaken()).not.toContain(IMPORT)
})

test('while an import is running, its dialog shows the progress on the server, and then its result with warnings', async () => {
  const { server, says, sent } = await sendImport()
  await says('Dosya okunuyor ve kaydediliyor')
  server.respond(`GET ${PATH}`, ({ reply }) => reply(200, { is_running: true, done: 1037, total: 1200 }))
  await says('1.037 / 1.200 müşterinin şifresi hazırlandı')
  const warning = 'E-posta adresi onaylanmamış; onaylanana kadar giriş yapamaz: lezzet.'
  sent.reply(200, { ...resultWith(null), warnings: [warning] })
  await says('Aktarım tamamlandı')
  await says(warning)
})

test('an import whose response was lost is sent again, and reports that its passwords cannot be shown', async () => {
  const { alerts, says, next } = await loseImport()
  ;(await next()).reply(200, resultWith(null))
  await says('Aktarım tamamlandı')
  await says('üretilen şifreler varsa artık gösterilemez')
  expect(alerts).toEqual([])
})

test('the passwords of an import whose first attempt never reached the server are shown', async () => {
  const { says, next } = await loseImport()
  ;(await next()).reply(200, resultWith('k7m2p9q4x3'))
  await says('k7m2p9q4x3')
  expect(document.body.textContent).not.toContain('artık gösterilemez')
})

test('after two lost responses no row is shown as unchanged, and the same import can be sent again', async () => {
  const { alerts, says, apply, next } = await loseImport()
  ;(await next()).drop()
  await shows(() => alerts.length === 1)
  expect(alerts).toEqual(['Excel import hatası'])
  await says('dosya daha önce ulaştıysa ikinci kez işlenmez')
  expect(document.body.textContent).not.toContain('Henüz hiçbir şey değişmedi')
  await apply()
  ;(await next()).reply(200, resultWith(null))
  await says('üretilen şifreler varsa artık gösterilemez')
})

test('if the file was saved after two lost responses, the alert says that the import may have been made', async () => {
  const { alerts, server, says, saveAgain, apply, next } = await loseImport()
  ;(await next()).drop()
  await says('dosya daha önce ulaştıysa ikinci kez işlenmez')
  saveAgain()
  await apply()
  await says('Şablonu indir')
  expect(alerts.slice(1)).toEqual([
    'Dosya seçildikten sonra değişti; lütfen yeniden seçin. Cevabı alınamayan aktarım yapılmış olabilir: önce müşteri listesine bakın.',
  ])
  expect(server.untaken()).not.toContain(IMPORT)
})

test('an import that had lost responses is still not known to be undone when a repetition is refused unread', async () => {
  const { act, alerts, says, apply, next } = await loseImport()
  ;(await next()).drop()
  await says('dosya daha önce ulaştıysa ikinci kez işlenmez')
  await apply()
  ;(await next()).refuse(429, 'too_many_requests', 'Çok fazla istek')
  await shows(() => alerts.length === 2)
  // The text changes after the alert.
  await act(() => new Promise(resolve => setTimeout(resolve, 50)))
  await says('dosya daha önce ulaştıysa ikinci kez işlenmez')
  await apply()
  ;(await next()).reply(200, resultWith(null))
  await says('üretilen şifreler varsa artık gösterilemez')
})
