import { expect, test, vi } from 'vitest'
import type { ImportRun, RefusedRow } from '#contract/import-runs.ts'
import type { ImportSummary } from '#contract/inventory.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { accepts, acceptsHeldEnter, button, field, shows, stubFocusVisible } from '../../testing/screen.ts'
import { TIMERS } from '../../testing/scripted-server.ts'

const OPEN = 'GET /api/admin/imports/open'
const IMPORT = 'POST /api/admin/products/import-excel'

const RUN: ImportRun = {
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  kind: 'products',
  state: 'finished',
  file_name: 'liste.xlsx',
  warehouse: 'Gecici Depo',
  started_at: '2026-03-10T07:00:00.000Z',
  finished_at: '2026-03-10T07:00:02.000Z',
  actor_name: 'Ayşe',
  is_own: true,
  key: null,
  done: 1201,
  total: 1201,
  created: 3,
  updated: 1190,
  unchanged: 7,
  refused: 1,
  failure: null,
  warnings: [],
  is_seen: false,
}
const running = (more: Partial<ImportRun>): ImportRun => ({ ...RUN, state: 'running', finished_at: null, ...more })

const REFUSED: RefusedRow = {
  row: 5,
  name: 'Bal',
  faults: [{ column: 'Fiyat', value: '1.250', message: 'Fiyat "1.250" belirsiz; 1.250,00 ya da 1250 yazın' }],
}

async function opened(runs: ImportRun[], { open = false } = {}) {
  const state = { runs }
  const screen = await openAdminScreen('/admin/dashboard?tab=inventory&warehouse=Gecici+Depo', async () => {
    const { ImportProducts } = await import('./import-products.tsx')
    return <ImportProducts warehouse="Gecici Depo" open={open} onOpenChange={() => undefined} />
  })
  screen.server.respond(OPEN, request => request.reply(200, state.runs))
  screen.server.respond('GET /api/admin/imports/refused-rows', request => request.reply(200, [REFUSED]))
  const press = (text: string) => screen.act(async () => button(text).click())
  const hides = (words: string) => shows(() => document.body.textContent?.includes(words) === false)
  return { ...screen, state, press, hides }
}

test('a running import shows its progress in rows, and its result stays until its admin has closed it', async () => {
  const { server, state, says, press, hides } = await opened([running({ done: 500, is_own: false })])
  await says('liste.xlsx aktarılıyor')
  await says('Gecici Depo · Ayşe · 10.03.2026 10:00')
  await says('500 / 1.201 satır işlendi')
  expect(document.querySelector('progress')?.value).toBe(42)
  state.runs = [RUN]
  await says('Gecici Depo: 3 yeni, 1.190 güncellenen, 1 alınmayan satır.')
  await press('Sonucu göster')
  await says('Aktarım tamamlandı')
  await says('Yeni satır3')
  await says('Satır 5BalFiyat: 1.250Fiyat "1.250" belirsiz')
  await press('Tamam')
  const seen = await server.next(`POST /api/admin/imports/${RUN.id}/seen`)
  state.runs = []
  seen.reply(200, { success: true })
  await hides('liste.xlsx')
})

test('several unseen results share one line and are closed with one press', async () => {
  const another: ImportRun = { ...RUN, id: RUN.id.replace('6', '7'), file_name: 'ikinci.xlsx', refused: 0 }
  const { server, state, says, press, hides } = await opened([RUN, another])
  await says('2 aktarımın sonucu görülmedi')
  expect(document.body.textContent).not.toContain('liste.xlsx')
  state.runs = [another]
  await press('Hepsini kapat')
  for (const { id } of [RUN, another]) {
    const seen = await server.next(`POST /api/admin/imports/${id}/seen`)
    seen.reply(200, { success: true })
  }
  await says('ikinci.xlsx aktarıldı. Gecici Depo: 3 yeni')
  state.runs = []
  await press('Kapat')
  const seen = await server.next(`POST /api/admin/imports/${another.id}/seen`)
  seen.reply(200, { success: true })
  await hides('ikinci.xlsx')
})

test('the focus stays with the results of imports when one of them is closed', async () => {
  stubFocusVisible()
  const another: ImportRun = { ...RUN, id: RUN.id.replace('6', '7'), file_name: 'ikinci.xlsx' }
  const { act, server, state, says, press, hides } = await opened([RUN, another])
  await says('2 aktarımın sonucu görülmedi')
  await press('Göster')
  await act(async () => button('Kapat').focus())
  state.runs = [another]
  await press('Kapat')
  ;(await server.next(`POST /api/admin/imports/${RUN.id}/seen`)).reply(200, { success: true })
  await hides('liste.xlsx')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Excel aktarımları')
})

test('an import that failed or was interrupted is reported as having changed nothing', async () => {
  const failed: ImportRun = { ...RUN, state: 'failed', failure: 'Excel dosyası işlenirken hata oluştu' }
  const { says, press } = await opened([failed, { ...RUN, id: RUN.id.replace('6', '7'), state: 'interrupted' }])
  await says('2 aktarımın sonucu görülmedi')
  await press('Göster')
  await says('liste.xlsx aktarılamadı. Excel dosyası işlenirken hata oluştu. Hiçbir satır işlenmedi.')
  await says('liste.xlsx yarıda kesildi. Sunucu aktarım sırasında kapandı. Hiçbir satır işlenmedi')
})

