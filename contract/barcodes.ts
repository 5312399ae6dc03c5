const UPC_E = /^[01]\d{7}$/
const UPC_A = /^\d{12}$/
const EAN_13_OF_UPC = /^0\d{12}$/

/**
 * The ways in which one code is written down, the given one first. Scanners read a UPC-A as EAN-13 with a leading 0 and
 * a UPC-E as the UPC-A that it abbreviates; people type what is printed below the bars.
 */
export function spellingsOf(code: string): string[] {
  const long = UPC_E.test(code) ? expanded(code) : EAN_13_OF_UPC.test(code) ? code.slice(1) : code
  if (!long || !UPC_A.test(long) || !isChecked(long)) return [code]
  const short = abbreviated(long)
  return [...new Set([code, long, `0${long}`, ...(short ? [short] : [])])]
}

/** Whether a text looks like what is printed below bars (EAN-8 to ITF-14): no quantity is typed like that. */
export const hasBarcodeForm = (text: string) => /^\d{8,14}$/.test(text)

/** Digits as they are printed below the bars, in groups, are one number to who reads the bars. */
export const ungrouped = (code: string) => (/^[\d ]+$/.test(code) ? code.replaceAll(' ', '') : code)

/** What is printed below the bars that a scanner read as this: of an EAN-13 with a leading 0 the UPC-A that it is. */
export const printedOf = (code: string) => (EAN_13_OF_UPC.test(code) && isChecked(code.slice(1)) ? code.slice(1) : code)

/** The last of the six digits says where zeros were left out. */
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

/** Whether the last digit is the one that the others ask for: an EAN-8 is taken for a UPC-E by chance only. */
function isChecked(code: string): boolean {
  return Array.from(code).reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 1 : 3), 0) % 10 === 0
}
