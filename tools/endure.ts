import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What is too long for `npm test`. Ends with `N passed, N failed`. */

type Step = { name: string; command: string[]; env?: Record<string, string>; skipped?: string }

const ROOT = join(import.meta.dirname, '..')
const { DATABASE_URL } = process.env
const vitest = ['npx', 'vitest', 'run']

const STEPS: Step[] = [
  {
    name: 'the unit tests on the PostgreSQL server of DATABASE_URL',
    command: vitest,
    ...(DATABASE_URL ? {} : { skipped: 'set DATABASE_URL to a PostgreSQL ≥ 15 whose user may create databases' }),
  },
  {
    name: 'the stock models, 400 random histories each',
    command: [...vitest, 'server/orders/model.test.ts', 'server/stock/model.test.ts'],
    env: { MODEL_RUNS: '400', DATABASE_URL: '' },
  },
  {
    name: '100,000 orders as a workbook, read again row by row',
    command: [...vitest, 'server/reports/reports.test.ts', '-t', 'many pages of orders'],
    env: { EXPORTED_ORDERS: '100000', DATABASE_URL: '' },
  },
  ...Array.from({ length: 5 }, (_, i) => ({
    name: `200 customers after the last 10 pieces, run ${i + 1}`,
    command: [...vitest, 'server/orders/storm.test.ts'],
    env: { DATABASE_URL: '' },
  })),
]

const results = STEPS.map(({ name, command, env, skipped }) => {
  console.log(`\n=== ${name}${skipped ? `: skipped, ${skipped}` : ''}`)
  if (skipped) return 'skipped'
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0 ? 'passed' : 'failed'
})

const count = (result: string) => results.filter(one => one === result).length
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
process.exitCode = count('failed') ? 1 : 0
