import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// docs/security.md refers to tests by their titles, so its references must not break when a test is renamed or deleted.

const ROOT = join(import.meta.dirname, '..')

/** The sections of ASVS 5.0.0 with the number of their first requirements, which are those of levels 1 and 2. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2
  4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1
  11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5
  16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`

const REQUIREMENTS = SECTIONS.split(/\s+/).flatMap(section => {
  const [number, count] = section.split(':')
  return Array.from({ length: Number(count) }, (_, i) => `${number}.${i + 1}`)
})

type Row = { first: string; last: string; state: string; text: string }

const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

const rows = [
  ...page.matchAll(/^\| (?<first>[\d.]+)(?:–(?<last>[\d.]+))? \| [^|]+ \| \*\*(?<state>[^*]+)\*\*: (?<text>.+) \|$/gm),
].map(
  ({ groups: { first = '', last, state = '', text = '' } = {} }): Row => ({ first, last: last ?? first, state, text }),
)

/** The requirements of a row: one, or all from the first to the last. */
const requirementsOf = ({ first, last }: Row) =>
  REQUIREMENTS.slice(REQUIREMENTS.indexOf(first), REQUIREMENTS.indexOf(last) + 1)

test('the table has every requirement of levels 1 and 2 once, in order and with its state, and the totals are right', () => {
  expect(REQUIREMENTS).toHaveLength(253)
  expect(rows.flatMap(requirementsOf)).toEqual(REQUIREMENTS)
  const count = (state: string) => rows.filter(row => row.state === state).flatMap(requirementsOf).length
  const [met, not, open] = ['Met', 'Not applicable', 'Open'].map(count)
  expect(page).toContain(`Of 253 requirements ${met} are met, ${not} do not apply and ${open} are open.`)
})

test('every met requirement names a file or a section of the rules, and each quoted test is in the file before it', () => {
  const proofs = rows.map(row => ({ ...row, proofs: proofsIn(row.text) }))
  const unproven = proofs.filter(({ state, text, proofs: { files } }) => state === 'Met' && !files && !isRule(text))
  expect(unproven.map(({ first }) => first)).toEqual([])
  expect(proofs.flatMap(({ first, proofs: { missing } }) => missing.map(quote => `${first}: ${quote}`))).toEqual([])
})

const isRule = (text: string) => text.includes('](security-rules.md#')

/** The number of files that a text names, and the quotations that are not in the file named before them. */
function proofsIn(text: string): { files: number; missing: string[] } {
  let file = ''
  let files = 0
  const missing: string[] = []
  for (const [, path, quote] of text.matchAll(/`(\w[\w./@-]*\/[\w.@-]+)`|"([^"]+)"/g)) {
    if (path) {
      file = readFileSync(join(ROOT, path), 'utf8')
      files++
    } else if (quote && !file.includes(quote)) missing.push(quote)
  }
  return { files, missing }
}
