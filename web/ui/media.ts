import { useSyncExternalStore } from 'react'

/** Whether the window answers to a media query, now and as it changes. */
export function useMedia(query: string) {
  return useSyncExternalStore(
    changed => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** Whether this is a phone's width, where tables become cards. */
export const usePhone = () => useMedia('(width < 40rem)')
