import { expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { QuoteDraft } from '../pwa/change-draft.ts'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER, MARKETER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'

const COMPANY = 'Lezzet Lokantası'
const WIRE_QUOTE = {
  id: '3b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  status: 'yeni',
  created_at: '2026-03-10T07:00:00.000Z',
  customer_id: CUSTOMER.user.id,
  user_company: COMPANY,
  created_by_marketer_id: null,
  created_by_marketer_name: null,
  items: [],
  notes: null,
  answer: null,
  order_id: null,
}
const BODY = { items: [{ product_name: 'Tulum', unit: 'KG', quantity: 2, price: kurus(30_000) }], notes: null } as const
const OF_CUSTOMER = { session: CUSTOMER, endpoint: 'POST /api/custom-orders', customer: null }
const OF_MARKETER = {
  session: MARKETER,
  endpoint: 'POST /api/marketer/custom-orders',
  customer: { id: CUSTOMER.user.id, company_name: COMPANY, is_active: true },
}

test.each([
  { ...OF_CUSTOMER, what: 'Teklif talebiniz', sent: 'Bekleyen teklif talebiniz gönderildi', company: '' },
  { ...OF_MARKETER, what: 'Teklif talebi', sent: 'Bekleyen teklif talebi gönderildi', company: COMPANY },
])('what says that a quote waits gives way to: $sent', async ({ session, endpoint, customer, what, sent, company }) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(session)
  const { Toaster } = await import('../ui/toaster.tsx')
  const { OutboxNotifications } = await import('./outbox-notifications.tsx')
  const { useQueuedChange } = await import('../pwa/queued-change.ts')
  const { sendNow } = await import('../pwa/outbox.ts')
  const change: QuoteDraft = { is: 'quote', customer, body: { ...BODY, items: [...BODY.items] } }
  function Send() {
    const { run } = useQueuedChange({ showError: 'toast', what, onReply: () => undefined, onWaiting: () => undefined })
    return <button onClick={() => void run(change)}>Gönder</button>
  }
  const { act } = await openScreen(
    <>
      <Send />
      <OutboxNotifications audience={session.role} />
      <Toaster />
    </>,
  )
  const toasts = () =>
    Array.from(document.querySelectorAll('[data-sonner-toast]')).map(({ textContent }) => textContent)
  let isBusy = true
  portal.respond(endpoint, ({ refuse, reply }) =>
    isBusy ? refuse(503, 'unavailable', 'Sunucu meşgul') : reply(201, WIRE_QUOTE),
  )
  await act(async () => button('Gönder').click())
  await shows(() => toasts().some(text => text.includes(`${what} bu cihazda bekliyor`)))
  isBusy = false
  void sendNow()
  await shows(() => toasts().some(text => text.includes(sent)))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  // Sooner than it would go by itself.
  await vi.waitFor(() => expect(toasts()).toEqual([`${sent}${company}`]), { timeout: 3_000 })
})
