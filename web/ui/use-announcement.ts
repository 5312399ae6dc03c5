import { useEffect } from 'react'
import { announce } from './announce.ts'
import { wholeText } from './number-text.ts'

/** Announces a sentence to screen readers whenever it changes; an empty one is not announced. */
export function useAnnouncement(sentence: string) {
  useEffect(() => {
    if (sentence) announce(sentence)
  }, [sentence])
}

/** The announcement of how many rows a search has found: at least `count` if there is a next page, else exactly. */
export const foundText = (count: number, hasNextPage: boolean, noun: string) =>
  `${hasNextPage ? 'En az ' : ''}${wholeText(count)} ${noun} bulundu`
