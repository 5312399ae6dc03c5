import { expect, test } from 'vitest'
import { fillStorage } from '../testing/full-storage.ts'
import { field, openScreen } from '../testing/screen.ts'

test('a theme is applied, and stored if there is room for it', async () => {
  const { ThemeSwitch } = await import('./theme.tsx')
  const { act } = await openScreen(<ThemeSwitch />)
  const choose = (label: string) => act(async () => field(label).click())
  const { dataset } = document.documentElement
  await choose('Koyu')
  expect([dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
  await choose('Sistem')
  expect([dataset.theme, localStorage.getItem('theme')]).toEqual([undefined, null])
  fillStorage('other')
  const faults: unknown[] = []
  addEventListener('error', event => {
    event.preventDefault()
    faults.push(event.error)
  })
  await choose('Koyu')
  expect([dataset.theme, field('Koyu').checked, faults]).toEqual(['dark', true, []])
})
