import { expect, test } from 'vitest'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, typeIn } from '../testing/screen.ts'
import { lineOf } from './cart-line.ts'
import { CartRow } from './cart-row.tsx'

test('the total of a sold-out line is struck through, in a lighter weight than others', async () => {
  const line = lineOf(CHEESE, 2)
  const row = (isLost: boolean) => (
    <ul>
      <CartRow
        line={line}
        current={isLost ? undefined : line}
        minQuantity={0}
        product={CHEESE}
        changes={isLost ? [{ kind: 'out' }] : []}
        refused={undefined}
        renderPrice={undefined}
      />
    </ul>
  )
  const { show } = await openScreen(row(false))
  const looks = () =>
    ['line-through', 'font-semibold'].map(one => document.querySelector(`.tabular-nums.${one}`) !== null)
  expect(looks()).toEqual([false, true])
  await show(row(true))
  expect(looks()).toEqual([true, false])
})

/** A cart's list with this line of cheese. */
const listWith = (line: ReturnType<typeof lineOf>) => (
  <ul>
    <CartRow
      line={line}
      current={line}
      minQuantity={0}
      product={CHEESE}
      changes={[]}
      refused={undefined}
      renderPrice={undefined}
    />
  </ul>
)

test.each([
  ['2099-12-01', 'İleri tarihli: 01.12.2099'],
  ['2026-01-01', 'İleri tarihli: 01.01.2026 (gecikti)'],
])('a forward-dated line says if its day is over: %s', async (promised_for, text) => {
  await openScreen(listWith({ ...lineOf(CHEESE, 2), promised_for }))
  const said = [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(said).toContain(text)
})

test('a barcode that is scanned into a quantity is refused, and the line keeps its quantity', async () => {
  const { startSession } = await import('../current-session.ts')
  const { cartLines, setCart } = await import('./cart.ts')
  startSession(CUSTOMER)
  const line = lineOf(CHEESE, 2)
  setCart([line])
  const { act } = await openScreen(listWith(line))
  const quantity = document.querySelector('input')!
  await act(async () => typeIn(quantity, '8690570001242'))
  await act(async () => void quantity.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Miktar en fazla 1.000.000 olabilir')
  expect([quantity.value, cartLines().map(one => one.quantity)]).toEqual(['8690570001242', [2]])
})
