import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs all benchmarks one after the other, or with `large` those at 50,000 products and 1,000,000 orders. */

const SERVER = [
  'ratios',
  'workers',
  'overload',
  'run',
  'logins',
  'inventory',
  'customers',
  'orders',
  'order-keys',
  'admin-bells',
  'lots',
  'lot-orders',
  'quick-entry',
]
const BROWSER = [
  'phone',
  'known-lines',
  'daily-order',
  'picking',
  'desk-day',
  'panel',
  'catalogue',
  'camera',
  'inventory',
]

const scripts = process.argv.includes('large')
  ? [
      ['bench/ratios.ts', 'large'],
      ['bench/orders.ts', 'large'],
      ['bench/lots.ts', 'large'],
    ]
  : [...SERVER.map(name => [`bench/${name}.ts`]), ...BROWSER.map(name => [`e2e/${name}.ts`])]

for (const script of [['tools/build.ts'], ...scripts]) {
  console.log(`\n=== ${script.join(' ')}`)
  const { status } = spawnSync('npx', ['tsx', ...script], { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
