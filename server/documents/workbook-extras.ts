import * as xlsx from '@e965/xlsx'
import type { Workbook, WorkbookRow } from './workbook.ts'

type Merged = Workbook['merged']

const MAX_NAMED = 100

/** The merged cells listed in a worksheet's XML. */
export function mergedCellsIn(worksheet: string): Merged {
  const merged: Merged = { ranges: [], count: 0 }
  for (const [, range = ''] of worksheet.matchAll(/<(?:\w+:)?mergeCell\b[^>]{0,200}?\bref="([A-Z0-9:]{1,30})"/g)) {
    merged.count++
    if (merged.ranges.length < MAX_NAMED) merged.ranges.push(range)
  }
  return merged
}

/** The merged cells of a completely parsed worksheet. */
export function mergedCellsOf({ '!merges': merges = [] }: xlsx.WorkSheet): Merged {
  return { ranges: merges.slice(0, MAX_NAMED).map(range => xlsx.utils.encode_range(range)), count: merges.length }
}

/** The numbers of the hidden rows in a worksheet's XML. */
export function hiddenRowsIn(worksheet: string): ReadonlySet<number> {
  const hidden = /<(?:\w{1,20}:)?row\b(?=[^>]{0,500}\bhidden="(?:1|true)")[^>]{0,500}?\br="(\d{1,7})"/g
  return new Set(Array.from(worksheet.matchAll(hidden), ([, row]) => Number(row)))
}

/** The numbers of the hidden rows of a completely parsed worksheet. */
export const hiddenRowsOf = ({ '!rows': rows = [] }: xlsx.WorkSheet): ReadonlySet<number> =>
  new Set(Object.entries(rows).flatMap(([index, row]) => (row?.hidden ? Number(index) + 1 : [])))

/** Those of the rows of a sheet that are hidden. */
export function hiddenAmong(rows: readonly WorkbookRow[], hidden: ReadonlySet<number>): Workbook['hidden'] {
  const numbers = rows.flatMap(({ row }) => (hidden.has(row) ? row : []))
  return { rows: numbers.slice(0, MAX_NAMED), count: numbers.length }
}

/** The custom properties of a document that are texts. */
export function propertiesOf({ Custprops = {} }: xlsx.WorkBook): Workbook['properties'] {
  const texts = Object.entries(Custprops).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

/** The names of the other visible sheets that are not empty. */
export function otherSheets(
  workbook: xlsx.WorkBook,
  read: string,
  holdsSomething: (name: string, index: number) => boolean,
): string[] {
  const hidden = hiddenSheets(workbook)
  return workbook.SheetNames.filter((name, i) => name !== read && !hidden.has(name) && holdsSomething(name, i))
}

/** The names of the hidden sheets. */
export const hiddenSheets = ({ Workbook }: xlsx.WorkBook) =>
  new Set(Workbook?.Sheets?.filter(({ Hidden }) => Hidden).map(({ name }) => name))

/** `otherSheets` for an .xlsx of which only the outline was parsed; `contentOf` unpacks one of its parts. */
export function otherSheetsOfXlsx(
  outline: xlsx.WorkBook,
  read: string,
  contentOf: (part: string) => Buffer | undefined,
): string[] {
  const parts = partsByRelation(contentOf('xl/_rels/workbook.xml.rels')?.toString('latin1') ?? '')
  return otherSheets(outline, read, (_, index) => {
    const worksheet = contentOf(parts.get(relationOf(outline, index)) ?? '')
    return !worksheet || hasValues(worksheet)
  })
}

/** The parser keeps all attributes of a sheet's entry, but its types do not declare this one. */
function relationOf({ Workbook }: xlsx.WorkBook, index: number): string {
  const attributes = new Map<string, unknown>(Object.entries(Workbook?.Sheets?.[index] ?? {}))
  return String(attributes.get('id'))
}

function partsByRelation(relations: string): Map<string, string> {
  const tags = relations.match(/<(?:\w+:)?Relationship\b[^>]{1,2000}>/g) ?? []
  return new Map(tags.map(tag => [attribute(tag, 'Id'), `xl/${attribute(tag, 'Target').replace(/^\/?(?:xl\/)?/, '')}`]))
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}=["']([^"']*)["']`).exec(tag)?.[1] ?? ''

const PIECE = 1_000_000
const MAX_TAG_NAME = 30

/** Whether a cell has a value. A long sheet is searched in pieces, because its whole text would not fit in memory. */
function hasValues(worksheet: Buffer): boolean {
  for (let at = 0; at < worksheet.length; at += PIECE) {
    const piece = worksheet.toString('latin1', at, at + PIECE + MAX_TAG_NAME)
    if (/<(?:\w{1,20}:)?(?:v|is)\b/.test(piece)) return true
  }
  return false
}
