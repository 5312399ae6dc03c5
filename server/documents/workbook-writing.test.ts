import { buffer } from 'node:stream/consumers'
import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readWorkbook } from '../testing/read-workbook.ts'
import { type SheetColumn, type Value, writeWorkbook } from './workbook-writing.ts'

const COLUMNS: SheetColumn[] = [
  { label: 'Ürün Adı', kind: 'text', width: 40 },
  { label: 'Stok', kind: 'whole', width: 10 },
  { label: 'Fiyat', kind: 'money', width: 12 },
  { label: 'Gün', kind: 'day', width: 12 },
  { label: 'An', kind: 'instant', width: 18 },
]

async function* inParts(...parts: Value[][][]) {
  yield* parts
}

const written = (columns: SheetColumn[], ...parts: Value[][][]) =>
  buffer(writeWorkbook({ name: 'Liste', columns }, inParts(...parts)))

test('a written workbook is read back cell by cell with its types', async () => {
  const file = await written(
    COLUMNS,
    [['Iğdır kayısısı ', 1_000_000_000, 28_797, '2026-11-24', '2026-11-24T06:30:00.000Z']],
    [],
    [
      ['  <b>&"\'çğşıİ€🍃</b>\nsatır\t', 0, 0, null, null],
      [null, -3, -1, '1900-03-01', '2026-12-31T21:00:00.000Z'],
    ],
  )
  expect(await readWorkbook(file)).toEqual([
    { row: 1, cells: ['Ürün Adı', 'Stok', 'Fiyat', 'Gün', 'An'] },
    {
      row: 2,
      cells: [
        'Iğdır kayısısı ',
        1_000_000_000,
        287.97,
        new Date('2026-11-24T00:00:00Z'),
        new Date('2026-11-24T09:30:00Z'),
      ],
    },
    { row: 3, cells: ['  <b>&"\'çğşıİ€🍃</b>\nsatır\t', 0, 0] },
    { row: 4, cells: [null, -3, -0.01, new Date('1900-03-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')] },
  ])
})

test.each([
  '=1+1',
  '+90 212',
  '-5',
  '@SUM(A1)',
  '=HYPERLINK("http://x")',
  '_x0041_',
  '_x005f_',
  'a\u0007b',
  "'=1",
  '\t=1',
])('the text %j stays a text and does not become a formula', async text => {
  const file = await written(COLUMNS.slice(0, 1), [[text]])
  expect((await readWorkbook(file))[1]).toEqual({ row: 2, cells: [text] })
  const [sheet] = Object.values(xlsx.read(file, { cellFormula: true, cellNF: true }).Sheets)
  expect(sheet?.['A2']).toMatchObject({ t: 's', v: text, z: '@' })
  expect(sheet?.['A2'].f).toBe(undefined)
})

test('the header row is frozen and has filters, and columns have the given widths', async () => {
  const file = await written(COLUMNS, [['Zeytin', 1, 1, null, null]], [['Peynir', 1, 1, null, null]])
  const book = xlsx.read(file, { cellStyles: true })
  expect(book.SheetNames).toEqual(['Liste'])
  expect(book.Sheets['Liste']?.['!cols']?.map(({ width }) => width)).toEqual([40, 10, 12, 12, 18])
  const archive = xlsx.CFB.read(file, { type: 'buffer' })
  const sheet = Buffer.from(xlsx.CFB.find(archive, 'sheet1.xml')?.content ?? []).toString()
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('</sheetData><autoFilter ref="A1:E3"/></worksheet>')
})

test('rows that do not fit into a sheet continue in the next ones, below the same header', async () => {
  const sheetsOf = async (...parts: string[][]) => {
    const rows = inParts(...parts.map(names => names.map(name => [name])))
    const file = await buffer(writeWorkbook({ name: 'Liste', columns: COLUMNS.slice(0, 1) }, rows, 4))
    const { SheetNames, Sheets } = xlsx.read(file)
    return SheetNames.map(name => [
      name,
      xlsx.utils
        .sheet_to_json(Sheets[name] ?? {}, { header: 1 })
        .flat()
        .join(' '),
    ])
  }
  expect(await sheetsOf(['a', 'b'], [], ['c'])).toEqual([['Liste', 'Ürün Adı a b c']])
  expect(await sheetsOf(['a', 'b'], ['c', 'd', 'e', 'f', 'g'])).toEqual([
    ['Liste', 'Ürün Adı a b c'],
    ['Liste 2', 'Ürün Adı d e f'],
    ['Liste 3', 'Ürün Adı g'],
  ])
  expect(await sheetsOf()).toEqual([['Liste', 'Ürün Adı']])
})

test('a text longer than an Excel cell can hold is cut', async () => {
  const file = await written(COLUMNS.slice(0, 1), [['ş'.repeat(40_000)]])
  expect((await readWorkbook(file))[1]?.cells).toEqual([`${'ş'.repeat(32_766)}…`])
})

test('an error while rows are read aborts the file', async () => {
  async function* failing() {
    yield [['Zeytin', 1, 1, null, null]]
    throw new Error('the database is gone')
  }
  await expect(buffer(writeWorkbook({ name: 'Liste', columns: COLUMNS }, failing()))).rejects.toThrow('is gone')
})

test('when the file is no longer read, no more rows are read', async () => {
  let hasEnded = false
  async function* endless() {
    try {
      for (let i = 0; i < 1e6; i++) yield Array.from({ length: 500 }, () => [`${Math.random()}`, i, i, null, null])
    } finally {
      hasEnded = true
    }
  }
  let pieces = 0
  for await (const _ of writeWorkbook({ name: 'Liste', columns: COLUMNS }, endless())) if (++pieces > 20) break
  await expect.poll(() => hasEnded).toBe(true)
})
