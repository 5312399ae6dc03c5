import { expect, test } from 'vitest'
import { CUSTOMER, MARKETER } from '../testing/samples.ts'

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The user's stored choices in numbers of characters. */
const storedLength = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith('entry-choices'))
    .reduce((sum, [, text]) => sum + String(text).length, 0)

test('the choices of the customers for whom none was made lately are deleted beyond a total', async () => {
  const { startSession } = await import('../current-session.ts')
  const { storeText } = await import('../pwa/stored-text.ts')
  const { choicesName } = await import('./stored-choices.ts')
  const { chosenBefore, rememberChoice } = await import('./remembered-choices.ts')
  startSession(MARKETER)
  const choices = Array.from({ length: 300 }, (_, n) => [`ezine peyniri ${n} numara`, CUSTOMER.user.id])
  const text = JSON.stringify(Object.fromEntries(choices))
  const customers = Array.from({ length: 60 }, (_, n) => idOf(n))
  for (const id of customers) {
    storeText(choicesName(id), text)
    rememberChoice(id, 'kuru incir', CUSTOMER.user.id)
  }
  expect(storedLength()).toBeLessThan(200_000)
  const known = customers.filter(id => chosenBefore(id)('kuru incir'))
  expect(known).toEqual(customers.slice(-known.length))
  expect(known.length).toBeGreaterThan(5)
  // The one that was about to be deleted next is used again.
  const [oldest = ''] = known
  rememberChoice(oldest, 'kuru incir', CUSTOMER.user.id)
  storeText(choicesName(idOf(60)), text)
  rememberChoice(idOf(60), 'kuru incir', CUSTOMER.user.id)
  expect(chosenBefore(oldest)('kuru incir')).toBe(CUSTOMER.user.id)
})
