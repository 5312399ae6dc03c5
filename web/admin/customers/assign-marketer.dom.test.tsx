import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Customer } from '#contract/customers.ts'
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

/**
 * Opens the dialog for these customers, of which the list shows the first, chooses the marketer, and assigns them.
 * `selected` are the marketers of those that were selected without being shown.
 */
async function assign(ids: string[], selected: [string, string | null][] = []) {
  const ended: string[][][] = []
  const customers = [{ ...z.parse(Customer, WIRE_CUSTOMER), id: ids[0] ?? '' }]
  const screen = await openAdminScreen('/admin/dashboard', async () => {
    const { AssignMarketerDialog } = await import('./assign-marketer.tsx')
    const props = { ids, customers, seen: new Map(selected), onOpenChange: () => undefined }
    return <AssignMarketerDialog open {...props} onDone={(...left) => ended.push(left)} />
  })
  const { act, server } = screen
  ;(await server.next('GET /api/admin/marketers')).reply(200, [ZEYNEP])
  await shows(() => document.querySelectorAll('option').length > 2)
  await act(async () => {
    const select = document.querySelector('select')!
    select.value = ZEYNEP.id
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await act(async () => button('Ata').click())
  return { ...screen, ended }
}

test('a customer whose marketer another admin has changed since the list showed it is told from other refused ones', async () => {
  const [first = '', second = '', third = ''] = IDS
  const [, other = null] = IDS.toReversed()
  // The list may show another marketer than the one at the selection.
  const { server, ended, alerts } = await assign(
    [first, second, third],
    [
      [first, other],
      [second, other],
    ],
  )
  const [shown, selected, unseen] = await Promise.all(
    [first, second, third].map(id => server.next(`PUT /api/admin/customers/${id}`)),
  )
  const assigned_marketer_id = ZEYNEP.id
  expect([shown, selected, unseen].map(exchange => JSON.parse(exchange?.body ?? ''))).toEqual([
    { assigned_marketer_id, seen: { assigned_marketer_id: WIRE_CUSTOMER.assigned_marketer_id } },
    { assigned_marketer_id, seen: { assigned_marketer_id: other } },
    { assigned_marketer_id, seen: {} },
  ])
  shown?.refuse(409, 'customer_changed', 'Müşterinin bilgileri siz bakarken değişti')
  selected?.reply(200, { success: true, customer: WIRE_CUSTOMER })
  unseen?.refuse(400, 'marketer_not_found', 'Seçilen pazarlamacı bulunamadı')
  await shows(() => alerts.length === 1)
  expect([ended, alerts]).toEqual([
    [[[first, third], [first]]],
    [
      '2 müşteri değiştirilemedi; seçili kaldı.\nMüşterinin bilgileri siz bakarken değişti\nSeçilen pazarlamacı bulunamadı',
    ],
  ])
})

test('another user who logs in ends the assignment of customers, and is not told of it', async () => {
  const { act, server, alerts, ended } = await assign(IDS)
  const [first, ...others] = await Promise.all(IDS.slice(0, 4).map(id => server.next(`PUT /api/admin/customers/${id}`)))
  expect(first?.headers.authorization).toBe(`Bearer ${ADMIN.token}`)
  const { startSession } = await import('../../current-session.ts')
  await act(async () => startSession({ ...ADMIN, token: 'next', user: { ...ADMIN.user, id: OTHER_CUSTOMER.user.id } }))
  first?.drop()
  for (const { reply } of others) reply(200, { success: true, customer: WIRE_CUSTOMER })
  await shows(() => server.untaken().length > 0 || !document.body.textContent.includes('Durdur'))
  expect([server.untaken(), ended, alerts]).toEqual([[], [], []])
})
