import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'

test('a cancelled order is shared as such', async () => {
  stubResizeObserver()
  const { ShareOrder } = await import('./share-order.tsx')
  const order = z.decode(Order, { ...z.parse(z.any(), WIRE_ORDER), status: 'iptal' })
  const { act } = await openScreen(<ShareOrder order={order} />)
  await act(async () => button('Paylaş').click())
  const link = () => document.querySelector('a[href^="https://wa.me/"]')?.getAttribute('href')
  await shows(() => link() !== undefined)
  expect(decodeURIComponent(link() ?? '')).toContain('\nDurum: İptal\nLezzet Lokantası\n')
})
