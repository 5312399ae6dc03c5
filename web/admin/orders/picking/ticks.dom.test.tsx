import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../../testing/screen.ts'
import { forgetTicks, useTicks } from './ticks.ts'

function Ticks() {
  const { ticked, tick } = useTicks('order')
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
  expect(localStorage.getItem('picked-parts')).toBe('[["order",["b","a"]]]')
  forgetTicks('order')
  expect(localStorage.getItem('picked-parts')).toBe('[]')
})
