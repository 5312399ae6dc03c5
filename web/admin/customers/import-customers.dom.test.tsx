import { expect, test } from 'vitest'
import type { CustomerImport } from '#contract/customer-import.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button, shows } from '../../testing/screen.ts'

const IMPORT = 'POST /api/admin/customers/import'

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

/** A previewed workbook of one new customer, whose import was sent and has got no response. */
async function loseImport() {
  const screen = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ImportCustomersDialog } = await import('./import-customers.tsx')
    return <ImportCustomersDialog open onOpenChange={() => undefined} />
  })
  const { act, portal, says } = screen
  portal.respond('GET /api/admin/customers/import', ({ reply }) => reply(200, { is_running: false, done: 0, total: 0 }))
  const press = (text: string) => act(async () => button(text).click())
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: [new File(['satırlar'], 'liste.xlsx')] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await press('Önizle')
  const preview = await portal.next(IMPORT)
  preview.reply(200, { ...resultWith(null), rows: [{ row: 2, action: 'created', changes: CHANGES, errors: [] }] })
  await says('Henüz hiçbir şey değişmedi')
  await press('1 müşteriyi aktar')
  const sent = await portal.next(IMPORT)
  sent.drop()
  const next = async () => {
    const again = await portal.next(IMPORT)
    expect(again.headers['idempotency-key']).toBe(sent.headers['idempotency-key'])
    return again
  }
  return { ...screen, press, next }
}

test('an import whose response was lost is sent once more, and says that its passwords cannot be shown', async () => {
  const { alerts, says, next } = await loseImport()
  ;(await next()).reply(200, resultWith(null))
  await says('Aktarım tamamlandı')
  await says('üretilen şifreler varsa artık gösterilemez')
  expect(alerts).toEqual([])
})

test('the passwords of an import that arrived at the second attempt only are shown', async () => {
  const { says, next } = await loseImport()
  ;(await next()).reply(200, resultWith('k7m2p9q4x3'))
  await says('k7m2p9q4x3')
  expect(document.body.textContent).not.toContain('artık gösterilemez')
})

test('after two lost responses nothing is said to be unchanged, and the same import can be sent again', async () => {
  const { alerts, says, press, next } = await loseImport()
  ;(await next()).drop()
  await shows(() => alerts.length === 1)
  expect(alerts).toEqual(['Excel import hatası'])
  await says('dosya daha önce ulaştıysa ikinci kez işlenmez')
  expect(document.body.textContent).not.toContain('Henüz hiçbir şey değişmedi')
  await press('1 müşteriyi aktar')
  ;(await next()).reply(200, resultWith(null))
  await says('üretilen şifreler varsa artık gösterilemez')
})
