import { wholeText } from '../ui/number-text.ts'
import { useAnnouncement } from '../ui/use-announcement.ts'

type Found = {
  items: readonly unknown[]
  error: Error | null
  isPending: boolean
  isPlaceholderData: boolean
  hasNextPage: boolean
}

/** Announces how many rows a search or filter has found, on screens that show only the rows. */
export function useFoundAnnouncement(query: Found, noun: string, isSearched: boolean) {
  const { items, error, isPending, isPlaceholderData, hasNextPage } = query
  const isFound = isSearched && !error && !isPending && !isPlaceholderData
  const count = `${hasNextPage ? 'En az ' : ''}${wholeText(items.length)} ${noun} bulundu`
  useAnnouncement(isFound ? (items.length > 0 ? count : `Eşleşen ${noun} yok`) : '')
}
