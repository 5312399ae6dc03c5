/** Creates an .xlsx workbook of one sheet with text cells only, so that no cell becomes a number or a formula. */
export function textWorkbook(rows: readonly (readonly string[])[]): Blob {
  return zip([
    ['[Content_Types].xml', CONTENTS],
    ['_rels/.rels', relation('officeDocument', 'xl/workbook.xml')],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relation('worksheet', 'worksheets/sheet1.xml')],
    ['xl/worksheets/sheet1.xml', sheet(rows)],
  ])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENTS = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/></Types>`

const relation = (type: string, target: string) =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`

function sheet(rows: readonly (readonly string[])[]) {
  const columns = `<cols><col min="1" max="${Math.max(1, ...rows.map(row => row.length))}" width="28" customWidth="1"/></cols>`
  const xmlRows = rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('')
  return `<worksheet xmlns="${MAIN}">${columns}<sheetData>${xmlRows}</sheetData></worksheet>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const cell = (text: string) =>
  `<c t="inlineStr"><is><t xml:space="preserve">${text.replace(/[&<>]/g, sign => ENTITIES[sign] ?? '')}</t></is></c>`

/** Creates a ZIP file without compression. */
function zip(files: readonly (readonly [name: string, xml: string])[]): Blob {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const [path, xml] of files) {
    const name = encoder.encode(path)
    const bytes = encoder.encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`)
    // Version 2.0, UTF-8 names, stored, without a time but with a valid date.
    const facts = [
      [20, 2],
      [0x0800, 2],
      [0, 2],
      [0, 2],
      [0x21, 2],
      [crc32(bytes), 4],
    ] as const
    const sizes = [
      [bytes.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    ] as const
    const head = record([[0x04034b50, 4], ...facts, ...sizes])
    parts.push(head, name, bytes)
    directory.push(
      record([[0x02014b50, 4], [20, 2], ...facts, ...sizes, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]),
      name,
    )
    offset += head.length + name.length + bytes.length
  }
  const length = directory.reduce((sum, { length }) => sum + length, 0)
  const end = record([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [length, 4],
    [offset, 4],
    [0, 2],
  ])
  return new Blob([...parts, ...directory, end], { type: `${SHEET}.sheet` })
}

/** Encodes whole numbers with the given sizes in bytes, little-endian. */
function record(fields: readonly (readonly [value: number, size: number])[]) {
  return new Uint8Array(
    fields.flatMap(([value, size]) => Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 255)),
  )
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1
  return rest
})

function crc32(bytes: Uint8Array) {
  let rest = -1
  for (const byte of bytes) rest = (TABLE[(rest ^ byte) & 255] ?? 0) ^ (rest >>> 8)
  return ~rest >>> 0
}
