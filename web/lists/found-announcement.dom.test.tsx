import { expect, test } from 'vitest'
import { announced, openScreen } from '../testing/screen.ts'

const LOADED = { error: null, isPending: false, isPlaceholderData: false, hasNextPage: false }

test('what a search has found is announced once it is loaded', async () => {
  const { useFoundAnnouncement } = await import('./found-announcement.ts')
  type Shown = Partial<Parameters<typeof useFoundAnnouncement>[0]> & { isSearched?: boolean }
  function Customers({ isSearched = true, ...query }: Shown) {
    useFoundAnnouncement({ items: ['Çınaraltı', 'Kuytu'], ...LOADED, ...query }, 'müşteri', isSearched)
    return null
  }
  const { show } = await openScreen(<Customers isSearched={false} />)
  const announcedOf = async (shown: Shown) => {
    await show(<Customers {...shown} />)
    return announced()
  }
  expect(await announced()).toBe('')
  expect(await announcedOf({ isPlaceholderData: true })).toBe('')
  expect(await announcedOf({})).toBe('2 müşteri bulundu')
  expect(await announcedOf({ hasNextPage: true })).toBe('En az 2 müşteri bulundu')
  expect(await announcedOf({ items: [] })).toBe('Eşleşen müşteri yok')
})
