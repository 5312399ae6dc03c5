import { expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER, EMPTY_LIST } from '../testing/samples.ts'

test('a deletion without a reply is sent once more, and a 404 then counts as success', async () => {
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { deleteList } = await import('./list-calls.ts')
  const deleted = deleteList(EMPTY_LIST)
  ;(await portal.next(`DELETE /api/lists/${EMPTY_LIST.id}`)).drop()
  ;(await portal.next(`DELETE /api/lists/${EMPTY_LIST.id}`)).refuse(404, 'not_found', 'Bulunamadı')
  await expect(deleted).resolves.toBeUndefined()
})
