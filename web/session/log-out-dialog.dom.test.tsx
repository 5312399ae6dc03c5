import { expect, test, vi } from 'vitest'
import { DRAFT } from '../testing/outbox-tab.ts'
import { ADMIN, CUSTOMER, MARKETER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const LEZZET = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }

test.each([
  { started: CUSTOMER, customer: null, cart: '/cart' },
  { started: MARKETER, customer: LEZZET, cart: '/marketer/dashboard?tab=cart' },
  { started: ADMIN, customer: LEZZET, cart: '/admin/phone-order?tab=cart' },
])(
  'an order that waits for a decision is shown from the logout: $started.role',
  async ({ started, customer, cart }) => {
    await startServer()
    stubResizeObserver()
    const { startSession } = await import('../current-session.ts')
    startSession(started)
    const { newEntry } = await import('../pwa/outbox-entry.ts')
    const { addEntry, applyEvent } = await import('../pwa/outbox-store.ts')
    const key = crypto.randomUUID()
    await addEntry(newEntry(started.user.id, { ...DRAFT, customer }, { key, now: new Date() }))
    const refusal = { code: 'price_changed', sentence: 'Fiyatlar değişti', by_product: {} }
    await applyEvent(key, { kind: 'refused', refusal })
    const { LogOutDialog } = await import('./log-out-dialog.tsx')
    const onStay = vi.fn()
    const { act } = await openScreen(<LogOutDialog onStay={onStay} onLeave={() => undefined} />)
    await shows(() => document.body.textContent?.includes('1 sipariş verilemedi ve kararınızı bekliyor.') === true)
    await act(async () => button('Siparişi göster').click())
    expect([onStay.mock.calls.length, location.pathname + location.search]).toEqual([1, cart])
  },
)
