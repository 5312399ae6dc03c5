import { expect, test, vi } from 'vitest'
import { startPortal } from '../../testing/portal.ts'
import { ADMIN } from '../../testing/samples.ts'
import { button, openScreen, shows } from '../../testing/screen.ts'

const ID = '00000001-93c2-4f3c-8f5d-6f4d1f0f8a12'
const CUSTOMER = {
  id: ID,
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'a@ornek.com.tr',
  phone: '',
  address: '',
  is_active: true,
  email_verified: true,
  assigned_marketer_id: null,
  assigned_marketer_name: null,
  min_remaining_days: null,
  total_orders: 3,
  total_spent: 0,
  created_at: '2026-03-10T07:00:00.000Z',
}
const READ = `GET /api/admin/customers/${ID}`
const DELETE = `DELETE /api/admin/customers/${ID}`

/** A button that deletes the customer, pressed and confirmed, after which the request is lost. */
async function loseDeletion() {
  const portal = await startPortal()
  const { startSession } = await import('../../session.ts')
  startSession(ADMIN)
  const { useDeletion } = await import('./customer-change.ts')
  const deleted: string[] = []
  const alerts: string[] = []
  vi.stubGlobal('confirm', () => true)
  vi.stubGlobal('alert', (text: string) => alerts.push(text))
  function Deleting() {
    const run = useDeletion(id => deleted.push(id))
    return (
      <button type="button" onClick={() => void run(CUSTOMER)}>
        Sil
      </button>
    )
  }
  const { act } = await openScreen(<Deleting />)
  await act(async () => button('Sil').click())
  ;(await portal.next(READ)).reply(200, CUSTOMER)
  ;(await portal.next(DELETE)).drop()
  return { portal, deleted, alerts }
}

test('a customer whose deletion got no reply is looked up, and not said to exist', async () => {
  const { portal, deleted, alerts } = await loseDeletion()
  portal.respond(READ, ({ refuse }) => refuse(404, 'not_found'))
  await shows(() => deleted.length + alerts.length > 0)
  expect([deleted, alerts]).toEqual([[ID], []])
})

test('a deletion that did not arrive fails, and one that cannot be looked up is said to be unknown', async () => {
  const first = await loseDeletion()
  first.portal.respond(READ, ({ reply }) => reply(200, CUSTOMER))
  await shows(() => first.alerts.length === 1)
  const second = await loseDeletion()
  second.portal.respond(READ, ({ drop }) => drop())
  await shows(() => second.alerts.length === 1)
  expect(first.alerts[0]).not.toContain('bilinmiyor')
  expect(second.alerts[0]).toContain('silinip silinmediği bilinmiyor')
  expect([first.deleted, second.deleted]).toEqual([[], []])
})
