import { expect, test } from 'vitest'
import type { PickingLine } from '#contract/order-lots.ts'
import { partsOf, scannedPart, withLot } from './scanned-part.ts'

const TODAY = '2026-03-10'
const [CHEESE, OLIVES] = ['8690570001242', '8690000000012']

const lot = (code: string, quantity: number, expires_on: string | null = '2026-06-01') => ({
  lot_id: `id of ${code}`,
  code,
  expires_on,
  expiry_kind: expires_on === null ? null : ('skt' as const),
  quantity,
  reason: null,
})

const line = (product_name: string, barcode: string | null, more: Partial<PickingLine> = {}): PickingLine => ({
  product_id: product_name,
  product_name,
  brand: '',
  unit: 'KG',
  warehouse: 'Ana Depo',
  quantity: 10,
  barcode,
  lots: [],
  without_lot: 0,
  has_lots: true,
  leaves_on: TODAY,
  min_remaining_days: null,
  not_proposed: [],
  ...more,
})

const EZINE = line('Ezine', CHEESE, { lots: [lot('L5', 6), lot('L6', 3, '2026-07-01')], without_lot: 1 })
const GEMLIK = line('Gemlik', OLIVES, { without_lot: 10, has_lots: false })
const LINES = [EZINE, GEMLIK]

/** The result of a scan as text: the part's key, 'another … of …' or 'no …'. */
function reading(code: string, ticked: string[] = [], lines = LINES) {
  const found = scannedPart(lines, new Set(ticked), code, TODAY)
  if (found.kind === 'part') return `${found.part.key}${found.wasTicked ? ' again' : ''}`
  return found.kind === 'absent'
    ? `no ${found.barcode}`
    : `another ${found.label.lot} of ${found.lines.map(one => one.product_name).join(', ')}`
}

test('a barcode, in any spelling, finds the next part of its product that is not ticked', () => {
  const parts = ['Ezine id of L5 6', 'Ezine id of L6 3', 'Ezine 1']
  expect(parts.map((_, ticked) => reading(CHEESE, parts.slice(0, ticked)))).toEqual(parts)
  expect(reading(CHEESE, parts)).toBe('Ezine id of L5 6 again')
  expect([reading(OLIVES), reading(`0${OLIVES}`), reading('8690000000024')]).toEqual([
    'Gemlik 10',
    'Gemlik 10',
    'no 8690000000024',
  ])
})

test('a barcode finds goods that may be handed out first, also if all parts are ticked', () => {
  const blocked = { ...lot('L5', 6), block_reason: 'Geri çağırma' }
  const lines = [{ ...EZINE, lots: [blocked, lot('L6', 3)], left_on: '2026-03-09' }]
  const parts = ['Ezine id of L6 3', 'Ezine 1', 'Ezine id of L5 6']
  expect(parts.map((_, ticked) => reading(CHEESE, parts.slice(0, ticked), lines))).toEqual(parts)
  expect(reading(CHEESE, parts, lines)).toBe('Ezine id of L6 3 again')
})

test('a GS1 code finds the part of its lot; for a product without lots it finds the line', () => {
  const code = (rest: string, barcode = CHEESE) => `010${barcode}${rest}`
  expect(reading(code('10L6'))).toBe('Ezine id of L6 3')
  expect(reading(code('10l6\u001d17260701'))).toBe('Ezine id of L6 3')
  expect(reading(code('17260701'))).toBe('Ezine id of L6 3')
  expect(reading(code('10L6'), ['Ezine id of L6 3'])).toBe('Ezine id of L6 3 again')
  expect(reading(`]d2${code('10L5')}`)).toBe('Ezine id of L5 6')
  expect(reading(code('10L7'))).toBe('another L7 of Ezine')
  expect(reading(code('1726070110L5'))).toBe('another L5 of Ezine')
  expect(reading(code('10X1', OLIVES))).toBe('Gemlik 10')
  expect(reading(code(''))).toBe('Ezine id of L5 6')
})

test('another lot may be for each line with the barcode, such as that of an offer and that of its product', () => {
  const lines = [line('Ezine (Fırsat)', CHEESE, { lots: [lot('L4', 2)] }), EZINE]
  const code = (code: string) => `010${CHEESE}10${code}`
  expect(reading(code('L7'), [], lines)).toBe('another L7 of Ezine (Fırsat), Ezine')
  expect(reading(code('L6'), [], lines)).toBe('Ezine id of L6 3')
})

test('a part whose quantity has changed since it was ticked is not ticked', () => {
  const ticked = new Set(partsOf(EZINE).map(({ key }) => key))
  const changed = { ...EZINE, lots: [lot('L5', 7), lot('L6', 3, '2026-07-01')], without_lot: 0 }
  expect(partsOf(changed).filter(({ key }) => !ticked.has(key))).toEqual([
    expect.objectContaining({ quantity: 7, lot: lot('L5', 7) }),
  ])
})

test('another lot replaces the parts that are not ticked, as far as its free quantity suffices', () => {
  const share = (code: string, quantity: number) => ({ lot_id: `id of ${code}`, quantity })
  const other = (free: number) => ({ id: 'id of L7', free })
  // Already stored by a request whose reply was lost: the repetition asks for the same.
  expect(withLot(EZINE, new Set(), { id: 'id of L5', free: 6 })).toEqual({
    quantity: 6,
    lots: [share('L5', 6), share('L6', 3)],
  })
  expect(withLot(EZINE, new Set(), other(20))).toEqual({ quantity: 10, lots: [share('L7', 10)] })
  expect(withLot(EZINE, new Set(['Ezine id of L5 6']), other(20))).toEqual({
    quantity: 4,
    lots: [share('L7', 4), share('L5', 6)],
  })
  expect(withLot(EZINE, new Set(), other(3))).toEqual({
    quantity: 3,
    lots: [share('L7', 3), share('L5', 6), share('L6', 1)],
  })
})
