import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import type { DeliveryException } from '#contract/delivery-rules.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { expireSession } from '../../testing/expired-session.ts'
import { DELIVERY_ROUTE, DELIVERY_SETTINGS } from '../../testing/samples.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const EXCEPTION = {
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  date: '2099-03-10',
  route_id: null,
  kind: 'closed',
  note: 'Sayım',
} as const

const DELETE = `DELETE /api/admin/delivery/exceptions/${EXCEPTION.id}`

/** Opens the list and presses the button that removes the exception. */
async function removeException(exception: DeliveryException = EXCEPTION) {
  const screen = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ExceptionList } = await import('./exception-list.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <ExceptionList exceptions={[exception]} routes={[]} />
        <Toaster />
      </>
    )
  })
  await screen.act(async () => document.querySelector<HTMLElement>('[aria-label^="Özel günü kaldır"]')?.click())
  return screen
}

test('a deletion of an exception without reply is sent again, and counts as successful if the exception no longer exists', async () => {
  const { server, alerts, says } = await removeException()
  ;(await server.next(DELETE)).drop()
  ;(await server.next(DELETE)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('Özel gün kaldırıldı')
  expect(alerts).toEqual([])
})

test('the toast of a removed exception names its day and routes, and enters it again unless the day has another', async () => {
  const { server, act, says, alerts } = await removeException()
  ;(await server.next(DELETE)).reply(200, { success: true })
  await says('Özel gün kaldırıldı')
  await says(`${dayWithWeekday(EXCEPTION.date)} · Tüm rotalar`)
  await act(async () => button('Geri al').click())
  const restored = await server.next('POST /api/admin/delivery/exceptions')
  const { id: _, ...removed } = EXCEPTION
  expect(JSON.parse(restored.body)).toEqual({ ...removed, replaces: false })
  restored.reply(201, EXCEPTION)
  await says('Özel gün yeniden eklendi')
  ;(await server.next(CALENDAR)).reply(200, calendarDay(2))
  await says('Teslimat olmayan bu güne 2 sipariş var')
  expect(alerts).toEqual([])
})

const CALENDAR = 'GET /api/admin/delivery/calendar'
const ROUTE_IDS = ['5', '6', '7'].map(last => DELIVERY_ROUTE.id.replace(/.$/, last))

/** A day of the calendar with orders of routes, of which the last one delivers. */
const calendarDay = (...closed: number[]) => {
  const route = { cutoff: '2099-03-09T13:00:00.000Z', capacity: null }
  const routes = [
    ...closed.map((orders, at) => ({ ...route, route_id: ROUTE_IDS[at], delivers: false, orders })),
    { ...route, route_id: ROUTE_IDS[2], delivers: true, orders: 3 },
  ]
  return [{ date: EXCEPTION.date, holiday: null, is_half_day: false, routes }]
}

test('a day that is closed although it has orders is followed by a warning, which leads to them', async () => {
  const { server, act, says } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ExceptionDialog } = await import('./exception-form.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <ExceptionDialog day={EXCEPTION.date} routes={[]} open onClose={() => undefined} />
        <Toaster />
      </>
    )
  })
  const close = async (...orders: number[]) => {
    await act(async () => button('Kaydet').click())
    ;(await server.next('POST /api/admin/delivery/exceptions')).reply(201, EXCEPTION)
    ;(await server.next(CALENDAR)).reply(200, calendarDay(...orders))
    await says('Gün kapatıldı')
  }
  await close(0)
  await close(0, 14)
  await says('Teslimat olmayan bu güne 14 sipariş var')
  expect(document.body.textContent).not.toContain('0 sipariş')
  await act(async () => button('Siparişleri gör').click())
  const day = `?tab=orders&delivery_date=${EXCEPTION.date}`
  expect(location.search).toBe(`${day}&route_id=${ROUTE_IDS[1]}`)
  // The list cannot have two routes alone, so the number is not said to be that of the day.
  await close(12, 14)
  await says('Bu gün teslimatı olmayan 2 rotanın 26 siparişi var')
  await act(async () => button('Günün siparişlerini gör').click())
  expect(location.search).toBe(day)
})

test('an exception replaces another one of its day only after a question that names it', async () => {
  const { server, act, alerts } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ExceptionDialog } = await import('./exception-form.tsx')
    return <ExceptionDialog day={EXCEPTION.date} routes={[]} open onClose={() => undefined} />
  })
  const answers = [false, true]
  const confirm = vi.fn<(question: string) => boolean>(() => answers.shift() ?? false)
  vi.stubGlobal('confirm', confirm)
  const call = 'POST /api/admin/delivery/exceptions'
  const save = async () => {
    await act(async () => button('Kaydet').click())
    const sent = await server.next(call)
    expect(JSON.parse(sent.body).replaces).toBe(false)
    await act(async () => sent.refuse(409, 'exception_exists', 'Bu gün için başka bir özel gün girildi'))
  }
  const rules = 'GET /api/admin/delivery'
  const other = { ...EXCEPTION, kind: 'extra' }
  const exceptions = [{ ...other, id: EXCEPTION.id.replace(/55$/, '56'), route_id: DELIVERY_ROUTE.id, note: '' }, other]
  await save()
  ;(await server.next(rules)).reply(200, { settings: DELIVERY_SETTINGS, routes: [DELIVERY_ROUTE], exceptions })
  await shows(() => confirm.mock.calls.length === 1)
  expect(server.untaken()).not.toContain(call)
  await save()
  ;(await server.next(rules)).drop()
  const sent = await server.next(call)
  expect([JSON.parse(sent.body).replaces, alerts]).toEqual([true, []])
  const [named, unnamed] = ['girilmiş: Ek teslimat günü (Sayım). Onun', 'girilmiş. Onun'].map(
    words => `10.03.2099 Salı gününe tüm rotalar için başka bir özel gün ${words} yerine bu kaydedilsin mi?`,
  )
  expect(confirm.mock.calls).toEqual([[named], [unnamed]])
})

