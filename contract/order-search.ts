import { searchWords } from './turkish.ts'

/**
 * A word of a search in orders. An order matches if its text (company, username and number, folded) contains `text`, or
 * if its id begins with `digits`, which only a word longer than an order's number has: 12 characters, or the whole id.
 */
export type OrderSearchWord = { text: string; digits?: string }

/** The words of a search in orders. Numbers may be written with a leading '#', and ids without hyphens. */
export function orderSearchWords(search: string): OrderSearchWord[] {
  return searchWords(search).flatMap(word => {
    const text = word.replace(/^#+/, '')
    const digits = digitsOf(text)
    if (text === '') return []
    return /^[0-9a-f]{9,32}$/.test(digits) ? { text, digits } : { text }
  })
}

/** The hexadecimal digits of an order's id, with which `OrderSearchWord.digits` is compared. */
export const digitsOf = (id: string) => id.replaceAll('-', '')
