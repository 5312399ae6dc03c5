import { expect, test } from 'vitest'
import { printedForm, spellingsOf } from './barcode-spellings.ts'

test.each([
  ['an EAN-13', '8690637012341', ['08690637012341']],
  ['an EAN-13 padded to 14 digits', '08690637012341', ['8690637012341']],
  ['an EAN-13 with a wrong check digit', '8690637012345', []],
  ['14 digits with a wrong check digit', '08690637012345', []],
  ['the ITF-14 of a case', '18690637012348', []],
  ['a UPC-A, read as EAN-13', '0036000291452', ['036000291452', '00036000291452', '36000291452']],
  ['a UPC-A padded to 14 digits', '00036000291452', ['036000291452', '0036000291452', '36000291452']],
  [
    'a UPC-A that a spreadsheet has taken for a number',
    '36000291452',
    ['036000291452', '0036000291452', '00036000291452'],
  ],
  ['another number with eleven digits', '36000291453', []],
  ['a UPC-A', '036000291452', ['0036000291452', '00036000291452', '36000291452']],
  ['a UPC-E that ends in 0 to 2', '01234505', ['012000003455', '0012000003455', '00012000003455', '12000003455']],
  ['a UPC-E that ends in 3', '04252635', ['042500000265', '0042500000265', '00042500000265', '42500000265']],
  ['a UPC-E that ends in 4', '01234543', ['012340000053', '0012340000053', '00012340000053', '12340000053']],
  [
    'a UPC-E that ends in 5 to 9, which is also an EAN-8',
    '01234565',
    ['012345000065', '0012345000065', '00012345000065', '12345000065', '00000001234565'],
  ],
  ['a UPC-E, read as EAN-13', '0012000003455', ['012000003455', '00012000003455', '01234505', '12000003455']],
  ['an EAN-8', '96385074', ['00000096385074']],
  ['an EAN-8 padded to 14 digits', '00000096385074', ['96385074']],
  ['an EAN-8 that begins like a UPC-E', '01234560', ['01234560']],
  ['letters', 'ABC-123', []],
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
