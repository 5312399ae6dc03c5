import { monitorEventLoopDelay } from 'node:perf_hooks'
import { crc32, deflateRawSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readWorkbook } from '../testing/read-workbook.ts'
import { type Limits, openWorkbook, UnreadableWorkbook } from './workbook.ts'

/** Whether the files are many times as large as the limits, rather than just too large. */
const IS_HUGE = process.env.HUGE_WORKBOOKS === '1'
const OLD_ROWS = IS_HUGE ? 50_000 : 5_000

// Reading -----------------------------------------------------------------------------------

const DAY = new Date(Date.UTC(2026, 10, 24, 9, 30))

for (const bookType of ['xlsx', 'biff8'] as const) {
  test(`the rows of a ${bookType} workbook have Excel's row numbers, and blank rows are left out`, async () => {
    const file = workbook(bookType, [
      ['Ürün Adı', 'Fiyat', 'Barkod'],
      ['Iğdır kayısısı ', 287.97, 8690637012345],
      [],
      [null, null, '08690637012345'],
      [true, DAY, 'şĞİıÇö €'],
    ])
    expect(await readWorkbook(file)).toEqual([
      { row: 1, cells: ['Ürün Adı', 'Fiyat', 'Barkod'] },
      { row: 2, cells: ['Iğdır kayısısı ', 287.97, 8690637012345] },
      { row: 4, cells: [null, null, '08690637012345'] },
      { row: 5, cells: [true, DAY, 'şĞİıÇö €'] },
    ])
  })

  test(`in a ${bookType} workbook a formula is read as its last value, and an error as its name`, async () => {
    const sheet = xlsx.utils.aoa_to_sheet([[12.5, 3, 'metin']])
    sheet['A1'] = { t: 'n', v: 12.5, f: 'SUM(1,2)' }
    sheet['B1'] = { t: 'e', v: 0x2a }
    sheet['C1'] = { t: 's', v: 'metin', f: 'CONCATENATE("x","y")' }
    const file = written(bookType, [['Liste', sheet]])
    expect(await readWorkbook(file)).toEqual([{ row: 1, cells: [12.5, { error: '#N/A' }, 'metin'] }])
  })

  test(`an empty sheet before the list of a ${bookType} workbook is skipped`, async () => {
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([]), 'Sayfa1')
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['Ürün']]), 'Sayfa2')
    const { rows, otherSheets } = await openWorkbook(xlsx.write(book, { type: 'buffer', bookType }))
    expect({ rows, otherSheets }).toEqual({ rows: [{ row: 1, cells: ['Ürün'] }], otherSheets: [] })
  })

  test(`the first visible sheet of a ${bookType} workbook is read, whatever its name is`, async () => {
    const book = xlsx.utils.book_new()
    for (const name of ['Gizli', '__proto__', 'constructor']) {
      xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[name, 'toString', '__proto__']]), name)
    }
    book.Sheets = Object.create(null, Object.getOwnPropertyDescriptors(book.Sheets))
    Object.defineProperty(book.Sheets, '__proto__', { value: xlsx.utils.aoa_to_sheet([['ikinci']]), enumerable: true })
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }, { Hidden: 0 }] }
    const file = xlsx.write(book, { type: 'buffer', bookType })
    expect(await readWorkbook(file)).toEqual([{ row: 1, cells: ['ikinci'] }])
    expect(Object.keys(Object.prototype)).toEqual([])
  })
}

test('hidden rows are read like the others, and named unless they are blank', async () => {
  const sheet = xlsx.utils.aoa_to_sheet([['Ad'], ['Bir'], [], ['İki'], ['Üç']])
  const xls = written('biff8', [['Liste', sheet]])
  // The library writes no rows into an .xls, so the record of a window becomes that of the hidden second row.
  const window = xls.indexOf(Buffer.from('3e021200', 'hex'))
  Buffer.from('08021200' + '0100' + '0000' + '0100' + 'ff00' + '00000000' + '2001', 'hex').copy(xls, window)
  sheet['!rows'] = [{}, { hidden: true }, { hidden: true }, { hpt: 20 }, { hidden: true, hpt: 30 }]
  const read = async (file: Buffer) => {
    const { rows, hidden } = await openWorkbook(file)
    return [rows.length, hidden]
  }
  expect(await read(written('xlsx', [['Liste', sheet]]))).toEqual([4, { rows: [2, 5], count: 2 }])
  expect(await read(xls)).toEqual([4, { rows: [2], count: 1 }])
})

