import { useSyncExternalStore } from 'react'

/** Whether a media query matches, updated as it changes. */
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

/** Whether the window has a phone's width, at which tables become cards. */
export const useIsPhoneWidth = () => useMedia('(max-width: 39.99rem)')
