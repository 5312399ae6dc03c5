import { hasValidCheckDigit } from './check-digit.ts'
import { barcodeOf, isGtin } from './gs1.ts'

const UPC_E = /^[01]\d{7}$/
const UPC_A = /^\d{12}$/
const UPC_A_AS_NUMBER = /^\d{11}$/
const EAN_13_OF_UPC = /^0\d{12}$/
const EAN = /^(?:\d{8}|\d{13})$/

/**
 * All equivalent spellings of a barcode, the given one first. Scanners read a UPC-A as EAN-13 with a leading 0 and a
 * UPC-E as the UPC-A that it abbreviates, while users type the digits printed below the bars. Spreadsheets that take a
 * UPC-A for a number drop its leading 0, and suppliers pad EANs to the 14 digits of a GTIN.
 */
export function spellingsOf(code: string): string[] {
  const short = unpadded(code)
  const spellings = spellingsOfUpc(short)
  // Some UPC-E are also an EAN-8, which is padded to another GTIN.
  const eans = spellings.filter(one => EAN.test(one) && hasValidCheckDigit(one))
  return [...new Set([code, ...spellings, ...eans.map(ean => ean.padStart(14, '0'))])]
}

/** A barcode without the zeros that pad it to the 14 digits of a GTIN, if it has any. */
export const unpadded = (code: string) => (isGtin(code) ? barcodeOf(code) : code)

/** The given code, and its other spellings if it is a UPC. */
function spellingsOfUpc(code: string): string[] {
  const long = UPC_E.test(code)
    ? expanded(code)
    : EAN_13_OF_UPC.test(code)
      ? code.slice(1)
      : UPC_A_AS_NUMBER.test(code)
        ? `0${code}`
        : code
  // The check digit rules out most EAN-8 codes that look like UPC-E.
  if (!long || !UPC_A.test(long) || !hasValidCheckDigit(long)) return [code]
  const short = abbreviated(long)
  const number = long.startsWith('0') ? [long.slice(1)] : []
  return [...new Set([code, long, `0${long}`, ...(short ? [short] : []), ...number])]
}

/** The digits printed below the bars of a scanned code: for an EAN-13 with a leading 0, its UPC-A. */
export const printedForm = (code: string) =>
  EAN_13_OF_UPC.test(code) && hasValidCheckDigit(code.slice(1)) ? code.slice(1) : code

/** Expands a UPC-E to its UPC-A; the last of the six digits encodes where zeros were left out. */
function expanded(code: string): string {
  const [system, a, b, c, d, e, last = '', check] = code
  if ('012'.includes(last)) return `${system}${a}${b}${last}0000${c}${d}${e}${check}`
  if (last === '3') return `${system}${a}${b}${c}00000${d}${e}${check}`
  if (last === '4') return `${system}${a}${b}${c}${d}00000${e}${check}`
  return `${system}${a}${b}${c}${d}${e}0000${last}${check}`
}

function abbreviated(code: string): string | undefined {
  const [system, a, b, c, d, e, , , g, h, i, check] = code
  const candidates = [
    `${a}${b}${g}${h}${i}${c}`,
    `${a}${b}${c}${h}${i}3`,
    `${a}${b}${c}${d}${i}4`,
    `${a}${b}${c}${d}${e}${i}`,
  ]
  return candidates.map(six => `${system}${six}${check}`).find(short => UPC_E.test(short) && expanded(short) === code)
}