test('merged cells have their value once; shared, inline and rich text are read completely', async () => {
  const sheet =
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><r><t>Zey</t></r><r><rPr><b/></rPr><t>tin &amp; yağ</t></r></is></c></row>' +
    '<row r="7" ><c t="str"><f>B1</f><v>son</v></c><c r="D7"/><c r="E7"><f>1+1</f></c></row>'
  const file = xlsxOf(worksheet(sheet, '', '<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>'), {
    'xl/sharedStrings.xml': '<sst><si><r><t>Çay</t></r><r><t xml:space="preserve"> 1 kg</t></r></si></sst>',
  })
  expect(await readWorkbook(file)).toEqual([
    { row: 2, cells: ['Çay 1 kg', null, 'Zeytin & yağ'] },
    { row: 7, cells: ['son'] },
  ])
})

test('a declared size of a million rows is ignored: the actual rows are read', async () => {
  const file = xlsxOf(worksheet('<row r="1"><c r="A1"><v>1</v></c></row>', '<dimension ref="A1:XFD1048576"/>'))
  expect(await readWorkbook(file)).toEqual([{ row: 1, cells: [1] }])
})

test('an .xls from before Excel 97 keeps its Turkish letters', async () => {
  const file = xlsx.write(bookOf([['Liste', xlsx.utils.aoa_to_sheet([['abcdefgh']])]]), {
    type: 'buffer',
    bookType: 'biff5',
  })
  Buffer.from('de69fe65fdf0ddd0', 'hex').copy(file, file.indexOf('abcdefgh'))
  const codePage = file.indexOf(Buffer.from('42000200', 'hex'))
  file.writeUInt16LE(1254, codePage + 4)
  expect(await readWorkbook(file)).toEqual([{ row: 1, cells: ['ŞişeığİĞ'] }])
})

test('links to other files and embedded programs are ignored', async () => {
  const file = xlsxOf(worksheet('<row r="1"><c r="A1"><f>[1]Sheet1!A1</f><v>5</v></c></row>'), {
    'xl/externalLinks/externalLink1.xml': '<externalLink broken',
    'xl/vbaProject.bin': 'not a program',
  })
  expect(await readWorkbook(file)).toEqual([{ row: 1, cells: [5] }])
})

test('internal and external entities that a workbook declares are not resolved', async () => {
  const declared = '<!DOCTYPE x [<!ENTITY in "içeri"><!ENTITY out SYSTEM "file:///etc/passwd">]>'
  const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>&in;&out;</t></is></c></row>'
  const rows = await readWorkbook(xlsxOf(declared + worksheet(cell)))
  expect(JSON.stringify(rows)).not.toMatch(/içeri|root:/)
  const laughs = Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('')
  const bomb = `<!DOCTYPE x [<!ENTITY a0 "ha">${laughs}]>`
  expect(JSON.stringify(await readWorkbook(xlsxOf(bomb + worksheet(cell.replace('&in;', '&a30;')))))).toContain('&a30;')
})

test('50,000 rows of 9 columns are read while the process continues to work', async () => {
  const cells = Array.from({ length: 8 }, (_, i) => `<c><v>${i}</v></c>`).join('')
  const file = xlsxOf(worksheet(`<row>${cells}<c t="inlineStr"><is><t>Zeytin</t></is></c></row>`.repeat(50_001)))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  // More than the default limit, as reading takes longer on a busy machine.
  const rows = await readWorkbook(file, { readingSeconds: 60 })
  const milliseconds = performance.now() - began
  delay.disable()
  expect(rows).toHaveLength(50_001)
  expect(rows.at(-1)).toEqual({ row: 50_001, cells: [0, 1, 2, 3, 4, 5, 6, 7, 'Zeytin'] })
  // If the event loop were blocked, the longest delay would be the whole time; it is 2 to 4 percent of it.
  expect(delay.max / 1e6).toBeLessThan(milliseconds / 2)
})

