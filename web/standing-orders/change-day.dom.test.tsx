import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { kurus } from '#contract/money.ts'
import type { ComingDay, StandingOrder } from '#contract/standing-orders.ts'
import { expireSession } from '../testing/expired-session.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { STANDING as EMPTY } from '../testing/standing-order.ts'

const LOR = '1b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12'
const KASAR = '2b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12'
const line = (product_id: string, product_name: string, quantity: number) => ({
  product_id,
  product_name,
  brand: '',
  unit: 'KG',
  new_unit: null,
  quantity,
  price: kurus(1000),
  vat_rate: 10,
})
const DAY: ComingDay = {
  due_on: '2026-03-17',
  day: '2026-03-17',
  why: null,
  moved_to: null,
  unskipped_day: '2026-03-17',
  ordered_at: null,
  is_changeable: true,
  items: null,
}
const SKIPPED: ComingDay = { ...DAY, day: null, why: 'skipped' }
const STANDING: StandingOrder = {
  ...EMPTY,
  items: [line(LOR, 'Lor', 4), line(KASAR, 'Kaşar', 4)],
  coming: [DAY],
  past: [],
}
const SAVED = { ...STANDING, items: [] } satisfies z.input<typeof StandingOrder>

/** Opens the form of a day, and unless told otherwise orders one more of the first product. */
async function openDay(opened = DAY, isMore = true) {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { toast } = await import('../ui/toaster.tsx')
  const toasts = (['success', 'warning'] as const).map(kind => vi.spyOn(toast, kind))
  const { ChangeDay } = await import('./change-day.tsx')
  const { queryClient } = await import('../queries.ts')
  const form = (day: ComingDay) => (
    <QueryClientProvider client={queryClient}>
      <ChangeDay standing={STANDING} day={day} isOver={false} open onClose={() => undefined} />
    </QueryClientProvider>
  )
  const { act, show, unmount } = await openScreen(form(opened))
  const focusedFirst = document.activeElement?.textContent
  if (isMore) await act(async () => document.querySelector<HTMLElement>('button[aria-label=Artır]')?.click())
  const save = async () => {
    await act(async () => button('Kaydet').click())
    return server.next(`PUT /api/standing-orders/${STANDING.id}/day`)
  }
  return {
    focusedFirst,
    server,
    act,
    unmount,
    show: (day: ComingDay) => show(form(day)),
    save,
    said: () => toasts.flatMap(({ mock }) => mock.calls),
  }
}

test('the form begins with its title, so that a key pressed by mistake changes no quantity', async () => {
  expect((await openDay()).focusedFirst).toBe('17.03.2026 Salı siparişi')
})

test('changes of the day made on another device since are kept', async () => {
  const { show, save } = await openDay()
  await show({ ...DAY, items: [line(LOR, 'Lor', 4), line(KASAR, 'Kaşar', 9)] })
  expect(JSON.parse((await save()).body)).toEqual({
    due_on: DAY.due_on,
    items: [
      { product_id: LOR, quantity: 5, unit: 'KG' },
      { product_id: KASAR, quantity: 9, unit: 'KG' },
    ],
  })
})

test('a day that another device skips is ordered only after a warning', async () => {
  const { show, save, said } = await openDay()
  const unseen = await save()
  expect(JSON.parse(unseen.body)).not.toHaveProperty('is_skipped')
  unseen.reply(200, { ...SAVED, coming: [SKIPPED] })
  await shows(() => said().length > 0)
  expect(said()).toEqual([['17.03.2026 Salı siparişi değiştirildi, ama bu arada atlandı; verilmeyecek']])
  await show(SKIPPED)
  expect(document.querySelector('[role=alert], [role=status]')?.textContent).toContain('Bu sipariş atlandı')
  expect(JSON.parse((await save()).body)).toMatchObject({ is_skipped: false })
})

test('a skipped day that was moved is shown and restored under its new date, and can be moved back', async () => {
  const { act, save } = await openDay({ ...SKIPPED, unskipped_day: '2026-03-19' })
  const title = () => document.querySelector('[role=dialog] h2')?.textContent
  expect([title(), field('Gün').value]).toEqual(['19.03.2026 Perşembe siparişi', '19.03.2026'])
  await act(async () => typeIn(field('Gün'), '17.03.2026'))
  expect(JSON.parse((await save()).body)).toMatchObject({
    due_on: DAY.due_on,
    is_skipped: false,
    moved_to: '2026-03-17',
  })
})

test.each<[string, Partial<ComingDay>, string]>([
  [
    'moved meanwhile',
    { day: '2026-03-19', why: 'moved', unskipped_day: '2026-03-19' },
    '19.03.2026 Perşembe siparişi değiştirildi',
  ],
  [
    'closed',
    { day: null, why: 'closed', unskipped_day: null },
    '17.03.2026 Salı siparişi değiştirildi, ama o gün kapalı; verilmeyecek',
  ],
])('the message after a change of a day that is %s says what the server has saved', async (_, saved, message) => {
  const { save, said } = await openDay()
  ;(await save()).reply(200, { ...SAVED, coming: [{ ...DAY, ...saved }] })
  await shows(() => said().length > 0)
  expect(said()).toEqual([[message]])
})

test('the time at which the order is made is shown as long as its day is not changed', async () => {
  const { act } = await openDay({ ...DAY, ordered_at: '2026-03-17T03:00:00.000Z' })
  const description = () => document.querySelector('[role=dialog]')?.textContent
  expect(description()).toContain("17.03.2026 06:00'da verilecek.")
  await act(async () => typeIn(field('Gün'), '19.03.2026'))
  expect(description()).not.toContain(' verilecek')
})

test.each([
  ['', 'Bir gün seçin'],
  ['31.02.2026', '31.02.2026 diye bir gün yok; o ay 28 gün çeker'],
])('the date “%s” is not sent, and its field shows the reason', async (typed, fault) => {
  const { server, act } = await openDay()
  await act(async () => typeIn(field('Gün'), typed))
  await act(async () => button('Kaydet').click())
  await act(async () => field('Gün').blur())
  expect(server.untaken()).toEqual([])
  const described = field('Gün').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe(fault)
})

test('while the day is being typed, the title names the day of the order', async () => {
  const { act } = await openDay()
  const title = async (typed: string) => {
    await act(async () => typeIn(field('Gün'), typed))
    return document.querySelector('[role=dialog] h2')?.textContent
  }
  expect(await title('12.0')).toBe('17.03.2026 Salı siparişi')
  expect(await title('12.03.2026')).toBe('12.03.2026 Perşembe siparişi')
})

test('the new date of a day that an expired session interrupts is kept, and leaves its products alone', async () => {
  const first = await openDay()
  await first.act(async () => document.querySelector<HTMLElement>('button[aria-label=Azalt]')?.click())
  await first.act(async () => typeIn(field('Gün'), '18.03.2026'))
  await expireSession(first)
  const { save } = await openDay(DAY, false)
  expect(field('Gün').value).toBe('18.03.2026')
  expect(JSON.parse((await save()).body)).toEqual({ due_on: DAY.due_on, moved_to: '2026-03-18' })
})

test('changed quantities of a day that an expired session interrupts are merged into its present ones', async () => {
  await expireSession(await openDay())
  const { save } = await openDay({ ...DAY, items: [line(LOR, 'Lor', 4), line(KASAR, 'Kaşar', 9)] }, false)
  const { items } = JSON.parse((await save()).body)
  expect(items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([5, 9])
})
