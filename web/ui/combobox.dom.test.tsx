import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { stubCloseWatcher } from '../testing/close-watcher.ts'
import { openScreen, typeIn } from '../testing/screen.ts'

type Shown = { items: string[]; isProvisional?: boolean }

/** Opens a combobox whose items are their own keys, and types into it; `chosen` collects what is chosen. */
async function openCombobox(shown: Shown) {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { Combobox } = await import('./combobox.tsx')
  const chosen: (string | undefined)[] = []
  const page = (props: Shown) => (
    <Combobox
      label="Ürünler"
      chosen=""
      itemKey={item => item}
      render={item => item}
      onType={() => undefined}
      onChoose={item => void chosen.push(item)}
      onNone={text => void chosen.push(`no ${text}`)}
      {...props}
    />
  )
  const { act, show } = await openScreen(page(shown))
  const input = () => document.querySelector('input')!
  await act(async () => typeIn(input(), 'a'))
  const press = (key: string) =>
    act(async () => input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  const highlighted = () => document.querySelector('[aria-selected=true]')?.textContent
  return { press, chosen, highlighted, show: (props: Shown) => show(page(props)) }
}

test('the highlight stays on its item when a refetch inserts others before it, and chooses none in its place', async () => {
  const { press, chosen, highlighted, show } = await openCombobox({ items: ['Ayran', 'Açma'] })
  expect(highlighted()).toBe('Ayran')
  await show({ items: ['Acuka', 'Ayran', 'Açma'] })
  expect(highlighted()).toBe('Ayran')
  await press('ArrowDown')
  await show({ items: ['Acuka', 'Ahududu', 'Ayran', 'Açma'] })
  expect(highlighted()).toBe('Açma')
  await show({ items: ['Acuka', 'Ayran', 'Ahududu', 'Armut'] })
  expect(highlighted()).toBeUndefined()
  await press('Enter')
  expect(chosen).toEqual([])
  await show({ items: [] })
  await press('Enter')
  expect(chosen.splice(0)).toEqual(['no a'])
  await show({ items: ['Acuka', 'Ayran', 'Ahududu', 'Armut'] })
  await press('ArrowUp')
  expect(highlighted()).toBe('Armut')
  await press('ArrowDown')
  expect(highlighted()).toBe('Acuka')
  await press('Enter')
  expect(chosen).toEqual(['Acuka'])
})

test('while the items of a typed text are still being fetched, the first one is highlighted, whichever it is', async () => {
  const { press, chosen, highlighted, show } = await openCombobox({ items: ['Ayran'], isProvisional: true })
  expect(highlighted()).toBe('Ayran')
  await show({ items: ['Acuka', 'Ayran'] })
  expect(highlighted()).toBe('Acuka')
  await show({ items: ['Abur cubur', 'Acuka', 'Ayran'] })
  await press('Enter')
  expect(chosen).toEqual(['Acuka'])
})

test.each(['Esc', 'Back on Android'])('%s closes an open list, and only then the dialog around it', async way => {
  const { goBack } = stubCloseWatcher('Android 14')
  const { Combobox } = await import('./combobox.tsx')
  const { Dialog } = await import('./dialog.tsx')
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <Dialog open={open} onOpenChange={setOpen} title="Teklif iste">
        <Combobox
          label="Ürünler"
          chosen=""
          items={['Ayran']}
          itemKey={item => item}
          render={item => item}
          onType={() => undefined}
          onChoose={() => undefined}
        />
      </Dialog>
    )
  }
  const { act } = await openScreen(<Page />)
  const leave = () =>
    act(async () => {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      if (way === 'Esc') document.activeElement?.dispatchEvent(key)
      else goBack()
    })
  const input = () => document.querySelector<HTMLInputElement>('[role=combobox]')
  const shown = () => [document.querySelector('[role=dialog]') !== null, input()?.value, input()?.ariaExpanded]
  await act(async () => {
    input()!.focus()
    typeIn(input()!, 'ay')
  })
  expect(shown()).toEqual([true, 'ay', 'true'])
  await leave()
  expect(shown()).toEqual([true, '', 'false'])
  await leave()
  expect(shown()).toEqual([false, undefined, undefined])
})