test(`${OLD_ROWS} rows of 9 columns are also read from an .xls`, async () => {
  const cells = Array.from({ length: OLD_ROWS * 9 }, (_, i) => [Math.floor(i / 9), i % 9, 5])
  const rows = await readWorkbook(withRecords(cells))
  expect(rows).toHaveLength(OLD_ROWS)
  expect(rows.at(-1)).toEqual({ row: OLD_ROWS, cells: Array(9).fill(5) })
})

// Refusing ----------------------------------------------------------------------------------

const NO_WORKBOOKS: [string, Buffer][] = [
  ['an empty file', Buffer.alloc(0)],
  ['a CSV file', Buffer.from('ID;Ürün Adı\n1;Zeytin\n')],
  ['a program', Buffer.from('export const a = 1\n')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['an HTML table', Buffer.from('<html><table><tr><td>1</td></tr></table></html>')],
  ['an XML spreadsheet', Buffer.from('<?xml version="1.0"?><Workbook><Worksheet/></Workbook>')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a plain zip', zipOf([{ name: 'okubeni.txt', content: 'merhaba' }])],
  ['a zip with nothing in it', zipOf([])],
  [
    'a Word document',
    zipOf([{ name: '[Content_Types].xml', content: '<Types>wordprocessingml.document.main+xml</Types>' }]),
  ],
  [
    'a binary workbook',
    xlsx.write(bookOf([['Liste', xlsx.utils.aoa_to_sheet([[1]])]]), { type: 'buffer', bookType: 'xlsb' }),
  ],
  [
    'an OpenDocument sheet',
    xlsx.write(bookOf([['Liste', xlsx.utils.aoa_to_sheet([[1]])]]), { type: 'buffer', bookType: 'ods' }),
  ],
  ['an old Word document', oleOf({ WordDocument: Buffer.alloc(5000, 1) })],
]

test.each(NO_WORKBOOKS)('%s is not a workbook', async (_, file) => {
  expect(await refusalOf(file)).toBe('not_a_workbook')
})

test('an encrypted workbook is distinguished from a broken one', async () => {
  expect(await refusalOf(oleOf({ EncryptionInfo: Buffer.alloc(200), EncryptedPackage: Buffer.alloc(8000, 7) }))).toBe(
    'encrypted',
  )

  const container = xlsx.CFB.read(workbook('biff8', [[1]]), { type: 'buffer' })
  const stream = Buffer.from(xlsx.CFB.find(container, 'Workbook').content)
  const afterBeginning = 4 + stream.readUInt16LE(2)
  const filePass = Buffer.from('2f000600000011223344', 'hex')
  const locked = Buffer.concat([stream.subarray(0, afterBeginning), filePass, stream.subarray(afterBeginning)])
  expect(await refusalOf(oleOf({ Workbook: locked }))).toBe('encrypted')
})

for (const bookType of ['xlsx', 'biff8'] as const) {
  test.each([0.2, 0.5, 0.8, 0.97])(`a ${bookType} workbook of which only %f arrived is broken`, async share => {
    const whole = workbook(
      bookType,
      Array.from({ length: 500 }, (_, i) => [`Ürün ${i}`, i, i / 7]),
    )
    expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * share)))).toBe('broken')
  })
}

test.each<[string, () => Buffer]>([
  ['a damaged sheet', () => damaged(xlsxOf(worksheet('<row r="1"><c r="A1"><v>1</v></c></row>'.repeat(50))))],
  ['a sheet that ends too early', () => xlsxOf('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c>')],
  ['a list of contents without its workbook', () => zipOf([{ name: '[Content_Types].xml', content: CONTENTS }])],
  [
    'two files of one name',
    () => zipOf([...partsOf(worksheet('')), { name: 'xl/workbook.xml', content: '<workbook/>' }]),
  ],
  ['files that overlap', () => zipOf(partsOf(worksheet('')), { allAt: 0 })],
  ['a zip64', () => zipOf(partsOf(worksheet('')), { count: 0xffff })],
  ['a directory longer than the file', () => zipOf(partsOf(worksheet('')), { count: 90 })],
  ['a locked zip', () => zipOf(partsOf(worksheet('')), { flags: 1 })],
  [
    'a row that Excel cannot have',
    () => xlsxOf(worksheet('<row r="4294967295"><c r="A4294967295"><v>1</v></c></row>')),
  ],
])('%s is broken', async (_, file) => {
  expect(await refusalOf(file())).toBe('broken')
})

