import { readingsOf, withoutLineNumber } from '#contract/quick-entry.ts'
import { storedText, storeText } from '../pwa/stored-text.ts'
import { fieldsOf, isText, parseJson } from '../stored-values.ts'
import type { ListOwner } from './list-calls.ts'

/** The maximum number of stored choices per customer; the oldest are deleted first. */
const MAX_CHOICES = 300

/** A function that returns the product last chosen on this device for the words of a line of this customer. */
export function chosenBefore(owner: ListOwner): (words: string) => string | undefined {
  const choices = read(owner)
  return words => {
    const id = choices[words]
    return isText(id) ? id : undefined
  }
}

/** Stores which product was chosen for the words of a line, regardless of its quantity and its number in the list. */
export function rememberChoice(owner: ListOwner, line: string, product_id: string) {
  const choices = new Map(Object.entries(read(owner)))
  for (const { words } of readingsOf(withoutLineNumber(line))) {
    choices.delete(words.join(' '))
    choices.set(words.join(' '), product_id)
  }
  storeText(nameOf(owner), JSON.stringify(Object.fromEntries([...choices].slice(-MAX_CHOICES))))
}

const read = (owner: ListOwner) => fieldsOf(parseJson(storedText(nameOf(owner)) || 'null'))

const nameOf = (owner: ListOwner) => (owner ? `entry-choices:${owner}` : 'entry-choices')
