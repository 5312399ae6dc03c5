import { expect, test } from 'vitest'
import { deleteOrderList } from '#contract/order-lists.ts'
import { CUSTOMER, EMPTY_LIST } from './testing/samples.ts'
import { button, openScreen, shows } from './testing/screen.ts'
import { startServer } from './testing/scripted-server.ts'

const DELETE = `DELETE /api/lists/${EMPTY_LIST.id}`

test('a deletion without a reply is sent once more, and a 404 then counts as success', async () => {
  const server = await startServer()
  const { startSession } = await import('./current-session.ts')
  startSession(CUSTOMER)
  const { useDeleteCommand } = await import('./delete-command.ts')
  const replies: unknown[] = []
  function Deleting() {
    const { run } = useDeleteCommand(deleteOrderList, { showError: 'alert', onDeleted: reply => replies.push(reply) })
    return (
      <button type="button" onClick={() => void run({ params: { id: EMPTY_LIST.id } })}>
        Sil
      </button>
    )
  }
  const { act } = await openScreen(<Deleting />)
  await act(async () => button('Sil').click())
  ;(await server.next(DELETE)).drop()
  ;(await server.next(DELETE)).refuse(404, 'not_found', 'Bulunamadı')
  await shows(() => replies.length > 0)
  expect(replies).toEqual([undefined])
})
