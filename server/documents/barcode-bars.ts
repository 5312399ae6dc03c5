import { hasValidCheckDigit } from '#contract/check-digit.ts'

/** A barcode as runs of black and white modules, in turn and beginning with black. */
export type Bars = { runs: number[]; modules: number }

/**
 * The bars of a code: EAN-13 or EAN-8 if it has their digits and check digit, else Code 128. `undefined` for text that
 * none of them can encode, or that is too wide for a label.
 */
export function barsOf(code: string): Bars | undefined {
  if (/^\d{13}$/.test(code) && hasValidCheckDigit(code)) return fromModules(ean13(code))
  if (/^\d{8}$/.test(code) && hasValidCheckDigit(code)) return fromModules(ean8(code))
  return /^[ -~]{1,32}$/.test(code) ? code128(code) : undefined
}

// EAN: each digit has seven modules, 1 for black. In the left half of an EAN-13 the choice of sets encodes the first
// digit.
const LEFT = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const inverted = (modules: string) => Array.from(modules, one => (one === '1' ? '0' : '1')).join('')
const RIGHT = LEFT.map(inverted)
const EVEN = RIGHT.map(modules => Array.from(modules).reverse().join(''))
const FIRST_DIGIT = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ')
const SIDE = '101'
const MIDDLE = '01010'

const right = (digits: string) => Array.from(digits, digit => RIGHT[Number(digit)]).join('')

function ean13(code: string): string {
  const sets = FIRST_DIGIT[Number(code[0])] ?? ''
  const left = Array.from(code.slice(1, 7), (digit, i) => (sets[i] === 'G' ? EVEN : LEFT)[Number(digit)])
  return SIDE + left.join('') + MIDDLE + right(code.slice(7)) + SIDE
}

function ean8(code: string): string {
  const left = Array.from(code.slice(0, 4), digit => LEFT[Number(digit)])
  return SIDE + left.join('') + MIDDLE + right(code.slice(4)) + SIDE
}

function fromModules(modules: string): Bars {
  return { runs: (modules.match(/1+|0+/g) ?? []).map(run => run.length), modules: modules.length }
}

// Code 128: the widths of the runs of each symbol value.
const WIDTHS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')
const START_B = 104
const START_C = 105
const STOP = 106

/**
 * A code that is an even number of digits is encoded in set C, in which a symbol has two of them; any other code in set
 * B, in which a symbol has one character.
 */
function code128(code: string): Bars {
  const isPairs = /^(?:\d\d)+$/.test(code)
  const values = isPairs
    ? (code.match(/../g) ?? []).map(Number)
    : Array.from(code, character => character.charCodeAt(0) - 32)
  const start = isPairs ? START_C : START_B
  const check = values.reduce((sum, value, i) => sum + value * (i + 1), start) % 103
  const runs = [start, ...values, check, STOP].flatMap(value => Array.from(WIDTHS[value] ?? '', Number))
  return { runs, modules: runs.reduce((sum, run) => sum + run, 0) }
}
