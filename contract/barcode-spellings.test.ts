import { expect, test } from 'vitest'
import { printedForm, spellingsOf } from './barcode-spellings.ts'

test.each([
  ['an EAN-13', '8690637012345', ['8690637012345']],
  ['a UPC-A, read as EAN-13', '0036000291452', ['036000291452', '36000291452']],
  ['a UPC-A that a spreadsheet has taken for a number', '36000291452', ['036000291452', '0036000291452']],
  ['another number with eleven digits', '36000291453', []],
  ['a UPC-A', '036000291452', ['0036000291452', '36000291452']],
  ['a UPC-E that ends in 0 to 2', '01234505', ['012000003455', '0012000003455', '12000003455']],
  ['a UPC-E that ends in 3', '04252635', ['042500000265', '0042500000265', '42500000265']],
  ['a UPC-E that ends in 4', '01234543', ['012340000053', '0012340000053', '12340000053']],
  ['a UPC-E that ends in 5 to 9', '01234565', ['012345000065', '0012345000065', '12345000065']],
  ['a UPC-E, read as EAN-13', '0012345000065', ['012345000065', '01234565', '12345000065']],
  ['an EAN-8', '96385074', ['96385074']],
  ['an EAN-8 that begins like a UPC-E', '01234560', ['01234560']],
  ['letters', 'ABC-123', ['ABC-123']],
])('%s: all equivalent spellings are returned', (_, code, others) => {
  expect(spellingsOf(code).sort()).toEqual([...new Set([code, ...others])].sort())
})

test.each([
  ['0036000291452', '036000291452'],
  ['0036000291450', '0036000291450'],
  ['8690637012345', '8690637012345'],
  ['01234565', '01234565'],
  ['STK-7000', 'STK-7000'],
])('the printed form of %s is %s', (read, printed) => {
  expect(printedForm(read)).toBe(printed)
})
