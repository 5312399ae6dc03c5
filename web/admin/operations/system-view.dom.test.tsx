import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'

const times = { started_at: '2026-03-10T00:30:00.000Z', finished_at: '2026-03-10T00:31:00.000Z' }
const EARLIER = {
  started_at: '2026-03-09T00:30:00.000Z',
  finished_at: '2026-03-09T00:31:00.000Z',
  file: 'portal-0309.backup',
  bytes: 1000,
  problem: null,
}

async function openSystem(last: object, last_success: object | null) {
  const screen = await openAdminScreen('/admin/dashboard?tab=reports&view=system', async () => {
    const { SystemView } = await import('./system-view.tsx')
    return <SystemView chooser={null} />
  })
  screen.server.respond('GET /api/admin/mails', one => one.reply(200, []))
  ;(await screen.server.next('GET /api/admin/operations')).reply(200, {
    mails: { waiting: 0, given_up: 0 },
    backups: { is_enabled: true, last, last_success },
    sessions: [],
    versions: { program: '1', schema: '72', postgres: '18', node: '24' },
    started_at: times.started_at,
  })
  return screen
}

test.each([null, EARLIER])(
  'a backup that could not be copied is shown as made (earlier success: %j)',
  async earlier => {
    const copyless = {
      ...times,
      file: 'portal-0310.backup',
      bytes: 2000,
      problem: "ENOENT: no such file, stat '/copies'",
    }
    const { says } = await openSystem(copyless, earlier)
    await says('10.03.2026 03:30 tarihli yedek alındı, kopyası alınamadı')
    await says('portal-0310.backup')
    for (const text of ['portal-0309.backup', 'Henüz y']) expect(document.body.textContent).not.toContain(text)
  },
)

test('after a backup that was not made the earlier one is shown', async () => {
  const { says } = await openSystem({ ...times, file: null, bytes: null, problem: 'ENOSPC' }, EARLIER)
  await says('10.03.2026 03:30 tarihli yedek alınamadı')
  await says('portal-0309.backup')
})
