import { expect, test, vi } from 'vitest'
import { button, openScreen, shows } from '../testing/screen.ts'

test('Back does not close a form that is being saved, and needs a confirmation for a form with changes', async () => {
  let backs = 0
  // Registered before the guard's own listener, which may stop the event.
  addEventListener('popstate', () => backs++, { capture: true })
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) > 0)
  const { LocationProvider } = await import('./router.tsx')
  const { FormDialog } = await import('./form-dialog.tsx')
  const { useSheet } = await import('./sheet-address.ts')
  function List({ isChanged, busy }: { isChanged: boolean; busy: boolean }) {
    const sheet = useSheet('new')
    const state = { isChanged, busy, busyText: 'Kaydediliyor', loss: 'Yazdıklarınız kaybolur.', form: 'form' }
    return (
      <>
        <button type="button" onClick={() => sheet.open('customer')}>
          Aç
        </button>
        <FormDialog open={sheet.id !== ''} onClose={sheet.close} title="Yeni müşteri" {...state}>
          <form id="form" />
        </FormDialog>
      </>
    )
  }
  const screen = (isChanged: boolean, busy: boolean) => (
    <LocationProvider>
      <List isChanged={isChanged} busy={busy} />
    </LocationProvider>
  )
  history.pushState(null, '', '/list')
  const { act, show } = await openScreen(screen(false, false))
  await act(async () => button('Aç').click())
  for (const isChanged of [false, true]) {
    await show(screen(isChanged, true))
    const before = backs
    history.back()
    await shows(() => backs > before)
    expect([location.search, questions]).toEqual(['?new=customer', []])
  }
  await show(screen(true, false))
  history.back()
  await shows(() => location.search === '')
  expect(questions).toEqual(['Yazdıklarınız kaybolur. Devam edilsin mi?'])
})

test('while a form is being saved, its fields are inert and its buttons are not; then the focus returns', async () => {
  const { LocationProvider } = await import('./router.tsx')
  const { FormDialog } = await import('./form-dialog.tsx')
  const state = { open: true, isChanged: false, busyText: 'Kaydediliyor', loss: '', form: 'form' }
  const screen = (busy: boolean) => (
    <LocationProvider>
      <FormDialog {...state} onClose={() => undefined} title="Yeni müşteri" busy={busy}>
        <form id="form">
          <input aria-label="Kod" />
          <input aria-label="Ad" />
        </form>
      </FormDialog>
    </LocationProvider>
  )
  const { show } = await openScreen(screen(false))
  const name = document.querySelector<HTMLElement>('[aria-label=Ad]')!
  const inert = () => [name, button('Vazgeç'), button('Kaydet')].map(one => one.closest('[inert]') !== null)
  name.focus()
  expect(inert()).toEqual([false, false, false])
  await show(screen(true))
  expect(inert()).toEqual([true, false, false])
  // Browsers remove the focus from inert elements; jsdom does not.
  name.blur()
  await show(screen(false))
  expect(inert()).toEqual([false, false, false])
  expect(document.activeElement).toBe(name)
})
