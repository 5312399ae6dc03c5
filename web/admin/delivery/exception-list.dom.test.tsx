import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'

const EXCEPTION = {
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  date: '2099-03-10',
  route_id: null,
  kind: 'closed',
  note: 'Sayım',
} as const

test('a deletion of an exception without reply is sent again, and counts as successful if the exception no longer exists', async () => {
  const { portal, act, alerts, says } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ExceptionList } = await import('./exception-list.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <ExceptionList exceptions={[EXCEPTION]} routes={[]} />
        <Toaster />
      </>
    )
  })
  await act(async () => document.querySelector<HTMLElement>('[aria-label^="Özel günü kaldır"]')?.click())
  const call = `DELETE /api/admin/delivery/exceptions/${EXCEPTION.id}`
  ;(await portal.next(call)).drop()
  ;(await portal.next(call)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('Özel gün kaldırıldı')
  expect(alerts).toEqual([])
})
