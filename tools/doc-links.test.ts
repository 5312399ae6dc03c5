import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenReferencesIn } from './doc-links.ts'

const PROJECT = {
  'server/orders/orders.ts': '',
  'web/ui/steady-list.ts': '',
  'docs/operating.md': '# Operating\n\n## Backup & restore, `daily`\n',
  'docs/decisions/007-orders.md': '# Orders\n',
}

/** The broken references in a project with these files and a few others. */
function broken(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'doc-links-'))
  try {
    for (const [path, text] of Object.entries({ ...PROJECT, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return brokenReferencesIn(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const valid: [reference: string, path: string, text: string][] = [
  ['a link to a file', 'README.md', '[orders](docs/decisions/007-orders.md)'],
  ['a link to a folder', 'README.md', '[decisions](docs/decisions)'],
  ['a link relative to its document', 'docs/a.md', '[orders](decisions/007-orders.md) [up](../README.md)\n'],
  ['a link to a heading', 'README.md', '[backup](docs/operating.md#backup--restore-daily)'],
  ['a link to a heading of its own', 'docs/a.md', '# Two words\n[there](#two-words)'],
  ['a link to another site', 'README.md', '[site](https://example.test/docs/none.md) [mail](mailto:a@example.test)'],
  ['a file in backticks', 'README.md', '`server/orders/orders.ts`, `orders/orders.ts` and `steady-list.ts`'],
  ['a folder in backticks', 'README.md', '`server/orders`, `web/ui/` and `docs`'],
  ['an address of the API and a package', 'README.md', '`/admin/orders/{id}/slip`, `yazl`, `@fastify/static`'],
  ['a decision page', 'README.md', 'page 007, decision 007, pages 007 and 007, page 12'],
  ['a file in a string', 'server/a.ts', "const example = 'server/none.ts' // server/orders/orders.ts\n"],
  ['what is installed, built or stored', 'node_modules/a/README.md', '[none](none.md) `server/none.ts`'],
]

test.each(valid)('a valid reference is not reported: %s', (_reference, path, text) => {
  expect(broken({ 'README.md': '', [path]: text })).toEqual([])
})

const missing: [reference: string, path: string, text: string, problem: string][] = [
  ['a link to a file', 'README.md', '\n[a](docs/none.md)', 'README.md:2: the link docs/none.md leads nowhere'],
  ['a link to a heading', 'README.md', '[a](docs/operating.md#restore)', 'operating.md#restore leads to no heading'],
  ['a file in backticks', 'README.md', '`orders/none.ts`', 'README.md:1: there is no orders/none.ts'],
  ['a file name in backticks', 'docs/a.md', 'the rules (`none.ts`)', 'docs/a.md:1: there is no none.ts'],
  ['a folder in backticks', 'README.md', '`server/none/`', 'there is no folder server/none/'],
  [
    'a path in a drawing',
    'README.md',
    '```\n  server/none.ts   what it does\n```',
    'README.md:2: there is no server/none.ts',
  ],
  ['a decision page', 'README.md', 'see\npage 008', 'README.md:2: there is no decision page 008'],
  ['the second of two pages', 'README.md', 'pages 007 and 008', 'there is no decision page 008'],
  [
    'a file in a comment',
    'server/a.ts',
    "const a = '//'\n/** See server/none.ts. */",
    'server/a.ts:2: there is no server/none.ts',
  ],
  ['a page in a comment', 'web/a.tsx', 'f() // page 009', 'web/a.tsx:1: there is no decision page 009'],
  ['a file in a migration', 'server/db/1.sql', 'select 1;\n-- `none.ts`', 'server/db/1.sql:2: there is no none.ts'],
]

test.each(missing)('a broken reference is reported: %s', (_reference, path, text, problem) => {
  const found = broken({ [path]: text })
  expect(found.length).toBeGreaterThan(0)
  expect(found[0]).toContain(problem)
})

test('a folder needs a line of its own in the tree of ARCHITECTURE.md', () => {
  const tree = ['contract', 'server', 'web', 'e2e', 'bench', 'tools'].map(folder => `${folder}/   what it holds`)
  expect(broken({ 'ARCHITECTURE.md': tree.join('\n') })).toEqual([])
  expect(broken({ 'ARCHITECTURE.md': tree.join('\n').replace('\nserver/', ' server/') })).toEqual([
    'ARCHITECTURE.md: the tree has no line of server/',
  ])
})
