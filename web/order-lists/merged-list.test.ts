import { expect, test } from 'vitest'
import { mergedList } from './merged-list.ts'

const list = (text: string, name = 'Mutfak') => ({
  name,
  lines: text
    .split(' ')
    .filter(Boolean)
    .map(part => {
      const [product_id = '', target] = part.split(':')
      return { product_id, target: target ? Number(target) : null }
    }),
})

test.each([
  ['what the other has added stays', 'a b', 'b a', 'a b c', 'b a c'],
  ['what the other has removed stays away', 'a b', 'b a', 'b', 'b'],
  ['what is removed here does not come back', 'a b', 'a', 'a b c', 'a c'],
  ['both add the same product: it stands once', 'a', 'a b:3', 'a b', 'a b:3'],
  ['targets of different lines are both kept', 'a:1 b:1', 'a:2 b:1', 'a:1 b:5', 'a:2 b:5'],
  ['the target set here holds', 'a:1', 'a:2', 'a:3', 'a:2'],
])('%s', (_, base, mine, theirs, merged) => {
  expect(mergedList(list(base), list(mine), list(theirs))).toEqual(list(merged))
})

test('the name changed here holds, otherwise the other’s', () => {
  expect(mergedList(list('', 'A'), list('', 'B'), list('', 'C')).name).toBe('B')
  expect(mergedList(list('', 'A'), list('', 'A'), list('', 'C')).name).toBe('C')
})
