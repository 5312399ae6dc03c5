import { expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { button, openScreen } from '../testing/screen.ts'
import { TIMERS } from '../testing/scripted-server.ts'

const CHEESE = { product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55', product_name: 'Ezine', usual: kurus(10_000) }
const FREE = [{ ...CHEESE, price: kurus(0) }]

test('the second press of a double press that opened the question about a price does not confirm it', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const { ConfirmPrices } = await import('./confirm-prices.tsx')
  const confirm = vi.fn()
  const question = (prices: typeof FREE) => (
    <ConfirmPrices prices={prices} onConfirm={confirm} onCancel={() => undefined} />
  )
  const { act, show } = await openScreen(question(FREE))
  const confirming = () => button('Evet, fiyat doğru')
  // Also when the question is opened again.
  for (const times of [1, 2]) {
    await act(async () => vi.advanceTimersByTime(690))
    await act(async () => confirming().click())
    expect([confirm.mock.calls.length, confirming().ariaDisabled]).toEqual([times - 1, 'true'])
    await act(async () => vi.advanceTimersByTime(20))
    await act(async () => confirming().click())
    expect([confirm.mock.calls.length, confirming().ariaDisabled]).toEqual([times, null])
    await show(question([]))
    await show(question(FREE))
  }
})

test('the question compares a price with that of the list, or of the order for a product that the list lacks', async () => {
  const { ConfirmPrices } = await import('./confirm-prices.tsx')
  const price = kurus(1000)
  const prices = [
    { ...CHEESE, price },
    { ...CHEESE, product_id: 'a', product_name: 'Tulum', price, isUsualInOrder: true },
  ]
  await openScreen(<ConfirmPrices prices={prices} onConfirm={() => undefined} onCancel={() => undefined} />)
  const sentences = [...document.querySelectorAll('li')].map(({ textContent }) => textContent?.split(' (')[0])
  expect(sentences).toEqual(['Ezine: ₺10,00, liste fiyatının', 'Tulum: ₺10,00, siparişteki fiyatının'])
})
