import { test } from 'vitest'
import type { SecurityEntry } from '#contract/security-log.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'

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
  const { portal, says } = await openAdminScreen('/admin/dashboard?tab=reports&view=security&entry=1', async () => {
    const { SecurityView } = await import('./security-view.tsx')
    return <SecurityView chooser={null} />
  })
  portal.respond('GET /api/admin/security-log', ({ reply }) => reply(200, [EXPORT]))
  await says('HesapAyşe · ayse (Yönetici)İşlemi yapanAyşe · ayse (Yönetici)')
})
