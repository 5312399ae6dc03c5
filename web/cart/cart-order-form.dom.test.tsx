import { beforeEach, expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { button, openScreen } from '../testing/screen.ts'
import { TIMERS } from '../testing/scripted-server.ts'
import type { LineChange } from './cart-changes.ts'

const place = vi.fn(async () => undefined)
const acceptChanges = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  for (const spy of [place, acceptChanges]) spy.mockClear()
})

type Shown = {
  /** The number of lines whose price has changed, and the price that they have now. */
  changed?: number
  price?: number
  missing?: string
  /** The delivery day that is shown, and the one that the user chose last. */
  day?: string
  chosen?: string
}

async function openCart(initial: Shown = {}) {
  const { CartOrderForm } = await import('./cart-order-form.tsx')
  const { lineOf } = await import('./cart-line.ts')
  const lines = [lineOf(CHEESE, 2)]
  const changesTo = (price: number): [string, LineChange[]][] => [
    [CHEESE.id, [{ kind: 'price', before: CHEESE.price, after: kurus(price) }]],
  ]
  const cart = ({ changed = 0, price = 30_000, missing, day, chosen = '' }: Shown) => (
    <CartOrderForm
      order={{
        lines,
        accepted: lines,
        notes: '',
        customer: null,
        fee: kurus(0),
        delivery: {
          known: undefined,
          draft: day === undefined ? undefined : { date: day, fee: kurus(0), overrides: [] },
          obstacles: [],
          missing: kurus(0),
          isAdmin: false,
          chosen,
          choose: () => undefined,
        },
        changed,
        acceptChanges,
        place,
        setNotes: () => undefined,
        error: null,
        products: undefined,
        changes: new Map(changed > 0 ? changesTo(price) : []),
        busy: false,
        placed: false,
        refused: undefined,
      }}
      text={ORDER}
      missing={missing}
    />
  )
  const { act, show } = await openScreen(cart(initial))
  return {
    press: (label: string) => act(async () => button(label).click()),
    show: (next: Shown) => show(cart(next)),
    close: () => show(<p>Sepetiniz boş</p>),
    pass: (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds)),
  }
}

const ORDER = 'Sipariş ver'
const ACCEPT = 'Güncel fiyatlarla devam et'

test('a second press that hits the order button of a cart just opened places no order', async () => {
  const { press, pass } = await openCart()
  await pass(480)
  await press(ORDER)
  expect(place).not.toHaveBeenCalled()
  await pass(220)
  await press(ORDER)
  expect(place).toHaveBeenCalledOnce()
})

test('a second press neither orders at prices just accepted nor accepts changes just shown', async () => {
  const { press, show, pass } = await openCart()
  await pass(700)
  await show({ changed: 1 })
  await press(ACCEPT)
  expect(acceptChanges).not.toHaveBeenCalled()
  await pass(700)
  await press(ACCEPT)
  expect(acceptChanges).toHaveBeenCalledOnce()
  await show({})
  await pass(480)
  await press(ORDER)
  expect(place).not.toHaveBeenCalled()
  await pass(220)
  await press(ORDER)
  expect(place).toHaveBeenCalledOnce()
})

test('a press meant for one change of a price does not accept the next one', async () => {
  const { press, show, pass } = await openCart({ changed: 1 })
  await pass(700)
  button(ACCEPT).focus()
  await show({ changed: 1, price: 35_000 })
  await press(ACCEPT)
  expect(acceptChanges).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button(ACCEPT))
  await pass(700)
  await press(ACCEPT)
  expect(acceptChanges).toHaveBeenCalledOnce()
})

test('a second press places no order for a customer just chosen', async () => {
  const { press, show, pass } = await openCart({ missing: 'Lütfen bir müşteri seçin' })
  await pass(700)
  await show({})
  await press(ORDER)
  expect(place).not.toHaveBeenCalled()
  await pass(700)
  await press(ORDER)
  expect(place).toHaveBeenCalledOnce()
})

test('a second press places no order for a day that has just replaced one whose cut-off has passed', async () => {
  const { press, show, pass } = await openCart({ day: '2026-03-10' })
  await pass(700)
  await press(ORDER)
  expect(place).toHaveBeenCalledOnce()
  await show({ day: '2026-03-11' })
  await pass(780)
  expect(button(ORDER).getAttribute('aria-disabled')).toBe('true')
  await press(ORDER)
  expect(place).toHaveBeenCalledOnce()
  await pass(20)
  await press(ORDER)
  expect(place).toHaveBeenCalledTimes(2)
})

test('an order for a day that the user has just chosen, or that was just fetched, can be placed immediately', async () => {
  const { press, show, pass } = await openCart()
  await pass(700)
  await show({ day: '2026-03-10' })
  await press(ORDER)
  expect(place).toHaveBeenCalledOnce()
  await pass(0)
  await show({ day: '2026-03-12', chosen: '2026-03-12' })
  await press(ORDER)
  expect(place).toHaveBeenCalledTimes(2)
})

test('when the form disappears with its order, the content of the page has the focus', async () => {
  const content = Object.assign(document.createElement('main'), { id: 'content', tabIndex: -1 })
  document.body.append(content)
  const { close } = await openCart()
  button(ORDER).focus()
  await close()
  expect(document.activeElement).toBe(content)
  content.remove()
})
