import { useEffect, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { button, openScreen, stubResizeObserver } from '../testing/screen.ts'

/** A button in a popover that closes it when clicked, and calls `onGone` when it is unmounted. */
function FollowedLink({ onClick, onGone }: { onClick: () => void; onGone: () => void }) {
  useEffect(() => () => queueMicrotask(onGone), [onGone])
  return (
    <button type="button" onClick={onClick}>
      Siparişe git
    </button>
  )
}

/** Clicks the button in the popover, which closes. */
async function follow(onGone: () => void) {
  stubResizeObserver()
  const { Floating } = await import('./floating.tsx')
  function Page() {
    const [open, change] = useState(true)
    const trigger = useRef<HTMLButtonElement>(null)
    return (
      <>
        <button type="button" ref={trigger}>
          Bildirimler
        </button>
        <button type="button">Sipariş</button>
        <Floating state={{ open, change, button: trigger }} label="Bildirimler">
          <FollowedLink onClick={() => change(false)} onGone={onGone} />
        </Floating>
      </>
    )
  }
  const { act } = await openScreen(<Page />)
  // Radix moves the focus in a later task.
  const nextTask = () => act(() => new Promise(resolve => setTimeout(resolve)))
  await nextTask()
  await act(async () => button('Siparişe git').click())
  await nextTask()
}

test('a popover that closes returns the focus to its button', async () => {
  await follow(() => undefined)
  expect(document.activeElement).toBe(button('Bildirimler'))
})

test('a popover that closes leaves the focus on a control that has already taken it', async () => {
  await follow(() => button('Sipariş').focus())
  expect(document.activeElement).toBe(button('Sipariş'))
})
