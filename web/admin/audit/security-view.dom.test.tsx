import { expect, test } from 'vitest'
import type { SecurityEntry } from '#contract/security-log.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button, shows } from '../../testing/screen.ts'

const EXPORT: SecurityEntry = {
  id: 1,
  created_at: '2026-03-10T07:00:00.000Z',
  event: 'exported',
  account: null,
  actor: { id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55', role: 'admin', name: 'Ayşe', username: 'ayse' },
  address: '127.0.0.1',
  request_id: null,
  operation: 'getAdminReportsCustomersExcel',
  code: null,
  times: 1,
}

test('an export of personal data names its admin as account and as actor', async () => {
  const { server, says } = await openAdminScreen('/admin/dashboard?tab=reports&view=security&entry=1', async () => {
    const { SecurityView } = await import('./security-view.tsx')
    return <SecurityView chooser={null} />
  })
  server.respond('GET /api/admin/security-log', ({ reply }) => reply(200, [EXPORT]))
  await says('HesapAyşe · ayse (Yönetici)İşlemi yapanAyşe · ayse (Yönetici)')
})

const FILTERS = 'event=wrong_login&person=ay%C5%9Fe&address=127&from=2026-03-01&to=2026-03-31'

test.each([
  ['Bu kişinin kayıtları', { person: EXPORT.actor?.id }, 'Kişi: Ayşe · ayse (Yönetici)'],
  ['Bu adresin kayıtları', { address: '127.0.0.1' }, 'İstemci adresi: 127.0.0.1'],
])('%s is the only filter, by exactly that account or address', async (label, wanted, chip) => {
  const { server, act, says } = await openAdminScreen(
    `/admin/dashboard?tab=reports&view=security&${FILTERS}&entry=1`,
    async () => {
      const { SecurityView } = await import('./security-view.tsx')
      return <SecurityView chooser={null} />
    },
  )
  const queries: Record<string, string>[] = []
  server.respond('GET /api/admin/security-log', ({ query, reply }) => {
    queries.push(query)
    reply(200, [EXPORT])
  })
  await says(label)
  await act(async () => button(label).click())
  await shows(() => queries.length === 2)
  const { limit: _, ...filter } = queries[1] ?? {}
  expect(filter).toEqual(wanted)
  const { tab: __, view: ___, ...shown } = Object.fromEntries(new URLSearchParams(location.search))
  expect(shown).toEqual(wanted)
  const chips = document.querySelectorAll('[aria-label="Etkin filtreler"] li')
  expect(chips[0]?.textContent).toBe(chip)
  expect(document.querySelector<HTMLInputElement>('input[aria-label="Kişi adı veya kullanıcı adı"]')?.value).toBe('')
})
