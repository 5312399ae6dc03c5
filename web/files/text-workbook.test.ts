import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { textWorkbook } from './text-workbook.ts'

test('a workbook stores every text unchanged, without numbers or formulas', async () => {
  const rows = [
    ['Kullanıcı adı', 'Şifre'],
    ['=1+1', '5e22222222'],
    ['İĞÜŞÖÇ ığüşöç', '0012345678'],
    ['<Öz & Şen>', ' iki boşluk  '],
    ['', '@SUM(A1)'],
  ]
  const book = xlsx.read(await (await textWorkbook(rows)).arrayBuffer(), { type: 'array' })
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  expect(xlsx.utils.sheet_to_json(sheet, { header: 1, defval: '' })).toEqual(rows)
  const cells = Object.entries(sheet).flatMap(([place, cell]) =>
    place.startsWith('!') ? [] : [cell as xlsx.CellObject],
  )
  expect(new Set(cells.map(({ t, f }) => `${t} ${f}`))).toEqual(new Set(['s undefined']))
})
