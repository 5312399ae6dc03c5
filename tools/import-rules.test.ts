import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { violationsIn } from './import-rules.ts'

const line = (path: string) => `import { thing } from '${path}'\nthing()\n`

/** The violations that the checker finds in a project with only these files. */
function violations(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'import-rules-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return violationsIn(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const followed: [rule: string, path: string, text: string][] = [
  ['the contract imports zod', 'contract/orders.ts', line('zod')],
  ['the contract imports itself', 'contract/orders.ts', line('./money.ts') + line('#contract/fields.ts')],
  ['a text names a field', 'contract/fields.ts', "const START = ['from']\nconst END = ['to']"],
  ['a contract test imports its tools', 'contract/money.test.ts', line('fast-check')],
  ['the server imports the contract', 'server/orders/orders.ts', line('#contract/orders.ts')],
  ['a module imports one below it', 'server/orders/orders.ts', line('../stock/ledger.ts')],
  [
    'a module imports an infrastructure module',
    'server/orders/orders.ts',
    line('../mail/outbox.ts') + line('../settings.ts'),
  ],
  ['infrastructure imports the platform contract', 'server/mail/a.ts', line('#contract/money.ts')],
  ['the table types import domain types', 'server/db/tables.ts', line('#contract/orders.ts')],
  ['the routes of a module import one above it', 'server/customers/routes.ts', line('../orders/orders.ts')],
  ['the app imports routes', 'server/app.ts', line('./orders/routes.ts')],
  ['a command imports modules', 'server/commands/demo.ts', line('../orders/orders.ts')],
  ['a server test imports the world', 'server/orders/orders.test.ts', line('../testing/world.ts')],
  ['a module writes its own table', 'server/orders/orders.ts', "db.insertInto('orders')"],
  ['a module reads any table', 'server/reports/reports.ts', "db.selectFrom('orders') // delete from orders"],
  ['a row is locked', 'server/reports/reports.ts', 'sql`select * from orders for update skip locked`'],
  [
    'an upsert writes its own table',
    'server/stock/a.ts',
    'sql`insert into stock values (1) on conflict do update set x = 1`',
  ],
  ['a test writes any table', 'server/orders/orders.test.ts', "db.updateTable('accounts')"],
  ['the world writes any table', 'server/testing/world.ts', "db.insertInto('accounts')"],
  ['a migration writes any table', 'server/db/migrations/002-x.sql', 'update orders set notes = null;'],
  ['a migration creates an owned table', 'server/db/migrations/001-x.sql', 'create table orders (id uuid);'],
  ['the routes import every audience', 'web/routes.tsx', line('./admin/panel.tsx')],
  ['an audience imports a capability', 'web/admin/panel.tsx', line('../cart/cart.ts') + line('../api.ts')],
  ['an audience imports the outbox', 'web/customer/cart.tsx', line('../pwa/outbox.ts')],
  [
    'a form imports checked schemas, types and calls',
    'web/account/a.tsx',
    "import { Login } from '#checked/auth.ts'\nimport { type Order, logIn, MAX } from '#contract/auth.ts'\ntype Reply = z.output<typeof logIn.reply>",
  ],
  ['ui imports Turkish and money', 'web/ui/price.tsx', line('#contract/money.ts') + line('#contract/turkish.ts')],
  ['browser tests import the world', 'e2e/portal.ts', line('../server/testing/world.ts')],
  ['a tool imports any file', 'tools/build.ts', line('../server/http/openapi.ts')],
  ['a long test', 'server/orders/orders.test.ts', 'x\n'.repeat(400)],
  ['a transaction is opened in its place', 'server/db/transaction.ts', 'pool.transaction().execute(work)'],
  ['a test opens a transaction', 'server/orders/orders.test.ts', 'db.transaction().execute(work)'],
  ['300 lines', 'server/orders/orders.ts', 'x\n'.repeat(300)],
  ['an import in a comment', 'web/ui/a.tsx', "// import x from '../api.ts'\n/* from '../cart/a.ts' */ f()\n"],
  ['the status table names the statuses', 'contract/order-status.ts', "const a = { iptal: 'iptal' }"],
  ['the status table of quotes names theirs', 'contract/quote-status.ts', "const a = { kabul: 'kabul', red: 'red' }"],
  [
    'a colour has the name of a status',
    'web/customer/a.tsx',
    "const a = { red: 'red', tone: count ? 'red' : 'neutral' }",
  ],
  ['a migration names a status', 'server/db/migrations/002-x.sql', "check (status in ('iptal'))"],
  ['sample data names a status', 'server/sample/orders.ts', "set('iptal')"],
  ['a test names a status', 'server/orders/orders.test.ts', "set('iptal')"],
  ['a sentence contains a status', 'web/customer/a.tsx', "const a = 'Siparişi iptal et' // 'iptal'"],
  ['the packages of the browser tests', 'e2e/node_modules/x/index.ts', line('../../server/app.ts')],
]

