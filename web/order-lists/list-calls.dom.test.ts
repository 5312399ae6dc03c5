import { expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'

const LIST = {
  id: '5b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  name: 'Mutfak',
  version: 1,
  updated_at: '2026-03-10T07:00:00.000Z',
  updated_by: 'Lezzet Lokantası',
  lines: [],
}

test('a list that is gone counts as deleted', async () => {
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { deleteList } = await import('./list-calls.ts')
  const deleted = deleteList(LIST)
  ;(await portal.next(`DELETE /api/lists/${LIST.id}`)).refuse(404, 'not_found', 'Bulunamadı')
  await expect(deleted).resolves.toBeUndefined()
})
