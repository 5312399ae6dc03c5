import { describe, expect, test } from 'vitest'
import { barcodeIn } from './gs1.ts'
import { packageIn, type ScannedPackage } from './gs1-packages.ts'

const FNC1 = '\u001d'
const TODAY = '2026-11-25'
const MILK_ELEMENT = '0108690570001242'
const NOTHING: ScannedPackage = {
  barcode: '8690570001242',
  isContained: false,
  count: null,
  lot: null,
  produced_on: null,
  expires_on: null,
  expiry_kind: null,
  net_weight_kg: null,
}
const skt = (expires_on: string) => ({ expires_on, expiry_kind: 'skt' as const })
const tett = (expires_on: string) => ({ expires_on, expiry_kind: 'tett' as const })

type Case = [name: string, scanned: string, expected: Partial<ScannedPackage>]

const PRODUCTS: Case[] = [
  ['a GTIN alone', MILK_ELEMENT, {}],
  ['an EAN-8', '0100000096385074', { barcode: '96385074' }],
  ['a UPC-A', '0100036000291452', { barcode: '0036000291452' }],
  ['a case of a product', '0118690570001249', { barcode: '18690570001249' }],
  [
    'a case of variable measure',
    '0198690570001245310300125010C9',
    {
      barcode: '98690570001245',
      net_weight_kg: 1.25,
      lot: 'C9',
    },
  ],
  ['a book', '0109780201379624', { barcode: '9780201379624' }],
  ['the contained product and its count', `0208690570001242${'37'}48`, { isContained: true, count: 48 }],
  [
    'a pallet',
    `003869063000000000170208690570001242${'15'}270630${'10'}P-77${FNC1}3748`,
    {
      isContained: true,
      count: 48,
      lot: 'P-77',
      ...tett('2027-06-30'),
    },
  ],
  ['count before lot', `02086905700012423712${FNC1}10AB`, { isContained: true, count: 12, lot: 'AB' }],
  ['a count of eight digits', `02086905700012423700000010`, { isContained: true, count: 10 }],
  ['the largest count', `0208690570001242371000000`, { isContained: true, count: 1_000_000 }],
  ['a larger count, which is ignored', `0208690570001242371000001`, { isContained: true }],
  ['a count and a lot without a separator', `0208690570001242374810123`, { isContained: true }],
  ['a count of 0', '0208690570001242370', { isContained: true }],
]

const LOTS: Case[] = [
  ['a lot at the end', `${MILK_ELEMENT}10A7`, { lot: 'A7' }],
  ['a lot before a date', `${MILK_ELEMENT}10A7${FNC1}17261231`, { lot: 'A7', ...skt('2026-12-31') }],
  ['a lot after a date', `${MILK_ELEMENT}1726123110A7`, { lot: 'A7', ...skt('2026-12-31') }],
  ['a lot in front of the product', `10A7${FNC1}${MILK_ELEMENT}`, { lot: 'A7' }],
  ['a lot of digits', `${MILK_ELEMENT}1726123110240517`, { lot: '240517', ...skt('2026-12-31') }],
  ['a lot that begins like a date', `${MILK_ELEMENT}1017261231`, { lot: '17261231' }],
  ['a lot in small letters', `${MILK_ELEMENT}10l26a3`, { lot: 'l26a3' }],
  ['a lot with signs', `${MILK_ELEMENT}10L/26-3.A_1`, { lot: 'L/26-3.A_1' }],
  ['a lot of 20 characters', `${MILK_ELEMENT}10ABCDEFGHIJ0123456789`, { lot: 'ABCDEFGHIJ0123456789' }],
  ['a lot of 21 characters, which is ignored', `${MILK_ELEMENT}10ABCDEFGHIJ01234567890`, {}],
  ['a lot and a serial number', `${MILK_ELEMENT}10A7${FNC1}2100012345`, { lot: 'A7' }],
  ['a lot and a company-internal part', `${MILK_ELEMENT}10A7${FNC1}91RAF-3`, { lot: 'A7' }],
  ['a lot with leading zeros', `${MILK_ELEMENT}1000042`, { lot: '00042' }],
]

const FORMS: Case[] = [
  ['FNC1 in front', `${FNC1}${MILK_ELEMENT}17261231`, skt('2026-12-31')],
  ['FNC1 in front and at the end', `${FNC1}${MILK_ELEMENT}10A7${FNC1}`, { lot: 'A7' }],
  [
    'FNC1 after a part of fixed length',
    `${MILK_ELEMENT}${FNC1}17261231${FNC1}10A7`,
    { lot: 'A7', ...skt('2026-12-31') },
  ],
  ['GS1-128, identified by the scanner', `]C1${MILK_ELEMENT}10A7`, { lot: 'A7' }],
  [
    'DataMatrix, identified by the scanner',
    `]d2${MILK_ELEMENT}10A7${FNC1}15270228`,
    { lot: 'A7', ...tett('2027-02-28') },
  ],
  ['QR, identified by the scanner', `]Q3${MILK_ELEMENT}17261231`, skt('2026-12-31')],
  ['DataBar, identified by the scanner', `]e0${MILK_ELEMENT}17261231`, skt('2026-12-31')],
  ['printed', '(01)08690570001242(17)261231(10)A7', { lot: 'A7', ...skt('2026-12-31') }],
  ['printed in another order', '(10)A7(01)08690570001242(15)270101', { lot: 'A7', ...tett('2027-01-01') }],
  ['printed with weight', '(01)98690570001245(3102)000515', { barcode: '98690570001245', net_weight_kg: 5.15 }],
  ['printed pallet', '(02)08690570001242(37)24(10)X', { isContained: true, count: 24, lot: 'X' }],
  ['a line break after it', `${MILK_ELEMENT}10A7\r\n`, { lot: 'A7' }],
]