const ONE_CELL = '<c><v>1</v></c>'
const ROW = `<row>${ONE_CELL}</row>`

/** Just above the limits; `npm run endure` uses many times as much. */
const MANY = {
  spaces: IS_HUGE ? 400e6 : 70e6,
  rows: IS_HUGE ? 674_200 : 60_000,
  wideRows: IS_HUGE ? 100 : 2,
  sharedTexts: IS_HUGE ? 3_500_000 : 1_100_000,
  blankCells: IS_HUGE ? 14e6 : 1_600_000,
  oldTexts: IS_HUGE ? 3_300_000 : 1_100_000,
  oldNumbers: IS_HUGE ? 1_600_000 : 700_000,
  relations: IS_HUGE ? 58e6 : 5e6,
  attributes: IS_HUGE ? 16_000_000 : 2_000_000,
}

test.each<[string, 'too_large' | 'broken', () => Buffer]>([
  ['spaces', 'too_large', () => xlsxOf(worksheet(' '.repeat(MANY.spaces)))],
  ['spaces that claim to be 1 kB', 'broken', () => xlsxOf(worksheet(' '.repeat(MANY.spaces)), {}, 1000)],
  ['rows', 'too_large', () => xlsxOf(worksheet(`<row>${ONE_CELL}</row>`.repeat(MANY.rows)))],
  ['columns', 'too_large', () => xlsxOf(worksheet(`<row>${ONE_CELL.repeat(16_000)}</row>`.repeat(MANY.wideRows)))],
  ['files in one workbook', 'too_large', () => xlsxOf(worksheet(''), manyFiles(5000))],
  ['shared texts', 'too_large', () => withTexts('<si><t>a</t></si>'.repeat(MANY.sharedTexts))],
  ['pieces of one shared text', 'too_large', () => withTexts(`<si>${'<r><t>a</t></r>'.repeat(MANY.sharedTexts)}</si>`)],
  [
    'cells with one long shared text',
    'too_large',
    () => withTexts(`<si><t>${'a'.repeat(1e6)}</t></si>`, '<row><c t="s"><v>0</v></c></row>'.repeat(5000)),
  ],
  ['blank cells', 'too_large', () => xlsxOf(worksheet(`<row>${'<c/>'.repeat(MANY.blankCells)}</row>`))],
  ['texts in an .xls', 'too_large', () => xlsOf('before', [textsOf(MANY.oldTexts)])],
  [
    'numbers in an .xls',
    'too_large',
    () => xlsOf('after', Array(Math.ceil(MANY.oldNumbers / 256)).fill(record(0xbd, 6 + 256 * 6))),
  ],
  ['relations', 'too_large', () => xlsxOf(worksheet(''), { [RELATIONS_OF_SHEET]: ' '.repeat(MANY.relations) })],
])('a file with too many %s is refused within two seconds', async (_, reason, bomb) => {
  const file = bomb()
  const seconds = stopwatch()
  expect(await refusalOf(file)).toBe(reason)
  expect(seconds()).toBeLessThan(2)
})

