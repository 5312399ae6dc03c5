import { beforeEach, expect, test, vi } from 'vitest'
import { button, openScreen } from '../testing/screen.ts'

beforeEach(() => import('./lost-focus.ts'))

const nextFrames = async () => {
  for (let frame = 0; frame < 4; frame++) await new Promise(resolve => requestAnimationFrame(resolve))
}

const PLACES = {
  page: {},
  row: { 'data-index': 0 },
  card: { 'data-index': 0, tabIndex: undefined },
  sheet: { role: 'dialog' },
  question: { role: 'alertdialog' },
  toast: { 'data-sonner-toaster': true },
}

type Options = { detail?: number; hasSearch?: boolean; hasLink?: boolean; goes?: 'button' | 'place' }

/**
 * Presses 'Tekrar dene' in `place` by key, or by pointer, and then removes it, alone or with the place; returns the id of
 * what has the focus.
 */
async function focusedAfter(place: keyof typeof PLACES, options: Options = {}) {
  const { detail = 0, hasSearch = false, hasLink = false, goes = 'button' } = options
  const screen = (isShown: boolean) => (
    <main id="content" tabIndex={-1}>
      {hasSearch && <input id="search" type="search" aria-keyshortcuts="/" />}
      {(isShown || goes === 'button') && (
        <div id="place" tabIndex={-1} {...PLACES[place]}>
          {isShown && (
            <button type="button" id="retry">
              Tekrar dene
            </button>
          )}
          {hasLink && (
            <a id="link" href="#link">
              Ayrıntı
            </a>
          )}
        </div>
      )}
      <button type="button">Kapat</button>
    </main>
  )
  const { show } = await openScreen(screen(true))
  button('Tekrar dene').focus()
  button('Tekrar dene').dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  await show(screen(true))
  await show(screen(false))
  await nextFrames()
  return document.activeElement?.id
}

test('the focus of a button that disappears some time after it was pressed by key goes to what is around it', async () => {
  expect(await focusedAfter('page')).toBe('content')
})

test('in a sheet or a question, it goes to that', async () => {
  expect([await focusedAfter('sheet'), await focusedAfter('question')]).toEqual(['place', 'place'])
})

test('it is not moved when the sheet has gone, too, which returns it itself', async () => {
  expect(await focusedAfter('sheet', { goes: 'place' })).toBe('')
})

test('above a list, it goes to the search without scrolling, as the user may have gone down the list since', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  expect(await focusedAfter('page', { hasSearch: true })).toBe('search')
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true })
})

test('in a row of a list it goes to the row, or to the first control of one that cannot have it', async () => {
  const list = { hasSearch: true, hasLink: true }
  expect([await focusedAfter('row', list), await focusedAfter('card', list)]).toEqual(['place', 'link'])
  expect(await focusedAfter('card', { hasSearch: true })).toBe('search')
})

test('the focus is not moved after a press with a pointer, nor for a row that is scrolled out of view', async () => {
  expect(await focusedAfter('page', { detail: 1 })).toBe('')
  expect(await focusedAfter('row', { goes: 'place' })).toBe('')
})

test('it is not moved from a toast, which returns it to where it was before', async () => {
  expect(await focusedAfter('toast')).toBe('')
})

test('a control that has taken the focus meanwhile keeps it', async () => {
  const screen = (isShown: boolean) => (
    <main id="content" tabIndex={-1}>
      {isShown && <button type="button">Tekrar dene</button>}
      <button type="button" id="close">
        Kapat
      </button>
    </main>
  )
  const { show } = await openScreen(screen(true))
  button('Tekrar dene').focus()
  button('Tekrar dene').click()
  button('Kapat').focus()
  await show(screen(false))
  await nextFrames()
  expect(document.activeElement?.id).toBe('close')
})
