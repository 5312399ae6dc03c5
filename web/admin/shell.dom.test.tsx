import { expect, test } from 'vitest'
import { openAdminScreen } from '../testing/admin-screen.tsx'

test.each([
  ['/admin/dashboard?tab=customers', 'Musteriler'],
  ['/admin/phone-order', 'Siparisler'],
  ['/admin/recall?lot_id=1', undefined],
])('at %s the menu marks %s', async (address, label) => {
  await openAdminScreen(address, async () => {
    const { AdminShell } = await import('./shell.tsx')
    return <AdminShell menu={[]}>İçerik</AdminShell>
  })
  expect(document.querySelector('nav [aria-current=page]')?.textContent).toBe(label)
})
