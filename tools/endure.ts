import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingPackages } from '../server/testing/cluster-programs.ts'

/**
 * Runs the tests and benchmarks that are too long for `npm test`; with `--drills N` only the drills of
 * docs/reliability.md, N times. Ends with `N passed, N failed`.
 */

type Drill = Record<'attempts' | 'acknowledged' | 'found' | 'duplicates' | 'recovered' | 'longest', number> & {
  drill: string
}
type Step = { name: string; command: string[]; env?: Record<string, string>; directory?: string; skipped?: string }

const ROOT = join(import.meta.dirname, '..')
const { DATABASE_URL } = process.env
const drillsTo = join(mkdtempSync(join(tmpdir(), 'drills-')), 'outcomes.jsonl')
const vitest = ['npx', 'vitest', 'run']

/** The newest even release, which comes from the npm registry. */
const NEWEST_NODE = 26
const newestNode = ['npx', '--yes', `--package=node-${process.platform}-${process.arch}@${NEWEST_NODE}`, '--', 'node']

const [option, runs] = process.argv.slice(2)
const isDrillsOnly = option === '--drills'

const DRILL_TESTS = ['db/faults', 'db/recovery', 'db/full-disk', 'drills'].map(name => `server/${name}.test.ts`)
const DRILLS = Array.from({ length: isDrillsOnly ? Number(runs ?? 1) : 20 }, (_, i): Step => {
  const env = { DATABASE_URL: '', DRILLS_TO: drillsTo }
  return { name: `the drills of docs/reliability.md, run ${i + 1}`, command: [...vitest, ...DRILL_TESTS], env }
})

/** The browser tests that check pages with axe. */
const SPECS_WITH_AXE = readdirSync(join(ROOT, 'e2e')).filter(
  name => name.endsWith('.spec.ts') && readFileSync(join(ROOT, 'e2e', name), 'utf8').includes('expectAccessible'),
)

// Without a filter, Playwright would run all browser tests.
if (SPECS_WITH_AXE.length === 0) throw new Error('No browser test checks pages with axe')

