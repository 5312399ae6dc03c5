import { useState } from 'react'
import { expect, test } from 'vitest'
import { stubCloseWatcher } from '../testing/close-watcher.ts'
import { button, openScreen } from '../testing/screen.ts'

test.each(['Android 14', 'Windows NT 10.0'])('Back of %s', async system => {
  const { goBack, watchers } = stubCloseWatcher(system)
  const { FormDialog } = await import('./form-dialog.tsx')
  function Page() {
    const [open, setOpen] = useState(true)
    const form = {
      form: 'form',
      isChanged: true,
      loss: 'Yazdıklarınız kaybolur.',
      busy: false,
      busyText: 'Kaydediliyor',
    }
    return (
      <FormDialog open={open} onClose={() => setOpen(false)} title="Firma bilgileri" {...form}>
        <form id="form" />
      </FormDialog>
    )
  }
  const { act } = await openScreen(<Page />)
  const shown = () => [...document.querySelectorAll('[role=dialog] h2, [role=alertdialog] h2')].map(e => e.textContent)
  const back = () => act(async () => goBack())
  const question = 'Değişiklikler kaydedilmeden kapatılsın mı?'
  await back()
  if (system.startsWith('Windows')) return expect(shown()).toEqual(['Firma bilgileri'])
  expect(shown()).toEqual(['Firma bilgileri', question])
  await back()
  expect(shown()).toEqual(['Firma bilgileri'])
  await back()
  expect(shown()).toEqual(['Firma bilgileri', question])
  await act(async () => button('Kaydetmeden kapat').click())
  expect(shown()).toEqual([])
  expect(watchers).toEqual([])
})

test('Back closes the menu of narrow windows rather than leave the page', async () => {
  const { goBack, watchers } = stubCloseWatcher('Android 14')
  const { HeaderMenu } = await import('../customer/header-menu.tsx')
  function Page() {
    const [open, setOpen] = useState(true)
    const close = () => setOpen(false)
    return open && <HeaderMenu id="menu" menu={[]} onDownload={undefined} onChosen={close} onEscape={close} />
  }
  const { act } = await openScreen(<Page />)
  expect(document.querySelector('nav')?.textContent).toContain('PDF Katalog İndir')
  await act(async () => goBack())
  expect(document.querySelector('nav')).toBeNull()
  expect(watchers).toEqual([])
})

test('Back closes a menu rather than the dialog around it', async () => {
  const { goBack, watchers } = stubCloseWatcher('Android 14')
  const { Dialog } = await import('./dialog.tsx')
  const { Menu, MenuItem } = await import('./menu.tsx')
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <Dialog open={open} onOpenChange={setOpen} title="Listeyi düzenle">
        <Menu trigger={<button type="button">Sırala</button>}>
          <MenuItem>Ada göre</MenuItem>
        </Menu>
      </Dialog>
    )
  }
  const { act } = await openScreen(<Page />)
  const shown = () => document.querySelectorAll('[role=menu], [role=dialog]').length
  const back = () => act(async () => goBack())
  await act(async () => button('Sırala').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(shown()).toBe(2)
  await back()
  expect([document.querySelector('[role=menu]'), shown()]).toEqual([null, 1])
  await back()
  expect([shown(), watchers]).toEqual([0, []])
})
