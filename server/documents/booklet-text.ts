/** The width of a text, in points. */
type Measure = (text: string) => number

/** Characters that the fonts in `fonts/` lack, and soft hyphens. The ranges are those that the fonts have. */
const UNSUPPORTED =
  /[^\x20-\x7e\xa0-\xac\xae-\u017f\u018f\u0192\u01e6\u01e7\u0218-\u021b\u0259\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1e9e\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u20ba\u2116\u2122\u2153\u2154\u215b-\u215e\u2212]+/gu

/**
 * The printable form of a text: each run of letters and digits of other scripts becomes one question mark, and other
 * unsupported characters (emoji, direction marks) are dropped. The result is never empty.
 */
export function printable(text: string): string {
  const shown = text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNSUPPORTED, lacking => (/[\p{L}\p{N}]/u.test(lacking) ? '?' : ''))
    .replace(/ {2,}/g, ' ')
    .trim()
  return shown || (text.trim() && '?')
}

/**
 * Breaks a text into a limited number of lines of a width; a longer one ends in `…`. Words are broken only if they do
 * not fit in a line.
 */
export function fitLines(text: string, width: number, lines: number, measure: Measure): string[] {
  const fitting: string[] = []
  let rest = text
  while (rest && fitting.length < lines) {
    const isLast = fitting.length === lines - 1
    if (measure(rest) <= width) return [...fitting, rest]
    if (isLast) return [...fitting, `${rest.slice(0, mostThatFits(rest, width - measure('…'), measure)).trimEnd()}…`]
    const most = mostThatFits(rest, width, measure)
    const space = rest.lastIndexOf(' ', most)
    const end = space > 0 ? space : most
    fitting.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return fitting
}

/** The number of letters that fit in the width, at least one. */
function mostThatFits(text: string, width: number, measure: Measure): number {
  let fits = 1
  let tooMany = text.length + 1
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (measure(text.slice(0, middle)) <= width) fits = middle
    else tooMany = middle
  }
  return fits
}
