import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { ADMIN } from '../testing/samples.ts'

const openShell = (address: string) =>
  openAdminScreen(address, async () => {
    const { AdminShell } = await import('./shell.tsx')
    return <AdminShell menu={[]}>İçerik</AdminShell>
  })

test.each([
  ['/admin/dashboard?tab=customers', 'Musteriler'],
  ['/admin/phone-order', 'Siparisler'],
  ['/admin/recall?lot_id=1', undefined],
])('at %s the menu marks %s', async (address, label) => {
  await openShell(address)
  expect(document.querySelector('nav [aria-current=page]')?.textContent).toBe(label)
})

test('a logout before the outbox is loaded asks about orders that wait in it', async () => {
  // The page is never idle, so only the logout loads the outbox.
  vi.stubGlobal('requestIdleCallback', () => undefined)
  const { updateStored } = await import('../pwa/database.ts')
  await updateStored('outbox', 'key', () => ({ user_id: ADMIN.user.id }))
  const { act, says } = await openShell('/admin/dashboard')
  const press = (name: string) =>
    act(async () =>
      Array.from(document.querySelectorAll('button'))
        .find(({ ariaLabel, textContent }) => ariaLabel === name || textContent === name)
        ?.click(),
    )
  const { outboxCount } = await import('../pwa/outbox-counts.ts')
  await press(`Hesap: ${ADMIN.user.name}`)
  await says('Çıkış Yap')
  expect(outboxCount()).toBeUndefined()
  await press('Çıkış Yap')
  await says('Bekleyen siparişiniz var')
  const { session } = await import('../current-session.ts')
  expect(session()?.token).toBe(ADMIN.token)
  await press('Yine de çıkış yap')
  expect(session()?.token).toBeUndefined()
})
