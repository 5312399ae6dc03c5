import { hasValidCheckDigit } from './check-digit.ts'

/**
 * Ends a part of a GS1 code that has no fixed length (FNC1 in the bars). Scanners send it as the control character, as
 * Ctrl+], or not at all.
 */
export const SEPARATOR = '\u001d'

/** The symbology identifiers of GS1 codes, which scanners may send first: GS1-128, DataBar, DataMatrix, QR. */
const SYMBOLOGY = /^\](?:C1|e0|d2|Q3)/

/** The application identifiers of a GTIN: 01 for the goods themselves, 02 for goods in a logistic unit. */
const GTIN = new Set(['01', '02'])

/** The lengths of the parts with a fixed one, by their application identifiers (GS1 General Specifications, 3.2). */
const FIXED: readonly [identifier: RegExp, length: number][] = [
  [/^00/, 18],
  [/^0[123]/, 14],
  [/^1[1-9]/, 6],
  [/^20/, 2],
  [/^3[1-6]\d\d/, 6],
  [/^41[0-7]/, 13],
  [/^7003/, 10],
  [/^8005/, 6],
]

/**
 * The application identifiers of the other parts that goods and pallets have: lot, serial number, count, references,
 * catch and freezing of fish, and those for a company's own use.
 */
const OPEN =
  /^(?:10|2[12]|235|24[0-3]|25[0134]|30|37|39[0-4]\d|40[0-3]|42[0-7]|70(?:0[1-9]|1[01]|2[0-3]|3\d|4\d)|80(?:0[2-9]|1\d|20)|9\d)/

const DATE = /^\d\d(?:0[1-9]|1[0-2])(?:[012]\d|3[01])$/

/** One part of a GS1 code: its application identifier and its value. */
export type Part = { identifier: string; value: string }

/**
 * The barcode of the product in what was scanned. A GS1-128 or GS1 DataMatrix holds it with the lot, dates and weights
 * of the package; any other code is the barcode itself.
 */
export function barcodeIn(scanned: string): string {
  const gtin = partsIn(scanned)?.find(({ identifier }) => GTIN.has(identifier))?.value
  return gtin && isGtin(gtin) ? barcodeOf(gtin) : scanned.replaceAll(SEPARATOR, '')
}

/** The parts of a GS1 code, as encoded or as printed; `undefined` if not all of it can be read as such. */
export function partsIn(scanned: string): Part[] | undefined {
  const code = scanned.trim().replace(SYMBOLOGY, '')
  return code.startsWith('(') ? printedParts(code) : encodedParts(code)
}

export const isGtin = (value: string) => /^\d{14}$/.test(value) && hasValidCheckDigit(value)

/**
 * The barcode of a GTIN: an EAN-13 or EAN-8 without the zeros that pad it to 14 digits. A GTIN that begins with another
 * digit is that of a case, and stays as it is.
 */
export const barcodeOf = (gtin: string) => gtin.replace(/^0{6}(?=\d{8}$)|^0/, '')

/** The parts as they are printed below the bars, and read by some cameras: `(01)08690637012345(10)A7`. */
function printedParts(code: string): Part[] | undefined {
  const parts = Array.from(code.matchAll(/\((\d{2,4})\)([^()]+)/g), ([, identifier = '', value = '']) => ({
    identifier,
    value,
  }))
  return parts.map(({ identifier, value }) => `(${identifier})${value}`).join('') === code ? parts : undefined
}

/** The parts as they are encoded. One without a fixed length ends at the next separator, or with the code. */
function encodedParts(code: string): Part[] | undefined {
  const parts: Part[] = []
  for (let rest = withoutSeparator(code); rest !== ''; ) {
    const [pattern, fixed] = FIXED.find(([identifier]) => identifier.test(rest)) ?? [OPEN, undefined]
    const identifier = pattern.exec(rest)?.[0]
    if (identifier === undefined) return undefined
    const [open = ''] = rest.slice(identifier.length).split(SEPARATOR)
    const value = fixed === undefined ? open : open.slice(0, fixed)
    if (fixed === undefined ? value === '' : !isValidFixed(identifier, value, fixed)) return undefined
    parts.push({ identifier, value })
    rest = withoutSeparator(rest.slice(identifier.length + value.length))
  }
  return parts
}

const withoutSeparator = (rest: string) => (rest.startsWith(SEPARATOR) ? rest.slice(1) : rest)

const isValidFixed = (identifier: string, value: string, length: number) =>
  value.length === length && /^\d+$/.test(value) && (!/^1[1-7]$/.test(identifier) || DATE.test(value))
