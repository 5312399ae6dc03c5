import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MAX_WORKBOOK_BYTES } from '#contract/call.ts'
import { LIST_LIMITS, MAX_WAITING_LISTS } from './upload.ts'
import { LIMITS } from './workbook.ts'
import { MAX_ENTRIES } from './zip.ts'

/** The text of a page, with its line breaks as spaces. */
const textOf = async (page: string) =>
  (await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')).replaceAll(/\s+/g, ' ')

test('docs/security-rules.md and page 090 state the limits of workbooks', async () => {
  const size = `${MAX_WORKBOOK_BYTES / 1024 / 1024} MB`
  const count = (number: number) => number.toLocaleString('en')
  const [list, imported] = [LIST_LIMITS, LIMITS].map(({ rows, contentMegabytes, readingSeconds }) => ({
    rows: count(rows),
    unpacked: `${contentMegabytes} MB`,
    time: `${readingSeconds} s`,
  }))
  const rules = await textOf('security-rules.md')
  const columns = `the first ${LIMITS.columns} columns are read`
  const parts = `${count(MAX_ENTRIES)} parts`
  for (const cell of [
    `| ${size}, ${list?.unpacked} unpacked, ${list?.rows} rows |`,
    `| ${size}, ${imported?.unpacked} unpacked, ${parts}, ${imported?.rows} rows; ${columns},`,
    `| one at a time, ${imported?.time}, ${LIMITS.heapMegabytes} MB, in a thread |`,
    `| one at a time, apart from imports, ${list?.time}, ${LIMITS.heapMegabytes} MB, in a thread;`,
  ])
    expect(rules).toContain(cell)
  const waiting = ['No', 'One', 'Two', 'Three', 'Four', 'Five'][MAX_WAITING_LISTS]
  expect(await textOf('decisions/090-notes-and-lists-of-customers.md')).toContain(
    `A list may have ${list?.rows} rows, ${list?.unpacked} unpacked and ${LIST_LIMITS.readingSeconds} seconds, an ` +
      `import ${imported?.rows}, ${imported?.unpacked} and ${LIMITS.readingSeconds} seconds. ${waiting} lists may wait;`,
  )
})