test('links and merged cells are ignored, however many cells they cover', async () => {
  const everywhere = 'ref="A1:XFD1048576"'
  const links = `<hyperlinks><hyperlink ${everywhere} location="B1"/></hyperlinks>`
  const merges = `<mergeCells>${`<mergeCell ${everywhere}/>`.repeat(IS_HUGE ? 1_500_000 : 300_000)}</mergeCells>`
  const old = xlsx.utils.aoa_to_sheet([[1, 2]])
  old['A1'].l = { Target: 'https://ornek.com.tr' }
  const xls = written('biff8', [['Liste', old]])
  xls.writeUInt32LE(0xffff0000, xls.indexOf(Buffer.from('b801', 'hex')) + 4)
  xls.writeUInt32LE(0xffff0000, xls.indexOf(Buffer.from('b801', 'hex')) + 8)
  for (const file of [xlsxOf(worksheet(ROW, '', links)), xlsxOf(worksheet(ROW, '', merges)), xls]) {
    const seconds = stopwatch()
    expect((await readWorkbook(file))[0]?.cells[0]).toBe(1)
    expect(seconds()).toBeLessThan(2)
  }
})

test('a file that exhausts the memory of its thread is refused, and the next one is read', async () => {
  const small = xlsxOf(worksheet(`<row ${'a="b" '.repeat(100_000)}>${ONE_CELL}</row>`))
  expect(await readWorkbook(small, { heapMegabytes: 40 })).toHaveLength(1)
  const bomb = xlsxOf(worksheet(`<row ${'a="b" '.repeat(MANY.attributes)}>${ONE_CELL}</row>`))
  expect(await refusalOf(bomb, IS_HUGE ? { contentMegabytes: 120 } : { heapMegabytes: 40 })).toBe('too_large')
  expect(await readWorkbook(workbook('xlsx', [[1]]))).toEqual([{ row: 1, cells: [1] }])
})

test('reading that takes too long is aborted', async () => {
  expect(await refusalOf(workbook('xlsx', [[1]]), { readingSeconds: 0.001 })).toBe('too_large')
})

test('the caller sets the limit for rows, without the header, and how many columns are read', async () => {
  const file = workbook('biff8', [
    ['Başlık', ''],
    [1, 2],
    [3, 4],
  ])
  expect(await readWorkbook(file, { rows: 2, columns: 2 })).toHaveLength(3)
  expect(await refusalOf(file, { rows: 1 })).toBe('too_large')
  expect((await readWorkbook(file, { columns: 1 })).map(({ cells }) => cells)).toEqual([['Başlık'], [1], [3]])
  const far = xlsxOf(worksheet('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'))
  expect(await readWorkbook(far)).toEqual([{ row: 1, cells: [1] }])
})

test('files are read one at a time, in the order of their arrival', async () => {
  let running = 0
  let most = 0
  const count = (thread: { once(event: 'exit', ended: () => void): unknown }) => {
    most = Math.max(most, ++running)
    thread.once('exit', () => running--)
  }
  process.on('worker', count)
  const finished: number[] = []
  await Promise.all(
    [1, 2, 3, 4].map(async number => {
      await readWorkbook(workbook('xlsx', [[number]]))
      finished.push(number)
    }),
  )
  process.off('worker', count)
  expect(finished).toEqual([1, 2, 3, 4])
  expect(most).toBe(1)
})

// Files made for the tests --------------------------------------------------------------------

async function refusalOf(file: Uint8Array, limits?: Partial<Limits>) {
  const outcome = await readWorkbook(file, limits).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(UnreadableWorkbook)
  return outcome instanceof UnreadableWorkbook ? outcome.reason : undefined
}

/** Measures CPU seconds of the process, threads included, so that other load on the machine does not count. */
function stopwatch() {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  }
}

function workbook(bookType: 'xlsx' | 'biff8', rows: unknown[][]): Buffer {
  return written(bookType, [['Liste', xlsx.utils.aoa_to_sheet(rows, { UTC: true })]])
}

function written(bookType: 'xlsx' | 'biff8', sheets: [string, xlsx.WorkSheet][]): Buffer {
  return xlsx.write(bookOf(sheets), { type: 'buffer', bookType, compression: true })
}

function bookOf(sheets: [string, xlsx.WorkSheet][]): xlsx.WorkBook {
  const book = xlsx.utils.book_new()
  for (const [name, sheet] of sheets) xlsx.utils.book_append_sheet(book, sheet, name)
  return book
}