test('a supplier’s list is matched by barcode, and its import is found after the response was lost', async () => {
  const { act, server, state, alerts, says, press } = await opened([], { open: true })
  const summary: ImportSummary = { created: 0, updated: 0, errors: [], barcode_matches: 1201 }
  const row = { row: 2, product_name: 'Lor', changes: [] }
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: [new File(['satırlar'], 'liste.xlsx')] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await press('Önizle')
  const first = await server.next(IMPORT)
  expect(first.query).toEqual({ warehouse: 'Gecici Depo', preview: '1' })
  const taken = { ...row, action: 'error', errors: ['Satır 2: Barkod "1" bu depoda başka bir üründe kullanılıyor'] }
  first.reply(200, { ...summary, rows: [taken] })
  await says('1.201 satırın barkodu bu depodaki ürünlerde kayıtlıBu satırlarda ID yok. Barkodla eşlemezseniz')
  await act(async () => field('Barkodla eşle: bu satırlar o ürünleri güncellesin').click())
  const second = await server.next(IMPORT)
  expect(second.query).toEqual({ warehouse: 'Gecici Depo', preview: '1', match: 'barcode' })
  second.reply(200, {
    ...summary,
    updated: 1,
    rows: [{ ...row, action: 'updated', errors: [], lot: 'L1 · SKT 01.03.2026', notes: ['SKT geçti'] }],
  })
  await says('Güncellenecek1')
  await says('L1 · SKT 01.03.2026')
  await says('SKT geçti')
  await says('her biri barkodunun ürününü günceller')
  expect(document.body.textContent).not.toContain('eşlemezseniz')

  await accepts('İçe aktar')
  await press('İçe aktar')
  const sent = await server.next(IMPORT)
  expect(sent.query).toEqual({ warehouse: 'Gecici Depo', match: 'barcode' })
  await says('gönderilene kadar sayfadan ayrılmayın')
  const key = String(sent.headers['idempotency-key'])
  state.runs = [running({ key, done: 700 })]
  await says('700 / 1.201 satır işlendi')
  await says('sekmeyi kapatsanız da aktarım sürer')
  sent.drop()
  await says('700 / 1.201 satır işlendi')
  state.runs = [{ ...RUN, key, created: 0, updated: 1, refused: 0 }]
  await says('Aktarım tamamlandı')
  await says('Güncellenen1')
  expect(document.body.textContent).not.toContain('Sonuç önizlemeden farklı')
  expect(alerts).toEqual([])
})

test('neither a second press nor a held Enter on the button of the preview imports the file unread', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const { act, server, says, press } = await opened([], { open: true })
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: [new File(['satırlar'], 'liste.xlsx')] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const pressed = button('Önizle')
  await press('Önizle')
  const rows = [{ row: 2, product_name: 'Lor', changes: [], action: 'updated', errors: [] }]
  ;(await server.next(IMPORT)).reply(200, { created: 0, updated: 1, errors: [], rows })
  await says('Güncellenecek1')
  // It keeps the focus.
  expect(button('İçe aktar')).toBe(pressed)
  await press('İçe aktar')
  await accepts('İçe aktar')
  expect([server.untaken().includes(IMPORT), acceptsHeldEnter(pressed)]).toEqual([false, false])
  await press('İçe aktar')
  expect((await server.next(IMPORT)).query).toEqual({ warehouse: 'Gecici Depo' })
})

test('rows whose stock stays are counted as rows, since a product may have one for each of its lots', async () => {
  const { act, server, says, press } = await opened([], { open: true })
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: [new File(['satırlar'], 'partiler.xlsx')] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await press('Önizle')
  const row = { product_name: 'Lor', action: 'unchanged', changes: [], errors: [] }
  const rows = [
    { ...row, row: 2, lot: 'L1', stock_kept: { wanted: 6, on_hand: 1, arrived: 0, left: 5 } },
    { ...row, row: 3, lot: 'L2', stock_kept: { wanted: 30, on_hand: 3, arrived: 0, left: 0 } },
  ]
  ;(await server.next(IMPORT)).reply(200, { created: 0, updated: 0, errors: [], exported_at: RUN.started_at, rows })
  await says('2 satırın stoğu değiştirilmeyecek')
  await says('Bu satırların ürünleri dışa aktarımdan sonra hareket gördü')
  await says('Stoğu olduğu gibi kalanlar (2)')
})

test('the guide to the columns says that the rate is required if its default is not allowed', async () => {
  const { server, says } = await opened([], { open: true })
  await says('KDV OranıBoşsa 10')
  const choices = { vat_rates: [1, 20], units: ['ADET'], categories: ['Peynir'] }
  const settings = { company_name: 'Toptan', support_email: '', support_phone: '', ...choices }
  ;(await server.next('GET /api/settings')).reply(200, settings)
  await says('KDV OranıZorunlu')
})
