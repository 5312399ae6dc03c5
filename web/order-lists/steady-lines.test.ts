import { expect, test } from 'vitest'
import { steadyLines } from './steady-lines.ts'

const line = (product_id: string) => ({ product_id, product_name: product_id, unit: 'KG', target: null })
const [oil, salt, rice] = [line('oil'), line('salt'), line('rice')]
const all = () => true

test('the lines of an open guide keep their order, and lines of products no longer sold remain', () => {
  const shown = steadyLines([], [oil, salt], all)
  expect(shown).toEqual([oil, salt])
  // Salt was ordered again and so comes first; rice is new; oil is no longer sold.
  expect(steadyLines(shown, [salt, rice], all)).toEqual([oil, salt, rice])
  expect(steadyLines(shown, [salt], all)).toBe(shown)
})

test('a line whose product is not sold when the guide is opened is not shown', () => {
  expect(steadyLines([], [oil, salt], id => id === 'salt')).toEqual([salt])
})

test('a line keeps its place and has the present target and unit', () => {
  const shown = steadyLines([], [oil, salt], all)
  const present = { ...oil, target: 24, unit: 'PAKET' }
  expect(steadyLines(shown, [salt, present], all)).toEqual([present, salt])
})
