import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import type { QuoteForm } from './quote-form.tsx'

/** Opens the form of a customer; `showBusy` sets whether a request is being sent. */
async function openForm({ send = async () => undefined, chooser }: Partial<ComponentProps<typeof QuoteForm>>) {
  const { startSession } = await import('../current-session.ts')
  const { QuoteForm } = await import('./quote-form.tsx')
  const { queryClient } = await import('../queries.ts')
  await startServer()
  startSession(CUSTOMER)
  const form = (busy: boolean) => (
    <QueryClientProvider client={queryClient}>
      <QuoteForm chooser={chooser} send={send} busy={busy} />
    </QueryClientProvider>
  )
  const { act, show, unmount } = await openScreen(form(false))
  return { act, unmount, showBusy: (busy: boolean) => show(form(busy)) }
}

const drafts = () => Object.keys(localStorage).filter(name => name.startsWith('quote-draft:'))

test('a request that waits for the next login leaves no draft, which could be sent a second time', async () => {
  const { endSession } = await import('../current-session.ts')
  const sent: unknown[] = []
  const send = async (quote: unknown) => {
    sent.push(quote)
    endSession('ended')
    return 'waiting' as const
  }
  const { act } = await openForm({ send })
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

test('a form opened while a request is being sent is blank, and gets the lines back if the request is refused', async () => {
  let keep = () => {}
  let settle = (_: undefined) => {}
  const send = (_: unknown, onStored: () => void) =>
    new Promise<undefined>(resolve => {
      keep = onStored
      settle = resolve
    })
  const first = await openForm({ send })
  await first.act(async () => {
    typeIn(field('Ürün adı'), 'Trüf yağı')
    typeIn(field('Miktar'), '2')
    typeIn(field('Birim fiyat'), '10')
  })
  await first.act(async () => button('Teklif iste').click())
  expect(drafts()).toHaveLength(1)
  await first.act(async () => keep())
  expect([drafts(), field('Ürün adı').value]).toEqual([[], 'Trüf yağı'])
  await first.unmount()
  const second = await openForm({})
  expect(field('Ürün adı').value).toBe('')
  await second.act(async () => settle(undefined))
  expect([field('Ürün adı').value, drafts().length]).toEqual(['Trüf yağı', 1])
})

test('a request can be written even if the storage is full', async () => {
  const { act } = await openForm({})
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  for (const name of ['Trüf', 'Trüf yağı']) await act(async () => typeIn(field('Ürün adı'), name))
  expect([field('Ürün adı').value, drafts()]).toEqual(['Trüf yağı', []])
  full.mockRestore()
  await act(async () => typeIn(field('Miktar'), '2'))
  expect(localStorage.getItem(drafts()[0] ?? '')).toContain('Trüf yağı')
})

test.each([
  ['another tab', (key: string) => new StorageEvent('storage', { key })],
  ['another page, before Back restores this one,', () => new PageTransitionEvent('pageshow', { persisted: true })],
])('a draft that %s has sent disappears from this page', async (_, event) => {
  const { act } = await openForm({})
  await act(async () => typeIn(field('Ürün adı'), 'Trüf yağı'))
  const [key = ''] = drafts()
  localStorage.removeItem(key)
  await act(async () => void dispatchEvent(event(key)))
  expect(field('Ürün adı').value).toBe('')
})

test('after the complete lines were sent, the first missing field of the remaining line has the focus', async () => {
  const { act } = await openForm({ send: () => Promise.resolve('changed') })
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
  const { showBusy } = await openForm({ chooser: <input aria-label="Müşteri" /> })
  const open = () =>
    Array.from(document.querySelectorAll('input, textarea, button')).filter(one => !one.closest('[inert]'))
  const all = open().length
  await showBusy(true)
  expect(open().map(one => one.textContent)).toEqual(['Teklif iste'])
  await showBusy(false)
  expect(open()).toHaveLength(all)
})

test('after a refusal the focus returns to the field from which the request was sent', async () => {
  const { act, showBusy } = await openForm({})
  await act(async () => {
    typeIn(field('Ürün adı'), 'Trüf yağı')
    typeIn(field('Miktar'), '2')
    typeIn(field('Birim fiyat'), '10')
  })
  field('Miktar').focus()
  await act(async () => document.querySelector('form')?.requestSubmit())
  await showBusy(true)
  // Browsers blur an element that becomes inert; jsdom does not.
  field('Miktar').blur()
  await showBusy(false)
  expect(document.activeElement).toBe(field('Miktar'))
})
