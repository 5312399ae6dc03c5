import { describe, expect, test } from 'vitest'
import { packageIn } from '#contract/gs1-packages.ts'
import { kurus } from '#contract/money.ts'
import { type AdminProduct, NEW_PRODUCT } from '#contract/products.ts'
import { type KnownLot, questionOf } from './lot-questions.ts'
import { codeFault, type ReceiptLine, withoutBooked, withProduct } from './receipt-lines.ts'

const FNC1 = '\u001d'
const TODAY = '2026-11-25'
const MILK: AdminProduct = {
  ...NEW_PRODUCT,
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  name: 'Süt 1 l',
  brand: 'Ova',
  category: 'Süt',
  price: kurus(4500),
  vat_rate: 1,
  stock_quantity: 40,
  reserved_quantity: 0,
  available_quantity: 40,
  barcode: '8690570001242',
  lot_tracking: 'required',
  first_expiry: null,
  is_offer: false,
  created_at: '2026-03-10T07:00:00.000Z',
  updated_at: '2026-03-10T07:00:00.000Z',
}
const CHEESE = { ...MILK, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Ezine peyniri' }
const EAN = '8690570001242'
const LOT_A = `01086905700012421726123110A7`
const LOT_B = `010869057000124210B8${FNC1}17270131`

/** The lines after these scans, latest first. */
function linesAfter(scans: readonly string[], product = MILK) {
  let lines: ReceiptLine[] = []
  for (const scanned of scans) lines = withProduct(lines, product, packageIn(scanned, TODAY)).lines
  return lines.map(({ code, expires_on, expiry_kind, quantity }) => [code, expires_on, expiry_kind, quantity])
}

test('a weight in whole kilograms is the quantity of goods sold by the kilogram, and of no others', () => {
  const weighed = [`${LOT_A}${FNC1}3103012000`, `${LOT_A}${FNC1}3100000005`]
  const quantityOf = (scans: string[], unit: 'KG' | 'ADET') => linesAfter(scans, { ...MILK, unit })[0]?.at(-1)
  expect([quantityOf(weighed, 'KG'), quantityOf(weighed, 'ADET')]).toEqual([17, 2])
  // Stock has whole kilograms only; a count has precedence over a weight.
  expect(quantityOf([`${LOT_A}${FNC1}3103001250`], 'KG')).toBe(1)
  expect(quantityOf([`020${EAN}${FNC1}3103012000374`], 'KG')).toBe(4)
})

describe('the lines after scanning', () => {
  test.each<[string, string[], unknown[]]>([
    ['a plain code', [EAN], [['', '', 'skt', 1]]],
    ['a plain code again', [EAN, EAN, EAN], [['', '', 'skt', 3]]],
    ['lot and use-by date', [LOT_A], [['A7', '2026-12-31', 'skt', 1]]],
    ['the same lot again', [LOT_A, LOT_A], [['A7', '2026-12-31', 'skt', 2]]],
    ['the same lot in lower case', [LOT_A, LOT_A.replace('A7', 'a7')], [['A7', '2026-12-31', 'skt', 2]]],
    [
      'another lot, which gets a line of its own',
      [LOT_A, LOT_B, LOT_A],
      [
        ['A7', '2026-12-31', 'skt', 2],
        ['B8', '2027-01-31', 'skt', 1],
      ],
    ],
    [
      'the same code with another expiry, which is another lot',
      [LOT_A, LOT_A.replace('261231', '261230')],
      [
        ['A7', '2026-12-30', 'skt', 1],
        ['A7', '2026-12-31', 'skt', 1],
      ],
    ],
    ['a best-before date', [`${'01'}0${EAN}1527063010C`], [['C', '2027-06-30', 'tett', 1]]],
    ['an expiry without a lot', [`010${EAN}17261231`, `010${EAN}17261231`], [['', '2026-12-31', 'skt', 2]]],
    ['the lot alone, then with its expiry', [`010${EAN}10A7`, LOT_A], [['A7', '2026-12-31', 'skt', 2]]],
    ['a plain code after the only lot', [LOT_A, EAN], [['A7', '2026-12-31', 'skt', 2]]],
    [
      'a plain code after two lots, which gets a line of its own',
      [LOT_A, LOT_B, EAN],
      [
        ['', '', 'skt', 1],
        ['B8', '2027-01-31', 'skt', 1],
        ['A7', '2026-12-31', 'skt', 1],
      ],
    ],
    [
      'a lot after a plain code',
      [EAN, LOT_A],
      [
        ['A7', '2026-12-31', 'skt', 1],
        ['', '', 'skt', 1],
      ],
    ],
    [
      'a pallet with its number of packages',
      [`020${EAN}1726123137${'48'}${FNC1}10A7`],
      [['A7', '2026-12-31', 'skt', 48]],
    ],
  ])('%s', (_, scans, lines) => {
    expect(linesAfter(scans)).toEqual(lines)
  })

  test('for a product without lots only the quantity counts', () => {
    const scans = [LOT_A, LOT_B, EAN, `020${EAN}3712`]
    expect(linesAfter(scans, { ...MILK, lot_tracking: 'off' })).toEqual([['', '', 'skt', 15]])
  })
})

const [A] = withProduct([], MILK, packageIn(LOT_A, TODAY)).lines
const line = (change: Partial<ReceiptLine>): ReceiptLine => ({ ...A!, ...change })
const KNOWN: KnownLot = {
  product_id: MILK.id,
  code: 'A7',
  expires_on: '2026-12-12',
  expiry_kind: 'tett',
  on_hand: 4,
  sold_past_expiry: false,
}
const PAST = '2026-11-24'

describe('questions about a line', () => {
  const asked = (one: ReceiptLine, lines: ReceiptLine[] = [], known: KnownLot[] = []) =>
    questionOf(one, { lines: [one, ...lines], known, today: TODAY })
  const other = (expires_on: string, code = 'B8') => line({ id: 'other', code, expires_on })

  test.each<[string, ReturnType<typeof asked>, string | undefined]>([
    ['none for a valid lot', asked(line({})), undefined],
    ['none for an expiry today', asked(line({ expires_on: TODAY })), undefined],
    [
      'one for a past expiry',
      asked(line({ expires_on: '2026-11-24' })),
      'Tarihi geçmiş: SKT 24.11.2026. Alınırsa satılmaz.',
    ],
    [
      'one for a past expiry of a released lot, which is sold',
      asked(
        line({ expires_on: PAST }),
        [],
        [{ ...KNOWN, expires_on: PAST, expiry_kind: 'skt', sold_past_expiry: true }],
      ),
      'Tarihi geçmiş: SKT 24.11.2026.',
    ],
    [
      'one for a past best-before date of a known lot, which is sold',
      asked(line({ expires_on: PAST }), [], [{ ...KNOWN, expires_on: PAST }]),
      'Tarihi geçmiş: TETT 24.11.2026.',
    ],
    ['one for another expiry of a known lot', asked(line({}), [], [KNOWN]), 'Bu parti TETT 12.12.2026 olarak kayıtlı.'],
    [
      'one for the known lot in lower case',
      asked(line({ code: 'a7' }), [], [KNOWN]),
      'Bu parti TETT 12.12.2026 olarak kayıtlı.',
    ],
    [
      'none for a lot that is known with both expiries',
      asked(line({}), [], [KNOWN, { ...KNOWN, expires_on: '2026-12-31', expiry_kind: 'skt' }]),
      undefined,
    ],
    [
      'one for another kind of a known expiry',
      asked(line({}), [], [{ ...KNOWN, expires_on: '2026-12-31' }]),
      'Bu parti TETT 31.12.2026 olarak kayıtlı.',
    ],
    [
      'one for another kind of a known expiry of which nothing is on hand',
      asked(line({}), [], [{ ...KNOWN, expires_on: '2026-12-31', on_hand: 0 }]),
      'Bu parti TETT 31.12.2026 olarak kayıtlı.',
    ],
    [
      'one for a past use-by date of a known lot of which nothing is on hand',
      asked(line({ expires_on: PAST }), [], [{ ...KNOWN, expires_on: PAST, on_hand: 0 }]),
      'Tarihi geçmiş: SKT 24.11.2026. Alınırsa satılmaz.',
    ],
    ['none for a longer code', asked(line({}), [], [{ ...KNOWN, code: 'A71' }]), undefined],
    [
      'one for a known lot without an expiry',
      asked(line({}), [], [{ ...KNOWN, expires_on: null, expiry_kind: null }]),
      'Bu parti tarihsiz olarak kayıtlı.',
    ],
    [
      'one for an earlier expiry than that of another lot',
      asked(line({}), [other('2027-01-31')]),
      'Bu teslimattaki B8 partisinden (SKT 31.01.2027) daha erken tarihli.',
    ],
    ['none for the later lot', asked(line({}), [other('2026-12-01')]), undefined],
    ['none for another product', asked(line({}), [{ ...other('2027-01-31'), product_id: CHEESE.id }]), undefined],
    ['none without a lot', asked(line({ code: '', expires_on: '' }), [other('2027-01-31')], [KNOWN]), undefined],
  ])('%s', (_, question, text) => {
    expect(question?.text).toBe(text)
  })

  test('are answered by one press, for this code and expiry only', () => {
    const past = line({ expires_on: '2026-11-24' })
    const answered = { ...past, ...asked(past)?.answers[0]?.change }
    expect(asked(answered)).toBeUndefined()
    expect(asked({ ...answered, expires_on: '2026-11-23' })?.text).toBe(
      'Tarihi geçmiş: SKT 23.11.2026. Alınırsa satılmaz.',
    )
    const [taken, kept] = asked(line({}), [], [KNOWN])?.answers ?? []
    expect({ ...line({}), ...taken?.change }).toMatchObject({ expires_on: '2026-12-12', expiry_kind: 'tett' })
    expect(asked({ ...line({}), ...taken?.change }, [], [KNOWN])).toBeUndefined()
    expect(asked({ ...line({}), ...kept?.change }, [], [KNOWN])).toBeUndefined()
    const sameDay = [{ ...KNOWN, expires_on: '2026-12-31' }]
    const [tett, ...none] = asked(line({}), [], sameDay)?.answers ?? []
    expect([tett?.label, none]).toEqual(['TETT yap', []])
    expect(asked({ ...line({}), ...tett?.change }, [], sameDay)).toBeUndefined()
    // Nothing is left of it, so that a mistyped kind can be mended.
    const soldOut = [{ ...KNOWN, expires_on: '2026-12-31', on_hand: 0 }]
    const [, skt] = asked(line({}), [], soldOut)?.answers ?? []
    expect(skt?.label).toBe('SKT kalsın')
    expect(asked({ ...line({}), ...skt?.change }, [], soldOut)).toBeUndefined()
  })

  test('are asked one after the other', () => {
    const past = line({ expires_on: '2026-11-24' })
    const first = asked(past, [other('2027-01-31')])
    const second = asked({ ...past, ...first?.answers[0]?.change }, [other('2027-01-31')])
    expect([first?.text, second?.text]).toEqual([
      'Tarihi geçmiş: SKT 24.11.2026. Alınırsa satılmaz.',
      'Bu teslimattaki B8 partisinden (SKT 31.01.2027) daha erken tarihli.',
    ])
  })
})

test('a code that the product requires, or that an expiry needs, cannot be left out', () => {
  expect(codeFault(line({ code: '', expires_on: '' }))).toBe('Parti numarasını yazın')
  expect(codeFault(line({ code: '', expires_on: '', lot_tracking: 'asked' }))).toBeUndefined()
  expect(codeFault(line({ code: '', lot_tracking: 'asked' }))).toBe(
    'Tarihle birlikte parti numarasını da yazın ya da tarihi silin',
  )
  expect(codeFault(line({}))).toBeUndefined()
})

test('of a list that was changed while it was being booked, the rest remains', () => {
  const [booked, raised, lowered] = ['a', 'b', 'c'].map(id => line({ id, quantity: 5 }))
  const sent = [booked!, raised!, lowered!]
  const added = line({ id: 'd' })
  const list = [added, { ...raised!, quantity: 7 }, { ...lowered!, quantity: 3 }, booked!]
  expect(withoutBooked(list, sent)).toEqual([added, { ...raised!, quantity: 2 }])
  expect(withoutBooked([added], sent)).toEqual([added])
})

test('a product whose unit has changed since it was added gets a line of its own', () => {
  const product: AdminProduct = { ...MILK, lot_tracking: 'off' }
  const { lines } = withProduct([], product, undefined, 10)
  const after = withProduct(lines, { ...product, unit: 'PAKET' }, undefined, 1).lines
  expect(after.map(({ quantity, unit }) => [quantity, unit])).toEqual([
    [1, 'PAKET'],
    [10, 'ADET'],
  ])
})
