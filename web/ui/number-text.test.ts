import { expect, test } from 'vitest'
import { decimalText, fieldText } from './decimal-text.ts'
import { numberFrom, quantityFault, wholeText } from './number-text.ts'

test.each([
  ['12', 12],
  ['1.234', 1234],
  ['1.234.567', 1_234_567],
  ['1.234,50', 1234.5],
  ['1234,5', 1234.5],
  ['2.5', 2.5],
  ['1234.567', 1234.567],
  ['0.500', 0.5],
  ['-0.500', -0.5],
  ['₺ 1.234,50', 1234.5],
  [' 7 ', 7],
  ['1.234,50 TL', 1234.5],
  ['12,5tl', 12.5],
  ['1.234,50\u00a0TRY', 1234.5],
  ['\u202a12,50\u202c\u200b', 12.5],
  ['-3', -3],
  ['5,', 5],
])('%s is parsed as %d', (text, number) => {
  expect(numberFrom(text)).toBe(number)
})

test.each(['', 'on', '1.2.3', '0.500.000', '1,2,3', '1.23.456', '12a', '-', ',5', 'TL', '5 adet'])(
  '"%s" is not a number',
  text => {
    expect(numberFrom(text)).toBeUndefined()
  },
)

test.each(['2,5', '0,5', '-1,5', '2.5', '1.234,50'])('%s is rejected as a quantity, never rounded', text => {
  expect(quantityFault(numberFrom(text) ?? Number.NaN)).toBe('Miktar tam sayı olmalıdır')
})

test.each(['2', '1.234', '12,00', '0', '-3'])('%s is a whole number', text => {
  expect(quantityFault(numberFrom(text) ?? Number.NaN)).toBeUndefined()
})

test('more than the maximum is rejected, never reduced', () => {
  expect(quantityFault(2_000_000, 1_000_000)).toBe('Miktar en fazla 1.000.000 olabilir')
  expect(quantityFault(1_000_000, 1_000_000)).toBeUndefined()
})

test('text that is not a number is left to the field to validate', () => {
  expect(quantityFault(Number.NaN)).toBeUndefined()
})

test('a formatted number can be parsed again', () => {
  expect(wholeText(1_234_567)).toBe('1.234.567')
  expect(decimalText(1234.5, 2)).toBe('1.234,50')
  expect([fieldText(1234.5, 2), fieldText(12.5, 0), fieldText(1.005, 2)]).toEqual(['1.234,50', '12,5', '1,005'])
  expect(numberFrom(decimalText(9_999_999.99, 2))).toBe(9_999_999.99)
})