test('a removed day of delivery that has orders is followed by the warning, too', async () => {
  const { server, says } = await removeException({ ...EXCEPTION, kind: 'extra', route_id: DELIVERY_ROUTE.id })
  ;(await server.next(DELETE)).reply(200, { success: true })
  ;(await server.next(CALENDAR)).reply(200, calendarDay(2))
  await says('Teslimat olmayan bu güne 2 sipariş var')
})

test('the focus of a removed exception goes to the next row, and after the last one to the page’s content', async () => {
  const next = { ...EXCEPTION, id: EXCEPTION.id.replace(/55$/, '56'), date: '2099-03-11' }
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ExceptionList } = await import('./exception-list.tsx')
    function Sample() {
      const [exceptions, setExceptions] = useState([EXCEPTION, next])
      return (
        <main id="content" tabIndex={-1}>
          <button type="button" onClick={() => setExceptions(exceptions.slice(1))}>
            Yenile
          </button>
          <ExceptionList exceptions={exceptions} routes={[]} />
        </main>
      )
    }
    return <Sample />
  })
  const remove = async ({ id }: { id: string }) => {
    const first = document.querySelector<HTMLElement>('[aria-label^="Özel günü kaldır"]')
    await act(async () => first?.focus())
    await act(async () => first?.click())
    ;(await server.next(`DELETE /api/admin/delivery/exceptions/${id}`)).reply(200, { success: true })
    await act(async () => button('Yenile').click())
    return document.activeElement
  }
  const row = await remove(EXCEPTION)
  expect([row?.tagName, row?.textContent]).toEqual(['LI', expect.stringContaining(dayWithWeekday(next.date))])
  expect((await remove(next))?.id).toBe('content')
})

test('an exception for a route that was deleted while its form was open is not sent', async () => {
  const { server, act, says } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ExceptionDialog } = await import('./exception-form.tsx')
    function Sample() {
      const [routes, setRoutes] = useState([DELIVERY_ROUTE])
      return (
        <>
          <button type="button" onClick={() => setRoutes([])}>
            Rotayı sil
          </button>
          <ExceptionDialog day="2099-03-10" routes={routes} open onClose={() => undefined} />
        </>
      )
    }
    return <Sample />
  })
  const route = () => document.querySelector('select')!
  const choose = (value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(route(), value)
      route().dispatchEvent(new Event('change', { bubbles: true }))
    })
  await choose(DELIVERY_ROUTE.id)
  await act(async () => button('Rotayı sil').click())
  await says('Bu rota silindi; başka bir seçim yapın')
  expect(route().value).toBe(DELIVERY_ROUTE.id)
  await act(async () => button('Kaydet').click())
  await choose('')
  await act(async () => button('Kaydet').click())
  const call = 'POST /api/admin/delivery/exceptions'
  expect(JSON.parse((await server.next(call)).body)).toMatchObject({ date: '2099-03-10', route_id: null })
  expect(server.untaken()).not.toContain(call)
})

test.each([
  ['', 'Bir gün seçin'],
  ['31.02.2026', '31.02.2026 diye bir gün yok; o ay 28 gün çeker'],
  ['01.01.2026', 'Geçmiş bir gün seçilemez'],
])('the day “%s” is not saved, and the field says why', async (typed, fault) => {
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=customers', async () => {
    const { ExceptionDialog } = await import('./exception-form.tsx')
    return <ExceptionDialog day="2099-03-10" routes={[]} open onClose={() => undefined} />
  })
  await act(async () => field('Gün').focus())
  await act(async () => typeIn(field('Gün'), typed))
  await act(async () => field('Gün').blur())
  await act(async () => button('Kaydet').click())
  const described = field('Gün').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe(fault)
  expect(server.untaken()).not.toContain('POST /api/admin/delivery/exceptions')
})

test('an exception that an expired session interrupts is kept until the form is opened again', async () => {
  const openList = () =>
    openAdminScreen('/admin/dashboard?tab=customers', async () => {
      const { ExceptionList } = await import('./exception-list.tsx')
      return <ExceptionList exceptions={[]} routes={[DELIVERY_ROUTE]} />
    })
  const first = await openList()
  await first.act(async () => button('Özel gün ekle').click())
  await first.act(async () => typeIn(field('Gün'), '10.03.2099'))
  await first.act(async () => typeIn(field('Açıklama'), 'Sayım'))
  await expireSession(first)
  const { toast } = await import('../../ui/toaster.tsx')
  const info = vi.spyOn(toast, 'info')
  const { act } = await openList()
  expect(info).not.toHaveBeenCalled()
  await act(async () => button('Özel gün ekle').click())
  expect([field('Gün').value, field('Açıklama').value, info.mock.calls.length]).toEqual(['10.03.2099', 'Sayım', 1])
})
