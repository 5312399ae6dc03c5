import { beforeEach, expect, test, vi } from 'vitest'
import { TIMERS } from '../testing/scripted-server.ts'

let done: string[]
let afterPress: (work: () => void) => void
const fire = (type: string) => void document.body.dispatchEvent(new Event(type, { bubbles: true }))

beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  done = []
  ;({ afterPress } = await import('./after-press.ts'))
})

test('work runs immediately while nothing is pressed, and otherwise after the click', () => {
  afterPress(() => done.push('first'))
  expect(done).toEqual(['first'])
  fire('pointerdown')
  afterPress(() => done.push('second'))
  document.body.addEventListener('click', () => done.push('click'), { once: true })
  // A touch screen moves the focus between `pointerup` and `click`.
  fire('pointerup')
  afterPress(() => done.push('third'))
  expect(done).toEqual(['first'])
  fire('click')
  expect(done).toEqual(['first', 'click', 'second', 'third'])
})

test('a press without a click, such as a drag, does not delay the work for long', () => {
  fire('pointerdown')
  afterPress(() => done.push('dragged'))
  fire('pointerup')
  vi.advanceTimersByTime(400)
  expect(done).toEqual(['dragged'])
  fire('pointerdown')
  afterPress(() => done.push('scrolled'))
  fire('pointercancel')
  expect(done).toEqual(['dragged', 'scrolled'])
})
