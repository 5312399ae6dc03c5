import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { CUSTOMER, EMPTY_LIST } from '../testing/samples.ts'
import { button } from '../testing/screen.ts'

const GONE = `“${EMPTY_LIST.name}” silinmiş`
const OF = CUSTOMER.user.id

test('a list that another user deletes while it is shown is not silently replaced by the bought products', async () => {
  // jsdom has none, by which a reload is recognized.
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  const { portal, act, says } = await openAdminScreen(`/phone-order?tab=cart&list=${EMPTY_LIST.id}`, async () => {
    const { OrderLists } = await import('./order-lists.tsx')
    return <OrderLists of={OF} catalogue="/products" onTaken={() => undefined} />
  })
  const path = `GET /api/marketer/customers/${OF}`
  ;(await portal.next(`${path}/lists`)).reply(200, [EMPTY_LIST])
  ;(await portal.next(`${path}/guide`)).reply(200, { days: 90, lines: [] })
  await says('Bu listede ürün yok')
  expect(document.body.textContent).not.toContain(GONE)
  portal.respond(`${path}/lists`, one => one.reply(200, []))
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['lists']))
  await says(GONE)
  await act(async () => button('Tamam').click())
  expect(document.body.textContent).not.toContain(GONE)
})
