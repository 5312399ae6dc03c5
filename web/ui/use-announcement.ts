import { useEffect } from 'react'
import { announce } from './announce.ts'

/** Announces a sentence to screen readers whenever it changes; an empty one is not announced. */
export function useAnnouncement(sentence: string) {
  useEffect(() => {
    if (sentence) announce(sentence)
  }, [sentence])
}
