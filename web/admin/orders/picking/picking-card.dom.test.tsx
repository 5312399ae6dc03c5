import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AnyOrder } from '#contract/any-order.ts'
import { decode } from '#contract/call.ts'
import { type PickingLine, readPicking } from '#contract/order-lots.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { Order, orderNumber } from '#contract/orders.ts'
import { ADMIN, ORDER_ID, PICKING_LINE, WIRE_ORDER } from '../../../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../../../testing/screen.ts'
import { startServer } from '../../../testing/scripted-server.ts'

test('once the order is completed, and the pressed button has gone, the page has the focus', async () => {
  const server = await startServer()
  server.respond(`GET /api/admin/orders/${ORDER_ID}/picking`, ({ reply }) => reply(200, [PICKING_LINE]))
  const { startSession } = await import('../../../current-session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../../queries.ts')
  const { PickingCard } = await import('./picking-card.tsx')
  const page = (isPicking: boolean) => (
    <QueryClientProvider client={queryClient}>
      <main id="content" tabIndex={-1}>
        {isPicking && (
          <PickingCard order={WIRE_ORDER} onComplete={() => undefined} isCompleting={false} hasFailed={false} />
        )}
      </main>
    </QueryClientProvider>
  )
  const { show } = await openScreen(page(true))
  await shows(() => document.body.textContent.includes('Önerildiği gibi tamamla'))
  button('Önerildiği gibi tamamla').focus()
  await show(page(false))
  expect(document.activeElement?.id).toBe('content')
})

test('beside the lines, where the user has pressed, it is shown that an order could not be completed; it is announced once', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const server = await startServer()
  server.respond(`GET /api/admin/orders/${ORDER_ID}/picking`, ({ reply }) => reply(200, [PICKING_LINE]))
  const { startSession } = await import('../../../current-session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../../queries.ts')
  const { AdminOrderLots } = await import('../order-lots.tsx')
  const { useStatusSaves } = await import('../status-saves.tsx')
  const order = decode(Order, { ...WIRE_ORDER, status: ORDER_STATUSES[1]! })
  const Lots = () => <AdminOrderLots order={order} saves={useStatusSaves()} />
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Lots />
    </QueryClientProvider>,
  )
  const fault = () =>
    [...document.querySelectorAll('p')].find(({ textContent }) => textContent.includes('aydedilemedi'))
  const announced = () =>
    [...document.querySelectorAll('[role=alert], [role=status], [aria-live]')]
      .map(one => one.textContent)
      .filter(text => text.includes('aydedilemedi'))
  const save = `PUT /api/admin/orders/${ORDER_ID}/status`
  await shows(() => document.body.textContent.includes('Önerildiği gibi tamamla'))
  await act(async () => button('Önerildiği gibi tamamla').click())
  ;(await server.next(save)).drop()
  ;(await server.next(save)).drop()
  await shows(() => fault() !== undefined && announced().length > 0)
  expect(fault()?.textContent.trim()).toBe('Durum kaydedilemedi.')
  expect(announced()).toEqual([`Sipariş ${orderNumber(ORDER_ID)}: durum kaydedilemedi`])
  await act(async () => button('Önerildiği gibi tamamla').click())
  await shows(() => fault() === undefined)
  ;(await server.next(save)).reply(502, '<h1>Bad Gateway</h1>')
  await shows(() => fault() !== undefined)
})

test('a part names that there is less of its lot than orders are to get', async () => {
  const server = await startServer()
  const lot = {
    lot_id: PICKING_LINE.product_id,
    code: 'L1',
    expires_on: null,
    expiry_kind: null,
    quantity: 4,
    reason: null,
  }
  const lots = [{ ...lot, too_little: { on_hand: 8, picked: 1010 } }]
  const line = { ...PICKING_LINE, lots, without_lot: 0, has_lots: true }
  server.respond(`GET /api/admin/orders/${ORDER_ID}/picking`, ({ reply }) => reply(200, [line]))
  const { startSession } = await import('../../../current-session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../../../queries.ts')
  const { PickingCard } = await import('./picking-card.tsx')
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <PickingCard order={WIRE_ORDER} onComplete={() => undefined} isCompleting={false} hasFailed={false} />
    </QueryClientProvider>,
  )
  const warning = 'Bu partiden elde 8 KG var, siparişlere 1.010 KG ayrıldı: partiyi değiştirin'
  await shows(() => document.body.textContent.includes(warning))
})

