/** Folded words for the units in which products are sold. */
export const SOLD_UNITS: Record<string, string> = {
  ...spellings('ADET', 'adet ad adt tane tn'),
  ...spellings('KG', 'kg kilo kilogram'),
  ...spellings('LT', 'lt litre l'),
  ...spellings('PAKET', 'paket pk pkt pak'),
}

/** Units of an unknown number of pieces. */
export const OTHER_UNITS = new Set('koli kl kutu kasa kova teneke cuval sise bidon tava palet duzine poset'.split(' '))

/** Words for packings. */
export const PACKINGS = new Set([
  ...OTHER_UNITS,
  ...'g kg lt ml cl kase kavanoz vakum konserve torba pet sikma karton paket cam yaprak tekerlek li lu'.split(' '),
])

/** The spellings of units in sizes, and the form in which sizes are compared. */
export const SIZE_UNITS: Record<string, string> = {
  ...spellings('g', 'g gr gram'),
  ...spellings('kg', 'kilo kilogram'),
  ...spellings('lt', 'litre l'),
}

/** The unit of a quantity that a folded word names: 'ADET', 'KG', 'LT', 'PAKET', or the word itself, as 'koli'. */
export const unitNamed = (word: string) => SOLD_UNITS[word] ?? (OTHER_UNITS.has(word) ? word : undefined)

function spellings(unit: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map(word => [word, unit]))
}