const STEPS: Step[] = [
  {
    name: 'the loss of the primary PostgreSQL of three, five times',
    command: [...vitest, 'server/db/failover.test.ts'],
    env: { FAILOVERS: '5', DATABASE_URL: '', DRILLS_TO: drillsTo },
    ...(missingPackages.length && { skipped: `install Debian's packages ${missingPackages.join(', ')}` }),
  },
  {
    name: 'the unit tests on the PostgreSQL server of DATABASE_URL',
    command: vitest,
    ...(DATABASE_URL ? {} : { skipped: 'set DATABASE_URL to a PostgreSQL ≥ 15 whose user may create databases' }),
  },
  {
    name: `the unit tests of the server on Node ${NEWEST_NODE}`,
    command: [...newestNode, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'server'],
    env: { DATABASE_URL: '' },
  },
  {
    name: 'the stock models, 400 random histories each',
    command: [...vitest, 'server/orders/model.test.ts', 'server/counts/model.test.ts'],
    env: { MODEL_RUNS: '400', DATABASE_URL: '' },
  },
  {
    name: '20,000 random steps with lots',
    command: [...vitest, 'server/lots/model.test.ts'],
    env: { LOT_STEPS: '20000', DATABASE_URL: '' },
  },
  {
    name: '20,000 steps with lots by five users at once, with ten killed processes',
    command: [...vitest, 'server/lots/crash.test.ts'],
    env: { LOT_CRASH_STEPS: '20000', LOT_KILLS: '10', DATABASE_URL: '' },
  },
  {
    name: '100,000 orders as a workbook, read again row by row',
    command: [...vitest, 'server/reports/reports.test.ts', '-t', 'many pages of orders'],
    env: { EXPORTED_ORDERS: '100000', DATABASE_URL: '' },
  },
  {
    name: '10,000 random orders, other random events between them, and their sums',
    command: [...vitest, 'server/reports/sums.test.ts'],
    env: { SUM_ORDERS: '10000', DATABASE_URL: '' },
  },
  {
    name: 'a year of the standing orders of 500 customers, with ten killed processes',
    command: [...vitest, 'server/standing-orders/year.test.ts'],
    env: { STANDING_CUSTOMERS: '500', STANDING_DAYS: '365', STANDING_KILLS: '10', DATABASE_URL: '' },
  },
  {
    name: 'workbooks many times larger than the limit',
    command: [...vitest, 'server/documents/workbook.test.ts'],
    env: { HUGE_WORKBOOKS: '1', DATABASE_URL: '' },
  },
  {
    name: '100,000 generated and mutated inputs of all calls',
    command: [...vitest, 'server/http/fuzz.test.ts'],
    env: { FUZZ_INPUTS: '100000', FUZZ_SEED: String(Date.now() % 1e9), DATABASE_URL: '' },
  },
  {
    name: 'the build of the portal for the following steps',
    command: ['npm', 'run', 'build'],
  },
  {
    name: '30 minutes of mixed traffic',
    command: ['npx', 'tsx', 'bench/mixed-traffic.ts'],
  },
  {
    name: 'five and fifty times as many clients as the portal can serve',
    command: ['npx', 'tsx', 'bench/overload.ts'],
    env: { DATABASE_URL: '' },
  },
  {
    name: '2,040 scans in counts, receipts and corrections, with late and lost replies',
    // Many short runs, because in a long one the test's own process becomes slower with each key.
    command: 'npx playwright test admin-scanner.spec.ts -g random --repeat-each=20 --workers=1'.split(' '),
    directory: 'e2e',
    env: { SCANS: '17' },
  },
  {
    name: 'an order without a reply, with a server that dies at seven moments',
    command: ['npx', 'playwright', 'test', 'offline.spec.ts', '-g', 'without a reply'],
    directory: 'e2e',
    env: { SERVER_DEATHS: 'frozen 0 4 12 25 60 done' },
  },
  {
    name: 'carts, and orders of known goods, of 30 lines',
    command: 'npx playwright test /cart.spec.ts order-guide.spec.ts -g'.split(' ').concat('lines has|known goods'),
    directory: 'e2e',
    env: { LINES: '30' },
  },
  {
    name: 'axe on every screen, state and dialog that tests open, on a phone and a desk, in light and dark',
    command: ['npx', 'playwright', 'test', ...SPECS_WITH_AXE.map(name => `/${name}`)],
    directory: 'e2e',
    env: { AXE_COMBINATIONS: 'all' },
  },
  {
    name: 'the browser tests with replies that take 400 ms longer',
    command: ['npx', 'playwright', 'test'],
    directory: 'e2e',
    env: { LATENCY: '400' },
  },
  ...Array.from({ length: 5 }, (_, i) => ({
    name: `200 customers after the last 10 pieces, run ${i + 1}`,
    command: [...vitest, 'server/orders/stock-contention.test.ts'],
    env: { CUSTOMERS_OF_FIVE: '200', DATABASE_URL: '' },
  })),
  ...DRILLS,
]

/** The results of each drill over all runs; seconds are the median and the maximum. */
function sumUp(): string {
  const lines = existsSync(drillsTo) ? readFileSync(drillsTo, 'utf8').trim().split('\n') : []
  const rows = lines.map((line): Drill => JSON.parse(line))
  const table = [...new Set(rows.map(({ drill }) => drill))].map(drill => {
    const runs = rows.filter(row => row.drill === drill)
    const sum = (of: (row: Drill) => number) => runs.reduce((total, row) => total + of(row), 0)
    const seconds = (of: (row: Drill) => number) => {
      const sorted = runs.map(of).sort((a, b) => a - b)
      return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} · ${sorted.at(-1)?.toFixed(1)}`
    }
    const counts = [runs.length, sum(row => row.attempts), sum(row => row.acknowledged), sum(row => row.found)]
    const cells = [
      drill,
      ...counts,
      sum(row => row.duplicates),
      seconds(row => row.recovered),
      seconds(row => row.longest),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const head = '| drill | runs | attempts | acknowledged | found | duplicates | seconds to recover | longest request |'
  return [head, '|---|---|---|---|---|---|---|---|', ...table].join('\n')
}

const results = (isDrillsOnly ? DRILLS : STEPS).map(({ name, command, env, directory = '.', skipped }) => {
  console.log(`\n=== ${name}${skipped ? `: skipped, ${skipped}` : ''}`)
  if (skipped) return 'skipped'
  const [program = '', ...args] = command
  const cwd = join(ROOT, directory)
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0 ? 'passed' : 'failed'
})

console.log(`\n${sumUp()}`)
const count = (result: string) => results.filter(one => one === result).length
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
process.exitCode = count('failed') ? 1 : 0
