import { cellText } from '#contract/entry-columns.ts'
import { enteredLines } from '#contract/quick-entry.ts'

/** A quoted cell, any other one, or a separator. Line ends are between them. */
const PARTS = /"([^"]*(?:""[^"]*)*)"|[^\t;|,\r\n]+|[\t;|,]/g

/** The lines of a list in a CSV file (RFC 4180), whatever sign separates its cells. */
export function csvLines(text: string): string[] {
  const separator = separatorOf(text)
  const table = text.replace(PARTS, (part: string, quoted: string | undefined) => {
    if (part === separator) return '\t'
    return cellText(quoted?.replaceAll('""', '"') ?? part)
  })
  return enteredLines(table)
}

/** The sign that is in the most lines, outside of quoted cells. A comma between digits belongs to a number. */
function separatorOf(text: string) {
  const lines = text
    .replace(PARTS, (part: string, quoted: string | undefined) => (quoted === undefined ? part : ''))
    .replace(/\d,(?=\d)/g, '')
    .split(/[\r\n]+/)
  const usesOf = (sign: string) => lines.filter(line => line.includes(sign)).length
  return [';', '\t', '|', ','].sort((a, b) => usesOf(b) - usesOf(a))[0]
}
