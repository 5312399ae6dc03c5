import { foundText, useAnnouncement } from '../ui/use-announcement.ts'

type Found = {
  items: readonly unknown[]
  error: Error | null
  isPending: boolean
  isPlaceholderData: boolean
  hasNextPage: boolean
}

/** Announces how many rows a search or filter has found, on screens that show only the rows; once for each search. */
export function useFoundAnnouncement(query: Found, noun: string, isSearched: boolean) {
  const { items, error, isPending, isPlaceholderData, hasNextPage } = query
  const isFound = isSearched && !error && !isPending && !isPlaceholderData
  const found = items.length > 0 ? foundText(items.length, hasNextPage, noun) : `Eşleşen ${noun} yok`
  useAnnouncement(isFound ? found : '')
}
