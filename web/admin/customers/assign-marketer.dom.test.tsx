import { expect, test } from 'vitest'
import type { Marketer } from '#contract/marketers.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { ADMIN, OTHER_CUSTOMER, WIRE_CUSTOMER } from '../../testing/samples.ts'
import { button, shows } from '../../testing/screen.ts'

const ZEYNEP: Marketer = {
  id: '5b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  name: 'Zeynep',
  username: 'zeynep',
  is_active: true,
  customer_count: 2,
}
const IDS = Array.from({ length: 6 }, (_, i) => `0000000${i}-93c2-4f3c-8f5d-6f4d1f0f8a12`)

test('another user who logs in ends the assignment of customers, and is not told of it', async () => {
  const ended: string[][] = []
  const { act, server, alerts } = await openAdminScreen('/admin/dashboard', async () => {
    const { AssignMarketerDialog } = await import('./assign-marketer.tsx')
    return <AssignMarketerDialog open onOpenChange={() => undefined} ids={IDS} onDone={ids => ended.push(ids)} />
  })
  ;(await server.next('GET /api/admin/marketers')).reply(200, [ZEYNEP])
  await shows(() => document.querySelectorAll('option').length > 2)
  await act(async () => {
    const select = document.querySelector('select')!
    select.value = ZEYNEP.id
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await act(async () => button('Ata').click())
  const [first, ...others] = await Promise.all(IDS.slice(0, 4).map(id => server.next(`PUT /api/admin/customers/${id}`)))
  expect(first?.headers.authorization).toBe(`Bearer ${ADMIN.token}`)
  const { startSession } = await import('../../session.ts')
  await act(async () => startSession({ ...ADMIN, token: 'next', user: { ...ADMIN.user, id: OTHER_CUSTOMER.user.id } }))
  first?.drop()
  for (const { reply } of others) reply(200, { success: true, customer: WIRE_CUSTOMER })
  await shows(() => server.untaken().length > 0 || !document.body.textContent.includes('Durdur'))
  expect([server.untaken(), ended, alerts]).toEqual([[], [], []])
})
