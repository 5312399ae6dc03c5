import { test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'

const REVERSED = 'from=2026-11-20&to=2026-11-01'
const SCREENS = {
  'audit trail': {
    endpoint: 'GET /api/admin/audit',
    load: async () => {
      const { AuditView } = await import('./audit-view.tsx')
      return <AuditView />
    },
  },
  'security log': {
    endpoint: 'GET /api/admin/security-log',
    load: async () => {
      const { SecurityView } = await import('./security-view.tsx')
      return <SecurityView chooser={null} />
    },
  },
}

test.each(Object.entries(SCREENS))(
  'the %s explains why a period that ends before it begins is empty',
  async (_, one) => {
    const { server, says } = await openAdminScreen(`/admin/dashboard?tab=reports&${REVERSED}`, one.load)
    ;(await server.next(one.endpoint)).reply(200, [])
    await says('Bitiş tarihi başlangıçtan önce; tarihlerin yerini değiştirin.')
  },
)
