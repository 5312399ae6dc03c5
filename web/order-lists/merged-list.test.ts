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
  ['a line added by another user remains', 'a b', 'b a', 'a b c', 'b a c'],
  ['a line removed by another user remains removed', 'a b', 'b a', 'b', 'b'],
  ['a line removed here is not restored', 'a b', 'a', 'a b c', 'a c'],
  ['a product added by both is in the list once', 'a', 'a b:3', 'a b', 'a b:3'],
  ['targets of different lines are both kept', 'a:1 b:1', 'a:2 b:1', 'a:1 b:5', 'a:2 b:5'],
  ['a target set here wins', 'a:1', 'a:2', 'a:3', 'a:2'],
])('%s', (_, base, mine, theirs, merged) => {
  expect(mergedList(list(base), list(mine), list(theirs))).toEqual(list(merged))
})

test('a name changed here wins, otherwise the other user’s name is kept', () => {
  expect(mergedList(list('', 'A'), list('', 'B'), list('', 'C')).name).toBe('B')
  expect(mergedList(list('', 'A'), list('', 'A'), list('', 'C')).name).toBe('C')
})
