import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { field, shows, typeIn } from '../../testing/screen.ts'

const NONE = { orders: 0, revenue: 0 }
const COMPARED = { ...NONE, before: NONE }
/** A minute before midnight in Istanbul. */
const LATE = Date.parse('2026-03-10T20:59:00.000Z')

async function openReports() {
  const screen = await openAdminScreen('/admin/dashboard?tab=reports', async () => {
    const { ReportsView } = await import('./reports-view.tsx')
    return <ReportsView chooser={null} />
  })
  const { server, act } = screen
  const revenue = { today: COMPARED, this_week: COMPARED, this_month: COMPARED, total: NONE }
  server.respond('GET /api/admin/reports/revenue', ({ reply }) => reply(200, revenue))
  server.respond('GET /api/admin/reports/products', ({ query, reply }) =>
    reply(200, { ...query, by_quantity: [], by_revenue: [] }),
  )
  const periods: string[] = []
  server.respond('GET /api/admin/reports/sales', ({ query, reply }) => {
    periods.push(`${query['from']} ${query['to']}`)
    const lists = { by_day: [], by_status: [], by_category: [], by_marketer: [], top_customers: [] }
    reply(200, { ...query, total: NONE, before: { ...NONE, ...query, until: null }, ...lists })
  })
  const radio = (label: string) => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)
    return found?.querySelector('input')
  }
  return { act, radio, showsPeriod: (period: string) => shows(() => periods.at(-1) === period) }
}

test('a chosen span of days ends today, also after midnight', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: LATE })
  const { act, radio, showsPeriod } = await openReports()
  await showsPeriod('2026-02-09 2026-03-10')
  await act(async () => radio('7 gün')?.click())
  await showsPeriod('2026-03-04 2026-03-10')
  await act(async () => vi.advanceTimersByTime(2 * 60_000))
  await showsPeriod('2026-03-05 2026-03-11')
  expect(radio('7 gün')?.checked).toBe(true)
  await act(async () => typeIn(field('Başlangıç'), '01.03.2026'))
  await showsPeriod('2026-03-01 2026-03-11')
  expect(radio('7 gün')?.checked).toBe(false)
  await act(async () => radio('7 gün')?.click())
  // Its report may be loaded already, so that no request shows its days.
  expect(radio('7 gün')?.checked).toBe(true)
})
