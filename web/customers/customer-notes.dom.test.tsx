import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { MARKETER, WIRE_CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

const CUSTOMER_ID = '93c24f3c-8f5d-4f4d-8f0f-000000000001'
const NOTE_ID = '93c24f3c-8f5d-4f4d-8f0f-000000000002'
const NOTES = `/api/customers/${CUSTOMER_ID}/notes`

let server: TestServer

beforeEach(async () => {
  server = await startServer()
  server.respond(`GET ${NOTES}`, ({ reply }) => reply(200, []))
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
})

async function openNotes(shown = 'Henüz not yok.') {
  const { useState } = await import('react')
  const { CustomerNotes } = await import('./customer-notes.tsx')
  const { queryClient } = await import('../queries.ts')
  const Notes = () => {
    const [text, setText] = useState('')
    return <CustomerNotes customerId={CUSTOMER_ID} companyName="Deniz Kafe" text={text} setText={setText} />
  }
  const { act, unmount } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Notes />
    </QueryClientProvider>,
  )
  await shows(() => document.body.textContent?.includes(shown) === true)
  const type = (note: string) => act(async () => typeNote(note))
  return { act, unmount, type }
}

function typeNote(note: string) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(newNote(), note)
  newNote().dispatchEvent(new Event('input', { bubbles: true }))
}

function newNote(): HTMLTextAreaElement {
  const found = document.querySelector('textarea')
  if (!found) throw new Error('There is no field for a new note')
  return found
}

test('a note that an expired session interrupts is restored for the same user', async () => {
  const { startSession } = await import('../current-session.ts')
  const { storedFormsMessage } = await import('../forms/stored-forms.ts')
  const { act, unmount, type } = await openNotes()
  await type('Cumaları teslimat yok')
  await act(async () => button('Not ekle').click())
  ;(await server.next(`POST ${NOTES}`)).refuse(401, 'session_ended', 'Oturumunuz sona erdi')
  await shows(() => localStorage.getItem('session-end') === 'ended')
  await unmount()
  startSession(MARKETER)
  expect(storedFormsMessage()).toContain('(Yeni not · Deniz Kafe)')
  await openNotes()
  expect(newNote().value).toBe('Cumaları teslimat yok')
})

test('without a network a note cannot be added, and the form explains why', async () => {
  const { act, type } = await openNotes()
  await type('Cumaları teslimat yok')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => dispatchEvent(new Event('offline')))
  expect(button('Not ekle').matches(':disabled')).toBe(true)
  expect(document.querySelector('output')?.textContent).toContain('İnternet bağlantısı yok.')
  await act(async () => newNote().form?.requestSubmit())
  expect([newNote().value, server.untaken()]).toEqual(['Cumaları teslimat yok', []])
})

test('leaving the page with a typed note requires a confirmation; a note that could not be added stays', async () => {
  const { confirmLeave } = await import('../ui/leave-guard.ts')
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { act, type } = await openNotes()
  expect([confirmLeave(), confirm.mock.calls.length]).toEqual([true, 0])
  await type('Cumaları teslimat yok')
  await act(async () => button('Not ekle').click())
  ;(await server.next(`POST ${NOTES}`)).refuse(502, 'unexpected', 'Not eklenemedi')
  await shows(() => document.querySelector('[role=alert]') !== null)
  expect([newNote().value, confirmLeave()]).toEqual(['Cumaları teslimat yok', false])
  expect(confirm).toHaveBeenLastCalledWith('Eklemediğiniz not kaybolur. Devam edilsin mi?')
  await type('')
  expect(confirmLeave()).toBe(true)
})

test('a note that a marketer’s deletion does not find is not reported as deleted: it may be another marketer’s by now', async () => {
  const { toast } = await import('../ui/toaster.tsx')
  const toasts = (['success', 'info'] as const).map(kind => vi.spyOn(toast, kind))
  const author = { author_id: MARKETER.user.id, author_name: 'Mehmet', author_role: 'marketer' }
  const note = { id: NOTE_ID, text: 'Cumaları teslimat yok', ...author, created_at: '2026-03-10T07:00:00.000Z' }
  server.respond(`GET ${NOTES}`, ({ reply }) => reply(200, [note]))
  const { act } = await openNotes(note.text)
  await act(async () => document.querySelector<HTMLElement>(`[aria-label="Notu sil: ${note.text}"]`)?.click())
  await shows(() => document.querySelector('[role=alertdialog]') !== null)
  await act(async () => button('Notu sil').click())
  ;(await server.next(`DELETE /api/customer-notes/${NOTE_ID}`)).refuse(404, 'not_found')
  await shows(() => document.querySelector('[role=alertdialog]') === null)
  expect(toasts.flatMap(({ mock }) => mock.calls)).toEqual([['Not artık listenizde yok']])
})

test('closing the admin’s sheet with a typed note requires a confirmation', async () => {
  const { useState } = await import('react')
  const { NotesSheet } = await import('../admin/customers/notes.tsx')
  const { UsesNativeConfirm } = await import('../ui/leave-guard.ts')
  const { queryClient } = await import('../queries.ts')
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const Customer = () => {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Notlar
        </button>
        {isOpen && <NotesSheet id={CUSTOMER_ID} onClose={() => setOpen(false)} />}
      </>
    )
  }
  const { act } = await openScreen(
    <UsesNativeConfirm value={true}>
      <QueryClientProvider client={queryClient}>
        <Customer />
      </QueryClientProvider>
    </UsesNativeConfirm>,
  )
  server.respond(`GET /api/admin/customers/${CUSTOMER_ID}`, ({ reply }) =>
    reply(200, { ...WIRE_CUSTOMER, id: CUSTOMER_ID, company_name: 'Çınaraltı', total_orders: 0 }),
  )
  await act(async () => button('Notlar').click())
  await shows(() => document.body.textContent?.includes('Henüz not yok.') === true)
  const close = async () => {
    await act(async () => document.querySelector<HTMLElement>('[aria-label=Kapat]')?.click())
    return document.querySelector('[role=dialog]') === null
  }
  await act(async () => typeNote('Cumaları teslimat yok'))
  expect([await close(), newNote().value]).toEqual([false, 'Cumaları teslimat yok'])
  expect(confirm).toHaveBeenLastCalledWith('Eklemediğiniz not kaybolur. Devam edilsin mi?')
  confirm.mockReturnValue(true)
  expect(await close()).toBe(true)
  await act(async () => button('Notlar').click())
  confirm.mockClear()
  expect([await close(), confirm.mock.calls]).toEqual([true, []])
})

test('a note whose reply was lost is sent again with the same key', async () => {
  const { act, type } = await openNotes()
  await type('Cumaları teslimat yok')
  await act(async () => button('Not ekle').click())
  const lost = await server.next(`POST ${NOTES}`)
  lost.drop()
  const again = await server.next(`POST ${NOTES}`)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(201, {
    id: NOTE_ID,
    created_at: '2026-03-10T07:00:00.000Z',
    author_id: MARKETER.user.id,
    author_name: MARKETER.user.name,
    author_role: 'marketer',
    text: 'Cumaları teslimat yok',
  })
  await shows(() => newNote().value === '')
})

test('the form states which exports of personal data contain the note', async () => {
  await openNotes()
  const text = document.querySelector('form')?.textContent
  expect(text).toContain('Müşterinin indirdiği kişisel verilerde yoktur, yöneticinin indirdiklerinde vardır.')
})
