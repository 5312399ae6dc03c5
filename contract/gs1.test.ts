import { expect, test } from 'vitest'
import { barcodeIn } from './gs1.ts'

const FNC1 = '\u001d'

test.each([
  ['a GTIN alone', '0108690637012341', '8690637012341'],
  ['with the best-before date and the lot', '010869063701234115261231107A-12', '8690637012341'],
  ['the lot before the date, separated', `010869063701234110A7${FNC1}17261200`, '8690637012341'],
  ['the lot first', `10A7${FNC1}0108690637012341`, '8690637012341'],
  ['FNC1 in front', `${FNC1}0108690637012341${FNC1}17270131`, '8690637012341'],
  ['identified by the scanner as GS1-128', ']C10108690637012341', '8690637012341'],
  ['identified by the scanner as DataMatrix', ']d2010869063701234110L', '8690637012341'],
  ['as printed', '(01)08690637012341(15)261231(10)A-7', '8690637012341'],
  ['a weighed piece', '01086906370123413103001250', '8690637012341'],
  ['with a price per unit', '010869063701234139221250', '8690637012341'],
  ['a serial number and company-internal parts', `010869063701234121S7${FNC1}91ABC${FNC1}240X`, '8690637012341'],
  [
    'dates of freezing and of the catch, and a species',
    `01086906370123417006261101${FNC1}7007261030${FNC1}7008BSS`,
    '8690637012341',
  ],
  ['the area and the gear of the catch', `010869063701234170053772${FNC1}700907${FNC1}10A7`, '8690637012341'],
  ['a pallet: the contained product and its count', '0038690630000000001702086906370123413748', '8690637012341'],
  ['an EAN-8', '0100000096385074', '96385074'],
  ['a UPC-A', '0100036000291452', '0036000291452'],
  ['a case with its own GTIN', '0118690637012348', '18690637012348'],
  ['a line break after it', '0108690637012341\n', '8690637012341'],
])('%s: the product is found', (_, scanned, barcode) => {
  expect(barcodeIn(scanned)).toBe(barcode)
})

test.each([
  ['an EAN-13', '8690637012341'],
  ['an EAN-13 that begins like a part', '0108690637012'],
  ['an ITF-14', '18690637012348'],
  ['a wrong check digit', '0108690637012342'],
  ['an invalid date', '010869063701234117261331'],
  ['a part cut off', '01086906370123411726'],
  ['an unknown part', '010869063701234188X'],
  ['a lot without a product', '10A7B'],
  ['an internal code of the seller', 'STK-7000'],
  ['letters in brackets', '(A) 12'],
  ['too few digits in print', '(01)0000'],
  ['brackets that do not close', '(01)08690637012341(10'],
  ['an empty text', ''],
])('%s is no GS1 code with a product', (_, scanned) => {
  expect(barcodeIn(scanned)).toBe(scanned)
})

test('no barcode contains a separator', () => {
  expect(barcodeIn(`ABC${FNC1}1`)).toBe('ABC1')
})
