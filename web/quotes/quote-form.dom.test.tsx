import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'

test('a request that waits for the next login leaves no draft, which could be sent once more', async () => {
  const { startSession, endSession } = await import('../session.ts')
  const { QuoteForm } = await import('./quote-form.tsx')
  const { queryClient } = await import('../queries.ts')
  await startPortal()
  startSession(CUSTOMER)
  const drafts = () => Object.keys(localStorage).filter(name => name.startsWith('quote-draft:'))
  const sent: unknown[] = []
  const send = async (quote: unknown) => {
    sent.push(quote)
    endSession('ended')
    return 'waiting' as const
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <QuoteForm send={send} busy={false} />
    </QueryClientProvider>,
  )
  await act(async () => typeIn(field('Ürün adı'), 'Trüf yağı'))
  expect(drafts()).toEqual([`quote-draft:${CUSTOMER.user.id}`])
  await act(async () => {
    typeIn(field('Miktar'), '2')
    typeIn(field('Birim fiyat'), '10')
  })
  await act(async () => button('Teklif iste').click())
  expect(sent).toHaveLength(1)
  expect(drafts()).toEqual([])
})

test('after the complete lines were sent, the first missing field of the one that stays has the focus', async () => {
  const { startSession } = await import('../session.ts')
  const { QuoteForm } = await import('./quote-form.tsx')
  const { queryClient } = await import('../queries.ts')
  await startPortal()
  startSession(CUSTOMER)
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <QuoteForm send={() => Promise.resolve('changed')} busy={false} />
    </QueryClientProvider>,
  )
  await act(async () => {
    typeIn(field('Ürün adı'), 'Trüf yağı')
    typeIn(field('Miktar'), '2')
    typeIn(field('Birim fiyat'), '10')
  })
  await act(async () => button('Satır ekle').click())
  await act(async () => {
    const name = document.querySelector<HTMLInputElement>('li:last-child input')
    if (name) typeIn(name, 'Tulum')
  })
  await act(async () => button('Teklif iste').click())
  await shows(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  expect([field('Ürün adı').value, document.activeElement === field('Miktar')]).toEqual(['Tulum', true])
  expect(document.body.textContent).toContain('Miktar girin')
})

test('nothing can be typed into a request that is being sent, and its button keeps the focus', async () => {
  const { startSession } = await import('../session.ts')
  const { QuoteForm } = await import('./quote-form.tsx')
  const { queryClient } = await import('../queries.ts')
  await startPortal()
  startSession(CUSTOMER)
  const form = (busy: boolean) => (
    <QueryClientProvider client={queryClient}>
      <QuoteForm chooser={<input aria-label="Müşteri" />} send={async () => undefined} busy={busy} />
    </QueryClientProvider>
  )
  const { show } = await openScreen(form(false))
  const open = () =>
    Array.from(document.querySelectorAll('input, textarea, button')).filter(one => !one.closest('[inert]'))
  const all = open().length
  await show(form(true))
  expect(open().map(one => one.textContent)).toEqual(['Teklif iste'])
  await show(form(false))
  expect(open()).toHaveLength(all)
})

test('after a refusal the focus is where the request was sent from', async () => {
  const { startSession } = await import('../session.ts')
  const { QuoteForm } = await import('./quote-form.tsx')
  const { queryClient } = await import('../queries.ts')
  await startPortal()
  startSession(CUSTOMER)
  const form = (busy: boolean) => (
    <QueryClientProvider client={queryClient}>
      <QuoteForm send={async () => undefined} busy={busy} />
    </QueryClientProvider>
  )
  const { act, show } = await openScreen(form(false))
  await act(async () => {
    typeIn(field('Ürün adı'), 'Trüf yağı')
    typeIn(field('Miktar'), '2')
    typeIn(field('Birim fiyat'), '10')
  })
  field('Miktar').focus()
  await act(async () => document.querySelector('form')?.requestSubmit())
  await show(form(true))
  // As browsers do with the focus in what becomes inert.
  field('Miktar').blur()
  await show(form(false))
  expect(document.activeElement).toBe(field('Miktar'))
})
