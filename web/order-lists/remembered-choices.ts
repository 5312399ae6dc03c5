import { readingsOf, withoutLineNumber } from '#contract/quick-entry.ts'
import { storedText, storeText } from '../pwa/stored-text.ts'
import { fieldsOf, isText, parseJson } from '../stored-values.ts'
import type { ListOwner } from './list-calls.ts'
import { choicesName, customersWithChoices } from './stored-choices.ts'

/** The maximum number of stored choices per customer; the oldest are deleted first. */
const MAX_CHOICES = 300
/** The maximum number of characters stored for all customers of a user, of which a choice takes about 70. */
const MAX_LENGTH = 200_000
/** The customers of the latest choices, latest first. */
const LATEST = 'latest-entry-choices'

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
  storeText(choicesName(owner), JSON.stringify(Object.fromEntries([...choices].slice(-MAX_CHOICES))))
  if (owner) limitCustomers(owner)
}

/** Deletes the choices of the customers for whom none has been made for longest, beyond the maximum length. */
function limitCustomers(latest: string) {
  const stored = parseJson(storedText(LATEST))
  const customers = new Set([
    latest,
    ...(Array.isArray(stored) ? stored.filter(isText) : []),
    ...customersWithChoices(),
  ])
  let total = 0
  const kept = [...customers].filter(customer => {
    const { length } = storedText(choicesName(customer))
    total += length
    if (total > MAX_LENGTH) storeText(choicesName(customer), '')
    return length > 0 && total <= MAX_LENGTH
  })
  storeText(LATEST, JSON.stringify(kept))
}

const read = (owner: ListOwner) => fieldsOf(parseJson(storedText(choicesName(owner))))
