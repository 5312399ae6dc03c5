/** Barcodes as rows of modules, one character each: 1 is a bar, 0 is a gap. */

const L = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const R = L.map(code => Array.from(code, module => (module === '1' ? '0' : '1')).join(''))
const G = R.map(code => Array.from(code).toReversed().join(''))

// The first digit has no bars. It determines which digits of the left half are drawn with the patterns G instead of L.
const FIRST = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ')
const UPC_E = 'GGGLLL GGLGLL GGLLGL GGLLLG GLGGLL GLLGGL GLLLGG GLGLGL GLGLLG GLLGLG'.split(' ')

const left = (digits: string, codeSets = '') =>
  Array.from(digits, (digit, i) => (codeSets[i] === 'G' ? G : L)[Number(digit)]).join('')
const right = (digits: string) => Array.from(digits, digit => R[Number(digit)]).join('')

const ean13 = ([first, ...rest]: string) =>
  `101${left(rest.slice(0, 6).join(''), FIRST[Number(first)])}01010${right(rest.slice(6).join(''))}101`
const ean8 = (code: string) => `101${left(code.slice(0, 4))}01010${right(code.slice(4))}101`
/** Eight digits: number system 0, six that are drawn, and the check digit, which determines their patterns. */
const upcE = (code: string) => `101${left(code.slice(1, 7), UPC_E[Number(code[7])])}010101`

const ALPHABET_39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*'
const CODE_39 =
  '034 121 061 160 031 130 070 025 124 064 109 049 148 019 118 058 00D 10C 04C 01C 103 043 142 013 112 052 007 106 046 016 181 0C1 1C0 091 190 0D0 085 184 0C4 0A8 0A2 08A 02A 094'.split(
    ' ',
  )

function code39(text: string) {
  const letters = Array.from(`*${text}*`, letter => {
    const wide = Number.parseInt(CODE_39[ALPHABET_39.indexOf(letter)] ?? '', 16)
    return striped(Array.from({ length: 9 }, (_, i) => (wide & (1 << (8 - i)) ? 3 : 1)))
  })
  return letters.join('0')
}

const CODE_128 =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )
const START_B = 104
const STOP = 106

function code128(text: string) {
  const values = Array.from(text, letter => letter.charCodeAt(0) - 32)
  const check = values.reduce((sum, value, i) => sum + value * (i + 1), START_B) % 103
  return [START_B, ...values, check, STOP].map(value => striped(Array.from(CODE_128[value] ?? '', Number))).join('')
}

/** Alternating bars and gaps of these widths in modules. */
const striped = (widths: number[]) => widths.map((width, i) => (i % 2 ? '0' : '1').repeat(width)).join('')

/** The six kinds that the portal reads. */
export const BARS = {
  'EAN-13': ean13,
  'EAN-8': ean8,
  'Code 128': code128,
  'Code 39': code39,
  'UPC-A': (code: string) => ean13(`0${code}`),
  'UPC-E': upcE,
} as const
export type Kind = keyof typeof BARS

/** A code of each kind as it is printed below its bars, check digit included. */
export const SAMPLES: Record<Kind, string> = {
  'EAN-13': '8690637012341',
  'EAN-8': '96385074',
  'Code 128': 'STK-7001',
  'Code 39': 'RAF502',
  'UPC-A': '036000291452',
  'UPC-E': '01234565',
}

/**
 * A GS1 DataMatrix as rows of modules: GTIN 08690637012341 (01), lot A7 (10), use by 31.12.2026 (17). Its size is 18 by
 * 18 modules.
 */
export const DATA_MATRIX = [
  '101010101010101010',
  '110010000110110111',
  '100010111101101000',
  '101100100000001111',
  '111000011110110100',
  '101000100010000001',
  '101110001000111110',
  '100100100001011001',
  '111001010011010100',
  '110100110011000101',
  '110111100110110100',
  '101111100110111101',
  '110010110101100010',
  '111001010010001001',
  '101101111100001000',
  '111100000001001111',
  '100001111110101010',
  '111111111111111111',
]
