import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button, shows } from '../../testing/screen.ts'

const ENTRY: AuditEntry = {
  id: 1,
  created_at: '2026-03-10T07:00:00.000Z',
  actor_role: 'admin',
  actor_name: 'Ayşe',
  action: 'created',
  entity: 'order',
  entity_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  entity_name: '6f9c2c2e',
  before: null,
  after: null,
}

async function openTrail(query: string, entry: Partial<AuditEntry>) {
  const { server, act, says } = await openAdminScreen(`/admin/dashboard?tab=reports&${query}`, async () => {
    const { AuditView } = await import('./audit-view.tsx')
    return <AuditView />
  })
  server.respond('GET /api/admin/marketers', ({ reply }) => reply(200, []))
  const queries: Record<string, string>[] = []
  server.respond('GET /api/admin/audit', ({ query: asked, reply }) => {
    queries.push(asked)
    reply(200, [{ ...ENTRY, ...entry }])
  })
  return { act, says, queries }
}

test('the trail names the rules that an admin has overridden for an order, instead of their codes', async () => {
  const overridden = ['cutoff_passed', 'delivery_day_full', 'delivery_day_unavailable', 'minimum_not_reached']
  const { says } = await openTrail('entry=1', { after: { overridden } })
  await says('Son sipariş saati\nGünün kapasitesi\nTeslimat günleri\nEn az sipariş tutarı')
  expect(document.body.textContent).not.toContain('minimum_not_reached')
})

test('a corrected lot is shown with its product, which was not empty before', async () => {
  const after = { product_name: 'Ezine', code: 'L1', quantity: 8 }
  const before = { product_name: null, code: null, quantity: 10 }
  await openTrail('entry=1', { action: 'updated', entity: 'lot', before, after })
  const rows = () => Array.from(document.querySelectorAll<HTMLTableRowElement>('tr:has(th[scope=row])'))
  await shows(() => rows().length > 0)
  expect(rows().map(row => Array.from(row.cells, cell => cell.textContent))).toEqual([
    ['Ürün', 'Ezine'],
    ['Parti no', 'L1'],
    ['Miktar', '10', '8'],
  ])
})

test('the filter by the delivery settings does not show their id', async () => {
  const change = { action: 'updated', before: { fee: null }, after: { fee: 50 } }
  const settings = { entity: 'delivery_settings', entity_id: 'delivery', entity_name: null }
  await openTrail('entity=delivery_settings&entity_id=delivery', { ...change, ...settings })
  const chips = () => document.querySelector('[aria-label="Etkin filtreler"]')?.textContent ?? ''
  await shows(() => chips().includes('Kayıt: Teslimat ayarları'))
})

test('the whole history of a record has no other filter', async () => {
  const filters = 'name=6f9c&actor=ay%C5%9Fe&action=created&from=2026-03-01&to=2026-03-31'
  const { act, says, queries } = await openTrail(`${filters}&entry=1`, {})
  await says('Bu kaydın tüm geçmişi')
  await act(async () => button('Bu kaydın tüm geçmişi').click())
  const history = { entity: 'order', entity_id: ENTRY.entity_id }
  await shows(() => queries.at(-1)?.entity_id !== undefined)
  const { limit: _, ...filter } = queries.at(-1) ?? {}
  expect(filter).toEqual(history)
  const { tab, ...shown } = Object.fromEntries(new URLSearchParams(location.search))
  expect([tab, shown]).toEqual(['reports', history])
})
