import { expect, test } from 'vitest'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { CUSTOMER, EMPTY_LIST } from '../testing/samples.ts'
import { button } from '../testing/screen.ts'

const GONE = `“${EMPTY_LIST.name}” silinmiş`
const OF = CUSTOMER.user.id
const PATH = `GET /api/marketer/customers/${OF}`

test('when another user deletes the shown list, the bought products replace it with a message', async () => {
  const { portal, act, says } = await openLists()
  const lists = await portal.next(`${PATH}/lists`)
  ;(await portal.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  lists.reply(200, [EMPTY_LIST])
  await says('Bu listede ürün yok')
  expect(document.body.textContent).not.toContain(GONE)
  portal.respond(`${PATH}/lists`, one => one.reply(200, []))
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['lists']))
  await says(GONE)
  await act(async () => button('Tamam').click())
  expect(document.body.textContent).not.toContain(GONE)
})

test('the URL of a deleted list shows that it was not found', async () => {
  const { portal, act, says } = await openLists()
  ;(await portal.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  const lists = await portal.next(`${PATH}/lists`)
  expect(document.body.textContent).not.toContain('bulunamadı')
  lists.reply(200, [])
  await says('Bu liste bulunamadı; yerine “Aldıklarım” gösteriliyor.')
  await act(async () => button('Tamam').click())
  expect(document.body.textContent).not.toContain('bulunamadı')
})

function openLists() {
  return openAdminScreen(`/phone-order?tab=cart&list=${EMPTY_LIST.id}`, async () => {
    const { OrderLists } = await import('./order-lists.tsx')
    return <OrderLists of={OF} catalogue="/products" onTaken={() => undefined} />
  })
}
