import { expect, test } from 'vitest'
import { field, openScreen } from '../testing/screen.ts'

test('single-key shortcuts can be switched off for this device in the list of shortcuts', async () => {
  localStorage.clear()
  const { useHotkey } = await import('./hotkey.ts')
  const { ShortcutList } = await import('./shortcut-list.tsx')
  const pressed: string[] = []
  function Screen({ isListed }: { isListed: boolean }) {
    useHotkey('n', () => pressed.push('n'))
    useHotkey('/', () => pressed.push('/'))
    return <ShortcutList open={isListed} onOpenChange={() => undefined} />
  }
  const { act, show } = await openScreen(<Screen isListed={false} />)
  const press = (key: string) =>
    act(async () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  const toggle = async () => {
    await show(<Screen isListed />)
    await act(async () => field('Tek tuşlu kısayollar').click())
    await show(<Screen isListed={false} />)
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  }
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
