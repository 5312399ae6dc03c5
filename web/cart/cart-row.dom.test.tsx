import { expect, test } from 'vitest'
import { CHEESE } from '../catalogue/sample-product.ts'
import { openScreen } from '../testing/screen.ts'
import { lineOf } from './cart-line.ts'
import { CartRow } from './cart-row.tsx'

test('the total of a sold-out line is struck through, in a lighter weight than others', async () => {
  const line = lineOf(CHEESE, 2)
  const row = (isLost: boolean) => (
    <ul>
      <CartRow
        line={line}
        current={isLost ? undefined : line}
        least={0}
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
