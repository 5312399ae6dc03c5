import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { WIRE_COUNT } from '../../testing/samples.ts'
import { button, field, hasButton, shows, stubFocusVisible } from '../../testing/screen.ts'
import { TIMERS } from '../../testing/scripted-server.ts'

const START = 'POST /api/admin/stock/counts'

test('a count whose start got no reply can only be started again unchanged, not a second one with another day', async () => {
  const screen = await openAdminScreen('/admin/dashboard?tab=stock&mode=count', async () => {
    const { CountMode } = await import('./count-mode.tsx')
    return <CountMode />
  })
  const { server, act, says, alerts } = screen
  server.respond('GET /api/admin/stock/counts', ({ reply }) => reply(200, []))
  const start = async () => {
    await act(async () => button('Sayımı başlat').click())
    return server.next(START)
  }
  const first = await start()
  expect(field('Sayım tarihi').readOnly).toBe(true)
  first.drop()
  ;(await server.next(START)).drop()
  await says('Sayımın başlayıp başlamadığı bilinmiyor')
  await shows(() => !document.querySelector('[aria-busy=true]'))
  expect([field('Sayım tarihi').readOnly, alerts]).toEqual([true, ['Sayımın başlayıp başlamadığı bilinmiyor']])
  ;(await start()).refuse(429, 'too_many_requests', 'Çok fazla istek')
  await shows(() => alerts.length === 2)
  await shows(() => !document.querySelector('[aria-busy=true]'))
  expect(field('Sayım tarihi').readOnly).toBe(true)
  const again = await start()
  expect([again.body, again.headers['idempotency-key']]).toEqual([first.body, first.headers['idempotency-key']])
  again.refuse(409, 'conflict', 'Olmadı')
  await shows(() => alerts.length === 3)
  await shows(() => !field('Sayım tarihi').readOnly)
})

test('a count is dated the day on which it is started, however long its form has been open', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS], now: new Date('2026-12-31T23:59:30+03:00') })
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=stock&mode=count', async () => {
    const { CountMode } = await import('./count-mode.tsx')
    return <CountMode />
  })
  expect(field('Sayım tarihi').value).toBe('31.12.2026')
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(field('Sayım tarihi').value).toBe('01.01.2027')
  await act(async () => button('Sayımı başlat').click())
  expect(JSON.parse((await server.next(START)).body)).toMatchObject({ count_date: '2027-01-01' })
})

test('a count may be of a category of which no product is on sale', async () => {
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=stock&mode=count', async () => {
    const { CountMode } = await import('./count-mode.tsx')
    return <CountMode />
  })
  server.respond('GET /api/products/categories', ({ reply }) => reply(200, ['Peynir']))
  server.respond('GET /api/admin/products/categories', ({ reply }) => reply(200, ['Kahve', 'Peynir']))
  await shows(() => document.querySelector('option[value=Peynir]') !== null)
  const category = [...document.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === 'Kategori')
  await act(async () => {
    category!.value = 'Kahve'
    category!.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await act(async () => button('Sayımı başlat').click())
  expect(JSON.parse((await server.next(START)).body)).toMatchObject({ category: 'Kahve' })
})

test('a count that starts late leaves users where they are by then, and offers to open it', async () => {
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=stock&mode=count', async () => {
    const { CountMode } = await import('./count-mode.tsx')
    return <CountMode />
  })
  const { toast } = await import('../../ui/toaster.tsx')
  const success = vi.spyOn(toast, 'success')
  const id = '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a11'
  await act(async () => button('Sayımı başlat').click())
  const late = await server.next(START)
  await act(async () => history.pushState(null, '', '/admin/dashboard?tab=products'))
  late.reply(201, { ...WIRE_COUNT, id, products: [] })
  await shows(() => success.mock.calls.length > 0 || location.search !== '?tab=products')
  expect([location.search, success.mock.calls[0]?.[0]]).toEqual(['?tab=products', '10.03.2026 sayımı başladı'])
  await act(async () => success.mock.calls[0]?.[1]?.action?.onClick())
  expect(location.search).toBe(`?tab=stock&mode=count&count=${id}`)
})

test('after the last page of the open counts, the focus stays where the button was', async () => {
  stubFocusVisible()
  const { server, act, says } = await openAdminScreen('/admin/dashboard?tab=stock&mode=count', async () => {
    const { CountMode } = await import('./count-mode.tsx')
    return <CountMode />
  })
  const next = { link: '</api/admin/stock/counts?cursor=next>; rel="next"' }
  ;(await server.next('GET /api/admin/stock/counts')).reply(200, [WIRE_COUNT], next)
  await says('Devamını göster')
  await act(async () => button('Devamını göster').focus())
  const place = document.activeElement?.parentElement
  await act(async () => button('Devamını göster').click())
  const second = { ...WIRE_COUNT, id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a13' }
  ;(await server.next('GET /api/admin/stock/counts')).reply(200, [second])
  await shows(() => !hasButton('Devamını göster'))
  expect(document.activeElement).toBe(place)
})
