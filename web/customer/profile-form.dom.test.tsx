import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { field, openScreen, typeIn } from '../testing/screen.ts'

test('the error of a password field that has appeared gets the focus before those of the fields below it', async () => {
  const { startSession } = await import('../session.ts')
  const { ProfileForm } = await import('./profile-form.tsx')
  const { queryClient } = await import('../queries.ts')
  await startPortal()
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
