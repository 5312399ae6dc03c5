import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { shows } from '../../testing/screen.ts'

const MAIL = {
  id: '7b0e4a10-93c2-4f3c-8f5d-6f4d1f0f8a12',
  kind: 'recovery',
  recipient: 'lezzet@ornek.com.tr',
  created_at: '2026-03-10T07:00:00.000Z',
  tries: 1,
  next_at: '2026-03-10T07:05:00.000Z',
  is_being_sent: false,
  gave_up_at: null,
  last_error: 'connect ECONNREFUSED',
} as const

const SECOND = { ...MAIL, id: '7b0e4a10-93c2-4f3c-8f5d-6f4d1f0f8a13', recipient: 'cinar@ornek.com.tr' }
const LIST = 'GET /api/admin/mails'

async function openMails(listed: readonly object[] = [MAIL], sheet = '') {
  const screen = await openAdminScreen(`/admin/dashboard?tab=reports&view=system${sheet}`, async () => {
    const { Mails } = await import('./mails.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <Mails givenUp={1} />
        <Toaster />
      </>
    )
  })
  ;(await screen.server.next(LIST)).reply(200, listed)
  screen.server.respond(LIST, one => one.reply(200, listed))
  await screen.says('Yeni şifre')
  const press = async (name: string) => {
    const found = Array.from(document.querySelectorAll('button')).find(
      one => one.textContent === name || one.getAttribute('aria-label')?.startsWith(name),
    )
    await screen.act(async () => found?.click())
  }
  return { ...screen, press }
}

test.each([
  ['Yeniden gönder:', `/${MAIL.id}/retry`, { success: true }, 'E-posta yeniden gönderilecek'],
  ['Vazgeç:', `/${MAIL.id}/give-up`, { success: true }, 'Gönderimden vazgeçildi'],
  ['Vazgeçilenleri yeniden gönder', '/retry-given-up', { retried: 0 }, 'Vazgeçilen e-posta yok'],
])('“%s” without a reply is sent again', async (name, path, reply, message) => {
  const { server, press, says } = await openMails()
  await press(name)
  const endpoint = `POST /api/admin/mails${path}`
  ;(await server.next(endpoint)).drop()
  ;(await server.next(endpoint)).reply(200, reply)
  await says(message)
})

test('retrying a mail that has already been sent is explained, not reported as “not found”', async () => {
  const { server, press, says } = await openMails()
  await press('Yeniden gönder:')
  ;(await server.next(`POST /api/admin/mails/${MAIL.id}/retry`)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('E-posta artık beklemiyor; bu arada gönderilmiş olabilir')
  expect(document.body.textContent).not.toContain('Kayıt bulunamadı')
})

test('any other refusal is reported by an alert', async () => {
  const { server, press, alerts } = await openMails()
  await press('Vazgeç:')
  ;(await server.next(`POST /api/admin/mails/${MAIL.id}/give-up`)).refuse(
    409,
    'mail_being_sent',
    'E-posta gönderiliyor',
  )
  await shows(() => alerts.length > 0)
  expect(alerts).toEqual(['E-posta gönderiliyor'])
})

test('the toast of a mail that was given up names it, and sends it after all', async () => {
  const { server, press, says } = await openMails()
  await press('Vazgeç:')
  ;(await server.next(`POST /api/admin/mails/${MAIL.id}/give-up`)).reply(200, { success: true })
  await says('Gönderimden vazgeçildi')
  await says(`Yeni şifre, ${MAIL.recipient}`)
  await press('Geri al')
  ;(await server.next(`POST /api/admin/mails/${MAIL.id}/retry`)).reply(200, { success: true })
  await says('E-posta yeniden gönderilecek')
})

test('a mail that has been sent keeps its row until the list is refreshed, so that no other row takes its place', async () => {
  const { server, act, says, press } = await openMails([MAIL, SECOND])
  const rows = () => document.querySelectorAll('tr[data-index]').length
  const { queryClient } = await import('../../queries.ts')
  server.respond(LIST, one => one.reply(200, [SECOND]))
  await act(async () => void queryClient.invalidateQueries())
  await says('Liste değişti, güncelle')
  expect(rows()).toBe(2)
  await press('Vazgeç:')
  ;(await server.next(`POST /api/admin/mails/${MAIL.id}/give-up`)).refuse(404, 'not_found')
  await says('bu arada gönderilmiş olabilir')
  await shows(() => rows() === 1)
})

test.each([
  ['two minutes ago', -120_000, true],
  ['in two minutes', 120_000, false],
])('of a mail whose next attempt was due %s the sheet says whether sending is paused', async (_, ahead, isPaused) => {
  const mail = { ...MAIL, next_at: new Date(Date.now() + ahead).toISOString() }
  const { says } = await openMails([mail], `&mail=${MAIL.id}`)
  await says('Sonraki deneme')
  expect(document.body.textContent?.includes('Gönderim duraklatıldı')).toBe(isPaused)
})