function oleOf(streams: Record<string, Buffer>): Buffer {
  const container = xlsx.CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) xlsx.CFB.utils.cfb_add(container, `/${name}`, content)
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }))
}

/** A record of an .xls that begins with these bytes and is otherwise zero. */
function record(kind: number, length: number, ...beginning: number[]): Buffer {
  const bytes = Buffer.alloc(4 + length)
  bytes.writeUInt16LE(kind, 0)
  bytes.writeUInt16LE(length, 2)
  beginning.forEach((word, i) => bytes.writeUInt16LE(word, 4 + i * 2))
  return bytes
}

/** The records of that many empty texts, of three bytes each. */
function textsOf(count: number): Buffer {
  const first = record(0xfc, 8222)
  first.writeUInt32LE(count, 8)
  return Buffer.concat([first, ...Array(Math.ceil(count / 2741)).fill(record(0x3c, 8223))])
}

/** A small .xls with additional records at its beginning, or after the only cell of its sheet. */
function xlsOf(where: 'before' | 'after', records: Buffer[]): Buffer {
  const container = xlsx.CFB.read(workbook('biff8', [[5]]), { type: 'buffer' })
  const stream = Buffer.from(xlsx.CFB.find(container, 'Workbook').content)
  const at = where === 'before' ? 4 + stream.readUInt16LE(2) : stream.lastIndexOf(Buffer.from('0a000000', 'hex'))
  return oleOf({ Workbook: Buffer.concat([stream.subarray(0, at), ...records, stream.subarray(at)]) })
}

/** An .xls with these whole numbers, each as row, column and value. */
const withRecords = (cells: number[][]) =>
  xlsOf(
    'after',
    cells.map(([row = 0, column = 0, value = 0]) => record(0x27e, 10, row, column, 0, (value << 2) | 2)),
  )

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const CONTENTS = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/>
  <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MAIN}.worksheet+xml"/>
  <Override PartName="/xl/sharedStrings.xml" ContentType="${MAIN}.sharedStrings+xml"/>
  <Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="${MAIN}.externalLink+xml"/></Types>`
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORKBOOK = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}">
  <sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>`
const WORKBOOK_RELATIONS = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`

const worksheet = (rows: string, before = '', after = '') =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`

type Part = { name: string; content: string; claimedSize?: number | undefined }

function partsOf(sheet: string, claimedSize?: number): Part[] {
  return [
    { name: '[Content_Types].xml', content: CONTENTS },
    { name: 'xl/workbook.xml', content: WORKBOOK },
    { name: 'xl/_rels/workbook.xml.rels', content: WORKBOOK_RELATIONS },
    { name: 'xl/worksheets/sheet1.xml', content: sheet, claimedSize },
  ]
}

function xlsxOf(sheet: string, others: Record<string, string> = {}, claimedSize?: number): Buffer {
  return zipOf([
    ...partsOf(sheet, claimedSize),
    ...Object.entries(others).map(([name, content]) => ({ name, content })),
  ])
}

const withTexts = (texts: string, rows = '') =>
  xlsxOf(worksheet(rows), { 'xl/sharedStrings.xml': `<sst>${texts}</sst>` })

const RELATIONS_OF_SHEET = 'xl/worksheets/_rels/sheet1.xml.rels'

const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`xl/media/${i}.xml`, '']))

/** Flips one bit of the last file's compressed content. */
function damaged(zip: Buffer): Buffer {
  const lastFile = zip.lastIndexOf('PK\x03\x04')
  const at = lastFile + 30 + zip.readUInt16LE(lastFile + 26) + 20
  zip.writeUInt8(zip.readUInt8(at) ^ 4, at)
  return zip
}

/** A zip file of these parts; `lies` are wrong values in its headers. */
function zipOf(parts: Part[], lies: { count?: number; flags?: number; allAt?: number } = {}): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claimedSize } of parts) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(lies.flags ?? 0, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(raw), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claimedSize ?? raw.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(lies.allAt ?? at, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, title, packed])
    files.push(file)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, place, title]))
    at += file.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(lies.count ?? parts.length, 8)
  end.writeUInt16LE(lies.count ?? parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}
