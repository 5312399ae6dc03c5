import { expect, test } from 'vitest'
import { button, openScreen, stubFocusVisible } from '../testing/screen.ts'
import { MoreButton } from './more-button.tsx'

test('after the last page, the focus stays where the button was', async () => {
  stubFocusVisible()
  const query = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: async () => undefined }
  const { show } = await openScreen(<MoreButton query={query} />)
  button('Devamını göster').focus()
  const place = document.activeElement?.parentElement
  await show(<MoreButton query={{ ...query, hasNextPage: false }} />)
  expect(document.activeElement).toBe(place)
})
