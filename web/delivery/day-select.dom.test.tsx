import { expect, test, vi } from 'vitest'
import { openScreen } from '../testing/screen.ts'
import { TIMERS } from '../testing/scripted-server.ts'

test('a form that is open over midnight calls the days by their new names', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS], now: new Date('2026-11-28T23:59:30+03:00') })
  const { DaySelect } = await import('./day-select.tsx')
  const days = ['2026-11-29', '2026-11-30'].map(date => ({
    date,
    cutoff: new Date(`${date}T07:00:00+03:00`),
    isFull: false,
  }))
  const { act } = await openScreen(
    <DaySelect delivery={{ days, now: () => new Date() }} value="2026-11-29" onChange={() => undefined} />,
  )
  const names = () => [...document.querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(names()).toEqual(['Yarın (Pazar)', 'Pazartesi günü (30.11.2026)'])
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(names()).toEqual(['Bugün', 'Yarın (Pazartesi)'])
})
