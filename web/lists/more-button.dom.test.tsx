import { expect, test } from 'vitest'
import { button, openScreen, stubFocusVisible } from '../testing/screen.ts'
import { MoreButton } from './more-button.tsx'

const query = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: async () => undefined }
const SHEET = { role: 'dialog' }

test('after the last page, the focus stays where the button was', async () => {
  stubFocusVisible()
  const { show } = await openScreen(<MoreButton query={query} />)
  button('Devamını göster').focus()
  const place = document.activeElement?.parentElement
  await show(<MoreButton query={{ ...query, hasNextPage: false }} />)
  expect(document.activeElement).toBe(place)
})

test('when its sheet closes, the search of the page behind the sheet does not get the focus', async () => {
  stubFocusVisible()
  const screen = (isOpen: boolean) => (
    <>
      <input type="search" aria-keyshortcuts="/" />
      {isOpen && (
        <div {...SHEET}>
          <MoreButton query={query} />
        </div>
      )}
    </>
  )
  const { show } = await openScreen(screen(true))
  button('Devamını göster').focus()
  await show(screen(false))
  expect(document.activeElement).toBe(document.body)
})
