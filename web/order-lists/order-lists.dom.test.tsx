import { expect, test } from 'vitest'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { CUSTOMER, EMPTY_LIST } from '../testing/samples.ts'
import { button, stubResizeObserver } from '../testing/screen.ts'

const GONE = `“${EMPTY_LIST.name}” silinmiş`
const OTHER = { ...EMPTY_LIST, id: '00000000-0000-4000-8000-00000000000c', name: 'Bar' }
const QUESTION = 'Liste silinsin mi?'
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

test('the question before a deletion is not moved to another list when its own has disappeared', async () => {
  stubResizeObserver()
  const { portal, act, says } = await openLists()
  const lists = await portal.next(`${PATH}/lists`)
  ;(await portal.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  lists.reply(200, [EMPTY_LIST, OTHER])
  await says('Bu listede ürün yok')
  const menu = document.querySelector<HTMLElement>('[aria-label="Liste işlemleri"]')
  await act(async () => void menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const items = Array.from(document.querySelectorAll<HTMLElement>('[role=menuitem]'))
  await act(async () => items.find(({ textContent }) => textContent === 'Listeyi sil')?.click())
  await says(QUESTION)
  portal.respond(`${PATH}/lists`, one => one.reply(200, [OTHER]))
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['lists']))
  await says(GONE)
  const chooser = document.querySelector<HTMLSelectElement>('[aria-label=Liste]')
  await act(async () => {
    if (chooser) chooser.value = OTHER.id
    chooser?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await says('Bu listede ürün yok')
  expect(document.body.textContent).not.toContain(QUESTION)
})

function openLists() {
  return openAdminScreen(`/phone-order?tab=cart&list=${EMPTY_LIST.id}`, async () => {
    const { OrderLists } = await import('./order-lists.tsx')
    return <OrderLists of={OF} catalogue="/products" onTaken={() => undefined} />
  })
}