test.each(followed)('no violation: %s', (_rule, path, text) => {
  expect(violations({ [path]: text })).toEqual([])
})

const broken: [rule: string, path: string, text: string, message: string][] = [
  ['the contract imports a Node module', 'contract/a.ts', line('node:fs'), 'may import zod only'],
  ['the contract imports a package', 'contract/a.ts', line('kysely'), 'may import zod only'],
  ['the contract imports the server', 'contract/a.ts', line('../server/app.ts'), 'contract imports server/app.ts'],
  ['the server imports the web app', 'server/app.ts', line('../web/api.ts'), 'server imports web/api.ts'],
  ['the web app imports the server', 'web/api.ts', line('../server/app.ts'), 'web imports server/app.ts'],
  ['a web test imports the world', 'web/a.test.ts', line('../server/testing/world.ts'), 'web imports server/testing'],
  ['browser tests import a module', 'e2e/a.spec.ts', line('../server/orders/orders.ts'), 'e2e imports server/orders'],
  ['benchmarks import a module', 'bench/a.ts', line('../server/orders/orders.ts'), 'bench imports server/orders'],
  ['a module imports one above it', 'server/stock/a.ts', line('../orders/orders.ts'), 'orders, which is above it'],
  [
    'a module imports only the types of one above it',
    'server/auth/a.ts',
    "import type { A } from '../notifications/a.ts'\nf()",
    'notifications, which is above it',
  ],
  [
    'a module imports one above it dynamically',
    'server/auth/a.ts',
    "await import('../notifications/a.ts')",
    'notifications, which is above it',
  ],
  [
    'a module starts a file above it as a worker',
    'server/auth/a.ts',
    "new URL('../notifications/a.ts', here)",
    'notifications, which is above it',
  ],
  ['a list imports upwards', 'server/stock/lists.ts', line('../orders/orders.ts'), 'orders, which is above it'],
  [
    'an infrastructure module imports a module',
    'server/mail/a.ts',
    line('../auth/a.ts'),
    'the infrastructure module mail imports the module auth',
  ],
  [
    'infrastructure imports a contract file with domain terms',
    'server/documents/a.ts',
    line('#contract/catalogue.ts'),
    'the infrastructure module documents imports contract/catalogue.ts, which has domain terms',
  ],
  ['the settings import a module', 'server/settings.ts', line('./auth/a.ts'), 'settings.ts imports the module auth'],
  ['a module imports the app', 'server/auth/a.ts', line('../app.ts'), 'app.ts, which assembles the modules'],
  ['the product imports the test world', 'server/db/a.ts', line('../testing/world.ts'), 'testing, which assembles'],
  ['another module imports routes', 'server/orders/a.ts', line('../stock/routes.ts'), 'imported by app.ts only'],
  [
    'an unknown folder',
    'server/service/a.ts',
    line('../db/connect.ts'),
    'neither a module nor an infrastructure module',
  ],
  ['an audience imports another', 'web/admin/panel.tsx', line('../customer/cart.tsx'), 'imports the audience customer'],
  ['pwa imports an audience', 'web/pwa/a.ts', line('../customer/cart.tsx'), 'customer, which is above it'],
  ['a capability imports an audience', 'web/cart/a.tsx', line('../admin/a.tsx'), 'admin, which is above it'],
  ['a screen imports the routes', 'web/admin/panel.tsx', line('../routes.tsx'), 'routes.tsx, which is above it'],
  ['a folder that is in no layer', 'web/odds/a.ts', line('../api.ts'), 'neither an audience nor a capability'],
  ['the HTTP client imports a capability', 'web/api.ts', line('./cart/cart.ts'), 'cart, which is above it'],
  ['pwa imports a capability', 'web/pwa/a.ts', line('../cart/cart.ts'), 'cart, which is above it'],
  ['ui imports a capability', 'web/ui/a.tsx', line('../cart/cart.ts'), 'which has domain terms'],
  ['ui imports the HTTP client', 'web/ui/a.tsx', line('../api.ts'), 'which has domain terms'],
  [
    'ui imports a contract file with domain terms',
    'web/ui/a.tsx',
    line('#contract/orders.ts'),
    'which has domain terms',
  ],
  ['another alias', 'web/admin/panel.tsx', line('@/ui/button.tsx'), 'the only ones are #contract and #checked'],
  ['checked schemas outside the web app', 'server/orders/a.ts', line('#checked/orders.ts'), 'is for the web app'],
  [
    'a screen imports a schema that checks nothing',
    'web/admin/panel.tsx',
    "import { listOrders, NewOrder } from '#contract/orders.ts'\nlistOrders(NewOrder)",
    'imports the schema NewOrder',
  ],
  [
    'a form uses the body of a call',
    'web/account/a.tsx',
    "import { logIn } from '#contract/auth.ts'\nzodResolver(logIn.body)",
    'uses a schema of logIn',
  ],
  ['a screen sends a checked call', 'web/admin/panel.tsx', line('#checked/orders.ts'), 'imports thing from #checked'],
  ['a barrel', 'web/ui/index.ts', "export * from './a.tsx'\nexport { b } from './b.tsx'\n", 'only re-exports'],
  [
    'another module inserts',
    'server/auth/a.ts',
    "tx.insertInto('orders')",
    'auth writes to orders, which belongs to orders',
  ],
  ['another module updates', 'server/orders/a.ts', "tx\n .updateTable('stock as s')", 'belongs to stock'],
  ['another module deletes', 'server/orders/routes.ts', "tx.deleteFrom('customers')", 'belongs to customers'],
  ['another module merges', 'server/orders/a.ts', "tx.mergeInto('products')", 'belongs to catalogue'],
  ['a command writes', 'server/commands/demo.ts', "tx.insertInto('orders')", 'commands writes to orders'],
  ['another module inserts in SQL', 'server/auth/a.ts', 'sql`INSERT INTO\n "orders" values (1)`', 'belongs to orders'],
  ['another module updates in SQL', 'server/auth/a.ts', 'sql`update public.orders o set x = 1`', 'belongs to orders'],
  ['another module deletes in SQL', 'server/auth/a.ts', "query('delete from only orders')", 'belongs to orders'],
  ['another module truncates', 'server/auth/a.ts', 'sql`truncate orders`', 'belongs to orders'],
  ['a table without an owner is written', 'server/auth/a.ts', "tx.insertInto('secrets')", 'secrets has no owner'],
  [
    'a table without an owner is created',
    'server/db/migrations/1-x.sql',
    'create table if not exists secrets ()',
    'has no owner',
  ],
  ['a table name that is no literal', 'server/auth/a.ts', 'tx.insertInto(table)', 'name is not a literal'],
  ['a table name that is no literal in SQL', 'server/auth/a.ts', 'sql`delete from ${table}`', 'name is not a literal'],
  ['a raw transaction', 'server/orders/a.ts', 'db\n  .transaction()\n  .execute(work)', 'a.ts:2: opens a transaction'],
  ['a controlled transaction', 'server/testing/a.ts', 'db.startTransaction()', 'opens a transaction'],
  ['a transaction in SQL', 'server/orders/a.ts', 'sql`BEGIN`', 'opens a transaction'],
  ['an advisory lock', 'server/orders/a.ts', 'sql`select pg_advisory_xact_lock(1)`', 'takes an advisory lock'],
  ['a status in TypeScript', 'server/orders/a.ts', "where('status', '<>', 'iptal')", "names the order status 'iptal'"],
  ['a status in SQL', 'server/reports/a.ts', "sql`status <> 'iptal'`", "names the order status 'iptal'"],
  ['a status as a property', 'web/customer/a.tsx', 'TEXTS.iptal', 'names the order status'],
  ['a status as a key', 'contract/reports.ts', "const texts = { iptal: 'x' }", 'names the order status'],
  ['a status of a quote', 'server/quotes/a.ts', "quote.status === 'kabul'", "names the quote status 'kabul'"],
  ['a status of a quote as a key', 'web/quotes/a.tsx', '{ cevaplandi: Clock }', 'names the quote status'],
  ['a declined quote in TypeScript', 'web/quotes/a.tsx', "status === 'red' && text", 'names the quote status'],
  ['a declined quote in a query', 'server/quotes/a.ts', "where('status', '=', 'red')", 'names the quote status'],
  ['a declined quote in SQL', 'server/quotes/a.ts', "sql`status <> 'red'`", 'names the quote status'],
  ['a declined quote as a value', 'server/quotes/a.ts', "set({ status: 'red' })", 'names the quote status'],
  ['a file of the admin outside of a folder', 'web/admin/a.tsx', 'x', 'belongs in a folder of web/admin'],
  ['301 lines', 'web/admin/panel.tsx', 'x\n'.repeat(301), '301 lines are more than 300'],
]

test.each(broken)('a violation: %s', (_rule, path, text, message) => {
  expect(violations({ [path]: text })).toEqual([expect.stringContaining(message)])
})

test('the report of a violation has its file and line, also below comments and URLs', () => {
  const text = `/* one\n two */\nconst site = 'https://example.test'\n${line('../orders/orders.ts')}`
  expect(violations({ 'server/stock/a.ts': text })).toEqual([
    'server/stock/a.ts:4: stock imports orders, which is above it',
  ])
})

test('every violation of every file is reported', () => {
  const text = line('../orders/orders.ts') + line('../reports/reports.ts')
  expect(violations({ 'server/auth/a.ts': text, 'server/auth/b.ts': text })).toHaveLength(4)
})
