import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../../testing/screen.ts'
import { forgetTicks, useTicks } from './ticks.ts'

const ORDER = { id: 'order', updated_at: '2026-03-10T07:00:00.000Z' }

function Ticks({ order = ORDER }) {
  const { ticked, tick } = useTicks(order)
  return (
    <>
      <output>{[...ticked].join(' ')}</output>
      {['a', 'b'].map(part => (
        <button key={part} type="button" onClick={() => tick(part, !ticked.has(part))}>
          {part}
        </button>
      ))}
    </>
  )
}

const press = (part: string) =>
  act(async () => [...document.querySelectorAll('button')].find(one => one.textContent === part)?.click())
const ticked = () => document.querySelector('output')?.textContent

test('lines can be ticked even if the browser stores nothing, and ticks are stored again once it does', async () => {
  const refusing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  onTestFinished(() => refusing.mockRestore())
  await openScreen(<Ticks />)
  await press('a')
  await press('b')
  expect(ticked()).toBe('a b')
  await press('a')
  expect([ticked(), localStorage.getItem('picked-parts')]).toEqual(['b', null])
  refusing.mockRestore()
  await press('a')
  expect(localStorage.getItem('picked-parts')).toBe('[["order","2026-03-10T07:00:00.000Z",["b","a"]]]')
  forgetTicks(ORDER)
  expect(localStorage.getItem('picked-parts')).toBe('[]')
})

test('nothing is ticked of an order that was set back and is prepared again, also while its page is open', async () => {
  const { show } = await openScreen(<Ticks />)
  await press('a')
  const again = { ...ORDER, updated_at: '2026-03-10T08:00:00.000Z' }
  await show(<Ticks order={again} />)
  expect(ticked()).toBe('')
  await press('b')
  expect([ticked(), localStorage.getItem('picked-parts')]).toEqual(['b', `[["order","${again.updated_at}",["b"]]]`])
})

test('ticks that an earlier version of the app has stored, perhaps of an earlier preparation, count as none', async () => {
  localStorage.setItem('picked-parts', '[["order",["a"]]]')
  await openScreen(<Ticks />)
  expect(ticked()).toBe('')
  await press('b')
  expect(ticked()).toBe('b')
})
