import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { button, openScreen, shows } from '../testing/screen.ts'

/** The `close` functions of the quote's sheet, one per render. */
const closing: (() => void)[] = []

/** Opens a list with a sheet at an address, in a new history entry. */
async function openList(address: string) {
  const { LocationProvider } = await import('./router.tsx')
  const { useSheet } = await import('./sheet-address.ts')
  const { useConfirmBeforeLeaving } = await import('./leave-guard.ts')
  const form = { isChanged: false, loss: 'Yazdıklarınız kaybolur.' }
  history.pushState(null, '', '/before')
  history.pushState(null, '', address)
  /** A form in the other sheet. */
  function Note() {
    const [isTyped, setTyped] = useState(false)
    useConfirmBeforeLeaving(isTyped, 'Notunuz kaybolur.', () => setTyped(false))
    return (
      <button type="button" onClick={() => setTyped(true)}>
        Yaz
      </button>
    )
  }
  function List() {
    const [quote, other] = [useSheet('quote'), useSheet('other')]
    closing.push(quote.close)
    useConfirmBeforeLeaving(form.isChanged, form.loss, () => undefined)
    return (
      <>
        <button type="button" onClick={() => quote.open('a')}>
          a
        </button>
        <button type="button" onClick={() => quote.open('b', { instead: 'other' })}>
          b
        </button>
        <button type="button" onClick={() => other.open('c')}>
          c
        </button>
        <button type="button" onClick={() => other.open('d', { skipsLeaveCheck: true })}>
          d
        </button>
        <button type="button" onClick={quote.close}>
          Kapat
        </button>
        {other.id === 'd' && <Note />}
        <p>{`${quote.id}|${other.id}`}</p>
      </>
    )
  }
  const content = () => (
    <LocationProvider>
      <List />
    </LocationProvider>
  )
  const screen = await openScreen(content())
  const press = (name: string) => screen.act(async () => button(name).click())
  return { ...screen, press, form, again: () => screen.show(content()) }
}

const shown = () => document.querySelector('p')?.textContent
/** Whether the history entry before the current one is that of the page before the list. */
async function isNextBackToPageBefore() {
  history.back()
  await shows(() => location.pathname === '/before')
}

test('Back closes a sheet and stays on the list; a closed sheet leaves no entry behind', async () => {
  const { press } = await openList('/list?tab=orders&search=a%20b')
  const entries = history.length
  await press('a')
  expect([shown(), location.search]).toEqual(['a|', '?tab=orders&search=a+b&quote=a'])
  history.back()
  await shows(() => shown() === '|')
  expect(location.search).toBe('?tab=orders&search=a%20b')

  for (const _ of ['once', 'again']) {
    let isBack = false
    addEventListener('popstate', () => (isBack = true), { once: true })
    await press('a')
    await press('Kapat')
    // A double press.
    await press('Kapat')
    expect(shown()).toBe('|')
    await shows(() => isBack)
  }
  expect(history.length).toBe(entries + 1)
  expect(location.search).toBe('?tab=orders&search=a%20b')
  await isNextBackToPageBefore()
})

test('sheets opened one after another share one entry, even if one is opened while another is being left', async () => {
  const { press } = await openList('/list?tab=orders')
  const entries = history.length
  await press('c')
  await press('b')
  expect([shown(), location.search, history.length]).toEqual(['b|', '?tab=orders&quote=b', entries + 1])
  await press('Kapat')
  await press('a')
  await shows(() => shown() === 'a|')
  expect(history.length).toBe(entries + 1)
  history.back()
  await shows(() => shown() === '|')
  await isNextBackToPageBefore()
})

test('a late `close` of an earlier row does not close the row that is now open', async () => {
  const { press } = await openList('/list')
  await press('a')
  const late = closing.at(-1)
  await press('b')
  late?.()
  expect(location.search).toBe('?quote=b')
})

test('a link opens a sheet, which is closed in place', async () => {
  const { press } = await openList('/list?quote=b')
  expect(shown()).toBe('b|')
  await press('Kapat')
  expect([shown(), location.search]).toEqual(['|', ''])
  await isNextBackToPageBefore()
})

test('Back needs a confirmation before changes in a sheet are lost; closing the sheet does not ask again', async () => {
  const said: string[] = []
  let agrees = false
  vi.stubGlobal('confirm', (text: string) => {
    said.push(text)
    return agrees
  })
  const { press, form, again } = await openList('/list')
  await press('a')
  form.isChanged = true
  await again()
  await press('a')
  said.length = 0
  history.back()
  await shows(() => said.length === 1 && location.search === '?quote=a')
  expect(shown()).toBe('a|')
  agrees = true
  await press('Kapat')
  await shows(() => shown() === '|')
  expect(said).toHaveLength(1)
})

test('Back closes a sheet above a form with changes without a question, as the form stays; leaving the form asks', async () => {
  const asked: string[] = []
  vi.stubGlobal('confirm', (text: string) => asked.push(text) === 0)
  const { press, form, again } = await openList('/list')
  form.isChanged = true
  await again()
  await press('d')
  expect(shown()).toBe('|d')
  // The form may change while the sheet is open.
  form.loss = 'Yazdığınız not kaybolur.'
  await again()
  history.back()
  await shows(() => shown() === '|' || asked.length > 0)
  expect([asked, location.search]).toEqual([[], ''])
  history.back()
  await shows(() => asked.length > 0 && location.pathname === '/list')
  expect(asked).toEqual(['Yazdığınız not kaybolur. Devam edilsin mi?'])
})

test('Back asks before it closes a sheet in which something was typed, also above a form with changes', async () => {
  const asked: string[] = []
  vi.stubGlobal('confirm', (text: string) => asked.push(text) > 0)
  const { press, form, again } = await openList('/list')
  form.isChanged = true
  await again()
  await press('d')
  await press('Yaz')
  form.loss = 'Yazdığınız not kaybolur.'
  await again()
  history.back()
  await shows(() => shown() === '|')
  expect(asked).toEqual(['Notunuz kaybolur. Devam edilsin mi?'])
})
