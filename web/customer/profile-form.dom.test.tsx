import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Profile } from '#contract/customers.ts'
import { expireSession } from '../testing/expired-session.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('a profile that was changed since the login also changes the names of the session', async () => {
  stubResizeObserver()
  const server = await startServer()
  const { session, startSession } = await import('../current-session.ts')
  const { ProfileDialog } = await import('./profile-dialog.tsx')
  const { queryClient } = await import('../queries.ts')
  startSession(CUSTOMER)
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <ProfileDialog open onOpenChange={() => undefined} />
    </QueryClientProvider>,
  )
  const { reply } = await server.next('GET /api/auth/profile')
  reply(200, { ...CUSTOMER.user, username: 'yeni', company_name: 'Yeni Ad', email_verified: true })
  await shows(() => session()?.user.username === 'yeni')
  expect(session()?.user).toMatchObject({ company_name: 'Yeni Ad' })
})

test('the error of a password field that has appeared gets the focus before those of the fields below it', async () => {
  const { startSession } = await import('../current-session.ts')
  const { ProfileForm } = await import('./profile-form.tsx')
  const { queryClient } = await import('../queries.ts')
  await startServer()
  startSession(CUSTOMER)
  const profile = { ...CUSTOMER.user, email_verified: true }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <ProfileForm id="profile" profile={profile} onChanged={() => undefined} onSave={async () => undefined} />
    </QueryClientProvider>,
  )
  await act(async () => typeIn(field('E-posta'), 'yeni@ornek.com.tr'))
  await act(async () => typeIn(field('Telefon'), '0'.repeat(41)))
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(field('Telefon').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Mevcut şifre'))
})

test('a profile that an ended session has kept does not replace newer values without the customer’s choice', async () => {
  const { startSession } = await import('../current-session.ts')
  const { ProfileForm } = await import('./profile-form.tsx')
  const { queryClient } = await import('../queries.ts')
  await startServer()
  const saved: unknown[] = []
  const open = (change: Partial<Profile>) => {
    startSession(CUSTOMER)
    const profile = { ...CUSTOMER.user, email_verified: true, ...change }
    const save = async (body: unknown) => void saved.push(body)
    return openScreen(
      <QueryClientProvider client={queryClient}>
        <ProfileForm id="profile" profile={profile} onChanged={() => undefined} onSave={save} />
      </QueryClientProvider>,
    )
  }
  const first = await open({ company_name: 'Lezzet', phone: '0212' })
  await first.act(async () => typeIn(field('Firma adı'), 'Lezzet A.Ş.'))
  await first.act(async () => typeIn(field('Telefon'), '0532'))
  await expireSession(first)
  const { act } = await open({ company_name: 'Lezzet', phone: '0533' })
  expect([field('Firma adı').value, field('Telefon').value]).toEqual(['Lezzet A.Ş.', '0532'])
  expect(document.body.textContent.match(/Bu arada değişti: \d+/g)).toEqual(['Bu arada değişti: 0533'])
  await act(async () => button('Onunkini al: Telefon').click())
  expect(document.body.textContent).not.toContain('Bu arada değişti')
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(saved).toEqual([{ company_name: 'Lezzet A.Ş.' }])
})
