import { test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { DELIVERY_ROUTE, DELIVERY_SETTINGS } from '../../testing/samples.ts'

test.each([
  ['16:00', 0, "aynı gün 16:00'ya kadar"],
  ['16:30', 1, "1 gün önce 16:30'a kadar"],
  ['00:00', 0, "1 gün önce 24:00'e kadar"],
  ['00:00', 1, "2 gün önce 24:00'e kadar"],
])('the cut-off at %s, %i days before, is shown as “%s”', async (cutoff_time, days_before, expected) => {
  const { says } = await openAdminScreen('/admin/dashboard?tab=customers&view=delivery', async () => {
    const { RouteTable } = await import('./route-table.tsx')
    const routes = [{ ...DELIVERY_ROUTE, cutoff_time, days_before }]
    const rules = { settings: DELIVERY_SETTINGS, routes, exceptions: [] }
    return <RouteTable rules={rules} onEdit={() => undefined} onCustomers={() => undefined} />
  })
  await says(expected)
})
