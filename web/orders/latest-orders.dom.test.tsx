import { expect, test } from 'vitest'
import { openScreen } from '../testing/screen.ts'

/** Opens the card of the latest orders; `reply` shows what it does with the next reply, which has these orders. */
async function openLatest(first: string) {
  const { LatestOrders, useLatestOrders } = await import('./latest-orders.tsx')
  const { LocationProvider } = await import('../ui/router.tsx')
  function Latest({ data }: { data: readonly { id: string }[] }) {
    const state = { dataUpdatedAt: 0, isFetching: false, isPlaceholderData: false }
    const { items, waiting } = useLatestOrders({ data, ...state })
    return <LatestOrders orders={items} waiting={waiting} all="/orders" row={({ id }) => id} empty="Henüz yok" />
  }
  const latest = (ids: string) => (
    <LocationProvider>
      <Latest data={Array.from(ids, id => ({ id }))} />
    </LocationProvider>
  )
  const { show, act } = await openScreen(latest(first))
  const shown = () => [
    Array.from(document.querySelectorAll('li'), ({ textContent }) => textContent).join(''),
    document.querySelector('button')?.textContent,
  ]
  const press = async () => {
    await act(async () => document.querySelector('button')?.click())
    return shown()
  }
  const reply = async (ids: string) => {
    await show(latest(ids))
    return shown()
  }
  return { reply, press, shown }
}

test.each(['abdef', 'abcdf'])(
  'an order that has left %s keeps its place, and the one that has moved up waits',
  async ids => {
    const { reply, press, shown } = await openLatest('abcde')
    expect(shown()).toEqual(['abcde', undefined])
    expect(await reply(ids)).toEqual(['abcde', 'Liste değişti, güncelle'])
    expect(await press()).toEqual([ids, undefined])
  },
)

test('an order that a new one has pushed out keeps its place, too', async () => {
  const { reply, press } = await openLatest('abcde')
  expect(await reply('nabcd')).toEqual(['abcde', '1 yeni sipariş'])
  expect(await press()).toEqual(['nabcd', undefined])
})

test('fewer orders than the page shows have room for a further one', async () => {
  const { reply, press } = await openLatest('ab')
  expect(await reply('nab')).toEqual(['ab', '1 yeni sipariş'])
  expect(await press()).toEqual(['nab', undefined])
})
