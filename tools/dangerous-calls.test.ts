import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Functions that turn data into code, markup, SQL statements or connections: each is used only in the files that are
// listed here, and never with data of a request. Tests and `server/testing` are not part of the portal.

const ROOT = join(import.meta.dirname, '..')

const USES: [what: string, pattern: RegExp, files: string[]][] = [
  ['code from text', /\beval\(|new Function\(|node:vm\b|\bset(?:Timeout|Interval)\(\s*['"`]/, []],
  [
    'markup from text',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|DOMParser|ContextualFragment/,
    [],
  ],
  // The cookie that marks a browser from which a user has logged in before; it gives no access.
  ['cookies', /document\.cookie|set-cookie|setCookie/i, ['server/auth/serve-login.ts']],
  ['navigation by script', /window\.open\(|location\.(?:assign|replace)\(|location\.href = /, []],
  [
    // Made of constants: types and directions of a cursor, formats of dates, migrations, names and rights of tables.
    'SQL from text',
    /\bsql\.raw\(/,
    [
      'server/backup/backup.ts',
      'server/backup/restore.ts',
      'server/db/migrate.ts',
      'server/db/roles.ts',
      'server/http/lists.ts',
      'server/stock/ledger.ts',
    ],
  ],
  [
    // Made of constants: the name of a cookie, of an attribute, of the contract's secret parameters; the route table.
    'regular expressions from text',
    /new RegExp\(/,
    ['server/auth/serve-login.ts', 'server/documents/workbook-extras.ts', 'server/http/log.ts', 'web/ui/router.tsx'],
  ],
  // PostgreSQL's own programs, without a shell.
  ['processes', /node:child_process/, ['server/db/embedded-account.ts', 'server/db/embedded-processes.ts']],
  [
    // Types for Helmet; and push services, whose addresses come from browsers and must be public. All other connections
    // are those of `pg` and `nodemailer`, to the addresses of the settings.
    'outgoing connections of the server',
    /^import (?!type ).*'node:(?:https?|tls|dgram|dns)\b|\bfetch\(/m,
    ['server/http/security-headers.ts', 'server/push/endpoint.ts', 'server/push/transport.ts'],
  ],
  [
    // Delays between retries.
    'predictable random numbers',
    /Math\.random\(/,
    [
      'server/db/embedded-directory.ts',
      'server/http/overload.ts',
      'web/notifications/live-updates.ts',
      'web/pwa/outbox.ts',
    ],
  ],
  // Used for the version of the catalogue, as a checksum.
  [
    'other hashes than SHA-256',
    /create(?:Hash|Hmac)\((?!'sha256')|\bhash\('(?!sha256')/,
    ['server/catalogue/held-products.ts'],
  ],
]

const sources = ['contract', 'server', 'web'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(file.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    .filter(path => !/^(?:server|web)\/testing\//.test(path))
    .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
)

test.each(USES)('%s: used only in the listed files', (what, pattern, files) => {
  const isOfServer = what.endsWith('of the server')
  const using = sources.filter(({ path, text }) => (!isOfServer || path.startsWith('server/')) && pattern.test(text))
  expect(using.map(({ path }) => path).sort()).toEqual(files)
})