test('while lines are ticked, changes by others wait; a press on the completion shows them and does not complete', async () => {
  const server = await startServer()
  let lines: PickingLine[] = [PICKING_LINE]
  server.respond(`GET /api/admin/orders/${ORDER_ID}/picking`, ({ reply }) => reply(200, lines))
  const { startSession } = await import('../../../current-session.ts')
  startSession(ADMIN)
  const { invalidate, queryClient, useCallQuery } = await import('../../../queries.ts')
  const { PickingCard } = await import('./picking-card.tsx')
  const { Toaster } = await import('../../../ui/toaster.tsx')
  stubResizeObserver()
  let completions = 0
  const Fetched = () => (
    <output>{useCallQuery(readPicking, { params: { id: ORDER_ID } }).data?.[0]?.not_proposed.length}</output>
  )
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Fetched />
      <PickingCard order={WIRE_ORDER} onComplete={() => completions++} isCompleting={false} hasFailed={false} />
      <Toaster />
    </QueryClientProvider>,
  )
  const says = (words: string) => document.body.textContent.includes(words)
  const change = async (next: PickingLine[]) => {
    lines = next
    await act(async () => invalidate(['lots']))
    await shows(() => document.querySelector('output')?.textContent === String(next[0]?.not_proposed.length))
  }
  const lot = {
    lot_id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
    code: 'L1',
    expires_on: '2026-03-11',
    expiry_kind: 'skt',
    quantity: 3,
  } as const
  const received = { ...PICKING_LINE, not_proposed: [lot] }
  const proposed = { ...received, lots: [{ ...lot, reason: null }], without_lot: 1, has_lots: true }
  await shows(() => says('Önerildiği gibi tamamla'))
  // The user touches no line.
  await change([received])
  await shows(() => says('Rafta var, önerilmedi'))
  await change([PICKING_LINE])
  await shows(() => !says('Rafta var, önerilmedi'))

  await act(async () => {
    const box = document.querySelector<HTMLInputElement>('input[type=checkbox]')
    box?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    box?.click()
  })
  // What is picked is the same, so the order can be completed.
  await change([received])
  expect([says('Rafta var, önerilmedi'), says('1 / 1 satır')]).toEqual([false, true])
  await act(async () => button('Tamamla').click())
  expect(completions).toBe(1)
  await change([PICKING_LINE])
  await change([proposed])
  expect([says('Partisiz'), says('1 / 1 satır')]).toEqual([false, true])
  // The second press of a double press was not meant for the lines that the first one has shown.
  await act(async () => button('Tamamla').click())
  await act(async () => button('Önerildiği gibi tamamla').click())
  expect([says('Partisiz'), completions]).toEqual([true, 1])
  await shows(() => says('Hazırlanacak satırlar değişti'))
  await shows(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true, cancelable: true }))
    return completions === 2
  })
})

test('the editor of the status completes the order only with the parts that have been on the screen', async () => {
  const server = await startServer()
  let lines: PickingLine[] = [PICKING_LINE]
  const picking = `GET /api/admin/orders/${ORDER_ID}/picking`
  server.respond(picking, ({ reply }) => reply(200, lines))
  const { startSession } = await import('../../../current-session.ts')
  startSession(ADMIN)
  const { invalidate, queryClient, useCallQuery } = await import('../../../queries.ts')
  const { PickingCard } = await import('./picking-card.tsx')
  const { StatusEditor } = await import('../status-editor.tsx')
  const { Toaster } = await import('../../../ui/toaster.tsx')
  stubResizeObserver()
  const order = decode(AnyOrder, { ...WIRE_ORDER, status: ORDER_STATUSES[1]! })
  const Fetched = () => (
    <output>{useCallQuery(readPicking, { params: { id: ORDER_ID } }).data?.[0]?.without_lot}</output>
  )
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Fetched />
      <PickingCard order={WIRE_ORDER} onComplete={() => undefined} isCompleting={false} hasFailed={false} />
      <StatusEditor order={order} badge={null} />
      <Toaster />
    </QueryClientProvider>,
  )
  const says = (words: string) => document.body.textContent.includes(words)
  await shows(() => says('0 / 1 satır'))
  await act(async () => button('Düzenle').click())
  const select = document.querySelector('select')!
  await act(async () => {
    select.value = ORDER_STATUSES[2]!
    select.dispatchEvent(new Event('change', { bubbles: true }))
    const box = document.querySelector<HTMLInputElement>('input[type=checkbox]')
    box?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  })
  const lot = { lot_id: ADMIN.user.id, code: 'L1', expires_on: '2026-03-11', expiry_kind: 'skt', reason: null } as const
  lines = [{ ...PICKING_LINE, lots: [{ ...lot, quantity: 3 }], without_lot: 1, has_lots: true }]
  await act(async () => invalidate(['lots']))
  await shows(() => document.querySelector('output')?.textContent === '1')
  expect(says('L1')).toBe(false)
  const sent: string[] = []
  server.respond(`PUT /api/admin/orders/${ORDER_ID}/status`, ({ body }) => void sent.push(JSON.parse(body).status))
  // The second press of a double press was not meant for the lines that the first one has shown.
  const save = button('Kaydet')
  await act(async () => save.click())
  await act(async () => save.click())
  expect(says('L1')).toBe(true)
  await shows(() => says('Hazırlanacak satırlar değişti'))
  await act(async () => invalidate(['lots']))
  expect(sent).toEqual([])
  await shows(() => {
    save.click()
    return sent.length > 0
  })
  expect(sent).toEqual([ORDER_STATUSES[2]])
})

test('changes that wait while lines are ticked are shown ten seconds after the last touch', async () => {
  const { useHeldLines } = await import('./held-lines.ts')
  const { useEffect, useRef } = await import('react')
  let held: ReturnType<typeof useHeldLines> | undefined
  function Lines({ latest }: { latest: PickingLine[] }) {
    const place = useRef<HTMLUListElement>(null)
    const now = useHeldLines(latest, place)
    useEffect(() => {
      held = now
    })
    return <ul ref={place} />
  }
  const states = [1, 2, 3, 4].map(quantity => [{ ...PICKING_LINE, quantity, without_lot: quantity }])
  const { act, show } = await openScreen(<Lines latest={states[0]!} />)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const touch = () =>
    act(async () => document.querySelector('ul')?.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  const shown = () => [held?.lines[0]?.quantity, held?.areHeld]
  await touch()
  await show(<Lines latest={states[1]!} />)
  expect(shown()).toEqual([1, true])
  await act(async () => vi.advanceTimersByTime(9_000))
  await touch()
  await act(async () => vi.advanceTimersByTime(9_999))
  expect(shown()).toEqual([1, true])
  await act(async () => vi.advanceTimersByTime(1))
  expect(shown()).toEqual([2, false])
  // The next change is the user's own; the one after that is not.
  await touch()
  await act(async () => held?.showNext())
  await show(<Lines latest={states[2]!} />)
  expect(shown()).toEqual([3, false])
  await show(<Lines latest={states[3]!} />)
  expect(shown()).toEqual([3, true])
})