const DATES: Case[] = [
  ['use by', `${MILK_ELEMENT}17261231`, skt('2026-12-31')],
  ['best before', `${MILK_ELEMENT}15270630`, tett('2027-06-30')],
  ['both, of which use by counts', `${MILK_ELEMENT}1527063017270531`, skt('2027-05-31')],
  ['produced', `${MILK_ELEMENT}11261101`, { produced_on: '2026-11-01' }],
  ['produced and use by', `${MILK_ELEMENT}1126110117261201`, { produced_on: '2026-11-01', ...skt('2026-12-01') }],
  ['packing date and sell-by date, which are ignored', `${MILK_ELEMENT}1326110116261201`, {}],
  ['day 00 of a long month', `${MILK_ELEMENT}17270100`, skt('2027-01-31')],
  ['day 00 of a short month', `${MILK_ELEMENT}15270400`, tett('2027-04-30')],
  ['day 00 of February', `${MILK_ELEMENT}17270200`, skt('2027-02-28')],
  ['day 00 of February in a leap year', `${MILK_ELEMENT}17280200`, skt('2028-02-29')],
  ['day 00 of December', `${MILK_ELEMENT}17261200`, skt('2026-12-31')],
  ['29 February in a leap year', `${MILK_ELEMENT}17280229`, skt('2028-02-29')],
  ['29 February in another year', `${MILK_ELEMENT}17270229`, {}],
  ['31 April', `${MILK_ELEMENT}1527043110A7`, { lot: 'A7' }],
  ['the past', `${MILK_ELEMENT}17240115`, skt('2024-01-15')],
]

const WEIGHTS: Case[] = [
  ['whole kilograms', `${MILK_ELEMENT}3100000012`, { net_weight_kg: 12 }],
  ['one decimal', `${MILK_ELEMENT}3101000125`, { net_weight_kg: 12.5 }],
  ['two decimals', `${MILK_ELEMENT}3102001250`, { net_weight_kg: 12.5 }],
  ['three decimals', `${MILK_ELEMENT}3103001250`, { net_weight_kg: 1.25 }],
  ['five decimals', `${MILK_ELEMENT}3105123456`, { net_weight_kg: 1.23456 }],
  ['six decimals, which are invalid', `${MILK_ELEMENT}3106123456`, {}],
  ['a weight of 0', `${MILK_ELEMENT}3103000000`, {}],
  ['pounds', `${MILK_ELEMENT}3202001250`, {}],
  [
    'weight, date and lot',
    `${MILK_ELEMENT}3103012345${'17'}26120510K3`,
    { net_weight_kg: 12.345, lot: 'K3', ...skt('2026-12-05') },
  ],
  ['weight and price', `${MILK_ELEMENT}3103001250392199${FNC1}10K3`, { net_weight_kg: 1.25, lot: 'K3' }],
]

describe.each([
  ['products', PRODUCTS],
  ['lots', LOTS],
  ['forms', FORMS],
  ['dates', DATES],
  ['weights', WEIGHTS],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_name, scanned, expected) => {
    expect(packageIn(scanned, TODAY)).toEqual({ ...NOTHING, ...expected })
    expect(barcodeIn(scanned)).toBe(expected.barcode ?? NOTHING.barcode)
  })
})

test.each([
  ['2026-11-25', '76', '2076'],
  ['2026-11-25', '77', '1977'],
  ['2026-11-25', '99', '1999'],
  ['2026-11-25', '00', '2000'],
  ['2049-12-31', '99', '2099'],
  ['2050-01-01', '00', '2100'],
  ['2050-01-01', '01', '2001'],
  ['2051-01-01', '01', '2101'],
  ['2051-01-01', '02', '2002'],
  ['2099-06-01', '49', '2149'],
  ['2099-06-01', '50', '2050'],
  ['1999-06-01', '01', '2001'],
])('in %s, a year of %s is %s', (today, ending, year) => {
  expect(packageIn(`${MILK_ELEMENT}17${ending}0615`, today)?.expires_on).toBe(`${year}-06-15`)
})

test.each([
  ['an EAN-13', '8690570001242'],
  ['a wrong check digit', '010869057000124817261231'],
  ['a wrong check digit in print', '(01)08690570001248(10)A7'],
  ['a wrong check digit of the contained product', '02086905700012483748'],
  ['no product', `10A7${FNC1}17261231`],
  ['a serial shipping container code alone', '00386906300000000017'],
  ['a month 13', `${MILK_ELEMENT}17261331`],
  ['a month 00', `${MILK_ELEMENT}17260031`],
  ['a day 32', `${MILK_ELEMENT}17261232`],
  ['a date cut off', `${MILK_ELEMENT}172612`],
  ['an empty lot', `${MILK_ELEMENT}10`],
  ['an unknown part', `${MILK_ELEMENT}05123`],
  ['letters in the GTIN', '0108690A70001247'],
  ['a web address', 'https://id.gs1.org/01/08690570001242/10/A7'],
  ['brackets that do not close', '(01)08690570001242(10'],
  ['text', 'Süt 1 l'],
  ['an empty text', ''],
])('%s contains no data of a package', (_, scanned) => {
  expect(packageIn(scanned, TODAY)).toBeUndefined()
})
