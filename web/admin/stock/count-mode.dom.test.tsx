import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button, field, shows } from '../../testing/screen.ts'

const START = 'POST /api/admin/stock/counts'

test('a count whose start got no reply is started again as it was, and no second one with another day', async () => {
  const screen = await openAdminScreen('/admin/dashboard?tab=stock&mode=count', async () => {
    const { CountMode } = await import('./count-mode.tsx')
    return <CountMode />
  })
  const { portal, act, says, alerts } = screen
  portal.respond('GET /api/admin/stock/counts', ({ reply }) => reply(200, []))
  const start = async () => {
    await act(async () => button('Sayımı başlat').click())
    return portal.next(START)
  }
  const first = await start()
  expect(field('Sayım tarihi').readOnly).toBe(true)
  first.drop()
  ;(await portal.next(START)).drop()
  await says('Sayımın başlayıp başlamadığı bilinmiyor')
  await shows(() => !document.querySelector('[aria-busy=true]'))
  expect([field('Sayım tarihi').readOnly, alerts]).toEqual([true, ['Sayımın başlayıp başlamadığı bilinmiyor']])
  const again = await start()
  expect([again.body, again.headers['idempotency-key']]).toEqual([first.body, first.headers['idempotency-key']])
  again.refuse(409, 'conflict', 'Olmadı')
  await shows(() => alerts.length === 2)
  await shows(() => !field('Sayım tarihi').readOnly)
})
