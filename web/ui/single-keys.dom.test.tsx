import { expect, test } from 'vitest'
import { fillStorage } from '../testing/full-storage.ts'
import { field, openScreen } from '../testing/screen.ts'

/** Opens a screen with two shortcuts; `toggle` presses the switch in the list of shortcuts. */
async function openShortcuts() {
  const { useHotkey } = await import('./hotkey.ts')
  const { ShortcutList } = await import('./shortcut-list.tsx')
  const pressed: string[] = []
  function Screen({ isListed }: { isListed: boolean }) {
    useHotkey('n', () => pressed.push('n'))
    useHotkey('/', () => pressed.push('/'))
    return <ShortcutList open={isListed} onOpenChange={() => undefined} />
  }
  const { act, show } = await openScreen(<Screen isListed={false} />)
  return {
    pressed,
    press: (key: string) =>
      act(async () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))),
    toggle: async () => {
      await show(<Screen isListed />)
      await act(async () => field('Tek tuşlu kısayollar').click())
      await show(<Screen isListed={false} />)
      await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
    },
  }
}

test('single-key shortcuts can be switched off for this device in the list of shortcuts', async () => {
  const { press, pressed, toggle } = await openShortcuts()
  await press('n')
  await toggle()
  await press('n')
  await press('/')
  expect(pressed).toEqual(['n'])
  expect(localStorage.getItem('single-keys')).toBe('off')
  await toggle()
  await press('/')
  expect(pressed).toEqual(['n', '/'])
  expect(localStorage.getItem('single-keys')).toBeNull()
})

test('with a full storage single-key shortcuts are switched off until the page is left', async () => {
  const { press, pressed, toggle } = await openShortcuts()
  fillStorage('other')
  await toggle()
  await press('n')
  expect(pressed).toEqual([])
  await toggle()
  await press('n')
  expect(pressed).toEqual(['n'])
})

test('single-key shortcuts work in a checkbox, but not while typing', async () => {
  localStorage.clear()
  const { useHotkey } = await import('./hotkey.ts')
  const pressed: (string | null | undefined)[] = []
  function Screen() {
    useHotkey('n', () => pressed.push(document.activeElement?.ariaLabel))
    return (
      <>
        <input aria-label="box" type="checkbox" />
        <input aria-label="choice" type="radio" />
        <input aria-label="text" />
        <input aria-label="search" type="search" />
        <input aria-label="number" type="number" />
        <textarea aria-label="lines" />
        <select aria-label="select" />
      </>
    )
  }
  const { act } = await openScreen(<Screen />)
  for (const one of document.querySelectorAll<HTMLElement>('[aria-label]'))
    await act(async () => {
      one.focus()
      one.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
    })
  expect(pressed).toEqual(['box', 'choice'])
})
