import { expect, test, vi } from 'vitest'
import { ADMIN, WIRE_CUSTOMER } from '../../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../../testing/screen.ts'
import { startServer } from '../../testing/scripted-server.ts'

const READ = `GET /api/admin/customers/${WIRE_CUSTOMER.id}`
const DELETE = `DELETE /api/admin/customers/${WIRE_CUSTOMER.id}`

/** Presses a button that deletes the customer, whose confirmation is answered so. */
async function askForDeletion({ agrees }: { agrees: boolean }) {
  const server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  const { useCustomerDeletion } = await import('./customer-deletion.ts')
  const deleted: string[] = []
  const alerts: string[] = []
  const questions: string[] = []
  vi.stubGlobal('confirm', (text: string) => questions.push(text) > 0 && agrees)
  vi.stubGlobal('alert', (text: string) => alerts.push(text))
  function Deleting() {
    const run = useCustomerDeletion(id => deleted.push(id))
    return (
      <button type="button" onClick={() => void run(WIRE_CUSTOMER)}>
        Sil
      </button>
    )
  }
  const { Toaster } = await import('../../ui/toaster.tsx')
  stubResizeObserver()
  const { act } = await openScreen(
    <>
      <Deleting />
      <Toaster />
    </>,
  )
  await act(async () => button('Sil').click())
  ;(await server.next(READ)).reply(200, WIRE_CUSTOMER)
  return { server, deleted, alerts, questions }
}

async function sendDeletion() {
  const asked = await askForDeletion({ agrees: true })
  return { ...asked, sent: await asked.server.next(DELETE) }
}

async function loseDeletion() {
  const { sent, ...deletion } = await sendDeletion()
  sent.drop()
  return deletion
}

test('the question before a deletion names all that is deleted with the customer, and a refusal deletes nothing', async () => {
  const { server, deleted, questions } = await askForDeletion({ agrees: false })
  await shows(() => questions.length > 0)
  expect(questions).toEqual([
    expect.stringMatching(
      /^Lezzet Lokantası silinsin mi\?[^]*3 siparişi, teklif talepleri, düzenli siparişleri ve listeleri de silinecek/,
    ),
  ])
  expect([server.untaken(), deleted]).toEqual([[], []])
})

test('after a deletion the number of deleted orders is shown', async () => {
  const { sent, deleted } = await sendDeletion()
  sent.reply(200, { success: true, deleted_orders: 4 })
  await shows(() => document.body.textContent.includes('4 sipariş silindi'))
  expect(deleted).toEqual([WIRE_CUSTOMER.id])
})

test('a deletion of a customer that is already deleted counts as successful', async () => {
  const { sent, deleted, alerts } = await sendDeletion()
  sent.refuse(404, 'not_found', 'Kayıt bulunamadı')
  await shows(() => deleted.length + alerts.length > 0)
  expect([deleted, alerts]).toEqual([[WIRE_CUSTOMER.id], []])
})

test('a deletion that got no reply counts as successful if the customer no longer exists', async () => {
  const { server, deleted, alerts } = await loseDeletion()
  server.respond(READ, ({ refuse }) => refuse(404, 'not_found'))
  await shows(() => deleted.length + alerts.length > 0)
  expect([deleted, alerts]).toEqual([[WIRE_CUSTOMER.id], []])
})

test('a deletion without reply fails if the customer still exists, and is reported as unknown if that cannot be checked', async () => {
  const first = await loseDeletion()
  first.server.respond(READ, ({ reply }) => reply(200, WIRE_CUSTOMER))
  await shows(() => first.alerts.length === 1)
  const second = await loseDeletion()
  second.server.respond(READ, ({ drop }) => drop())
  await shows(() => second.alerts.length === 1)
  expect(first.alerts[0]).not.toContain('bilinmiyor')
  expect(second.alerts[0]).toContain('silinip silinmediği bilinmiyor')
  expect([first.deleted, second.deleted]).toEqual([[], []])
})
