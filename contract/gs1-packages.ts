import { barcodeOf, isGtin, type Part, partsIn } from './gs1.ts'
import type { ExpiryKind } from './lot-labels.ts'
import { MAX_QUANTITY } from './quantity.ts'

/** The data in the GS1 code of a package; `null` where it has none, or none that is valid. */
export type ScannedPackage = {
  /** The barcode of the product, or of the products that a logistic unit contains. */
  barcode: string
  isContained: boolean
  /** How many products a logistic unit contains. */
  count: number | null
  lot: string | null
  produced_on: string | null
  /** The date by which it must (`skt`, AI 17) or should (`tett`, AI 15) be used; of both, the former. */
  expires_on: string | null
  expiry_kind: ExpiryKind | null
  net_weight_kg: number | null
}

/**
 * The data in a scanned GS1-128 or GS1 DataMatrix, or `undefined` for any other code. Its years have two digits, so
 * that `today` (YYYY-MM-DD) decides on the century.
 */
export function packageIn(scanned: string, today: string): ScannedPackage | undefined {
  const parts = partsIn(scanned)
  const goods = parts?.find(({ identifier }) => identifier === '01' || identifier === '02')
  if (!parts || !goods || !isGtin(goods.value)) return undefined
  const valueOf = (identifier: string) => parts.find(part => part.identifier === identifier)?.value
  const dayOf = (identifier: string) => dayIn(valueOf(identifier), today)
  const [useBy, bestBefore] = [dayOf('17'), dayOf('15')]
  return {
    barcode: barcodeOf(goods.value),
    isContained: goods.identifier === '02',
    count: countIn(valueOf('37')),
    lot: lotIn(valueOf('10')),
    produced_on: dayOf('11'),
    expires_on: useBy ?? bestBefore,
    expiry_kind: useBy ? 'skt' : bestBefore ? 'tett' : null,
    net_weight_kg: weightIn(parts),
  }
}

/**
 * The day (YYYY-MM-DD) of six digits YYMMDD. A day of 00 is the last of the month. Of the years with these last two
 * digits it is the one between 49 years ago and 50 years ahead (GS1 General Specifications, 7.12).
 */
function dayIn(value: string | undefined, today: string): string | null {
  const [, ending, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(value ?? '')?.map(Number) ?? []
  if (ending === undefined || !month || day === undefined || month > 12) return null
  const present = Number(today.slice(0, 4))
  const same = present - (present % 100) + ending
  const year = same - present > 50 ? same - 100 : present - same > 49 ? same + 100 : same
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day > last) return null
  return `${year}-${twoDigits(month)}-${twoDigits(day || last)}`
}

const twoDigits = (figure: number) => String(figure).padStart(2, '0')

/** At most 20 characters: a longer value also contains the next parts, as the separator after the lot is missing. */
const lotIn = (value: string | undefined) => (value && value.trim() !== '' && value.length <= 20 ? value.trim() : null)

/** None above the largest quantity: it also contains the next parts, as the separator after the count is missing. */
function countIn(value: string | undefined): number | null {
  const count = value && /^\d{1,8}$/.test(value) ? Number(value) : 0
  return count > 0 && count <= MAX_QUANTITY ? count : null
}

/** In kg, of six digits; the last digit of the identifier is the number of decimals, at most five. */
function weightIn(parts: readonly Part[]): number | null {
  const weight = parts.find(({ identifier }) => /^310[0-5]$/.test(identifier))
  if (!weight || !/^\d{6}$/.test(weight.value)) return null
  return Number(weight.value) / 10 ** Number(weight.identifier.at(-1)) || null
}
