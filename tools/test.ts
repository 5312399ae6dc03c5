import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { memoryDirectory } from './memory-directory.ts'

// All tests, or with `--only static|unit|e2e` a part of them. The last line is `N passed, N failed`.

type Count = { passed: number; failed: number; skipped: number }
type Output = 'inherit' | 'collected'

type Step = {
  name: string
  parts: string[]
  command: string[]
  folder?: string
  environment?: Record<string, string>
  /** The steps without which this one cannot run. */
  needs?: string[]
  /** Counts the tests that a runner reports; any other step counts as one. */
  count?: () => Count
  /** The advice to print when it fails. */
  advice?: string
}

const ROOT = join(import.meta.dirname, '..')
const PARTS = ['static', 'unit', 'e2e']
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
if (only !== undefined && !PARTS.includes(only)) throw new Error(`--only knows ${PARTS.join(', ')}`)

/**
 * The folder for all that tests write, mostly databases: in memory if possible, where files are created much faster.
 */
const temporary = mkdtempSync(join(memoryDirectory() ?? tmpdir(), 'test-run-'))
// If the tests run as root, databases run as another account, which must be able to traverse the folder.
chmodSync(temporary, 0o755)
const reports = mkdtempSync(join(temporary, 'reports-'))
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')
const visits = join(reports, 'visits.json')

/** For programs written in Go, which collect garbage less often if they may use more memory. */
const MORE_MEMORY = { GOGC: '400', GOMEMLIMIT: '3GiB' }

const STEPS: Step[] = [
  {
    name: 'browser tools',
    // First, and also for the static checks, because it installs the types that the browser tests import.
    parts: ['static', 'e2e'],
    command: ['npm', 'ci', '--no-progress'],
    folder: 'e2e',
    advice: 'The tools of the browser tests could not be installed. Can the package registry be reached from here?',
  },
  { name: 'format', parts: ['static'], command: ['biome', 'ci', '.'] },
  { name: 'lint', parts: ['static'], command: ['oxlint', '--type-aware', '--deny-warnings'], environment: MORE_MEMORY },
  { name: 'import rules', parts: ['static'], command: ['tsx', 'tools/import-rules.ts'] },
  { name: 'references', parts: ['static'], command: ['tsx', 'tools/doc-links.ts'] },
  { name: 'licences', parts: ['static'], command: ['tsx', 'tools/licences.ts'] },
  // With more checkers, each would check the shared types again, and the unit tests need the second processor.
  { name: 'types', parts: ['static'], command: ['tsc', '-b', '--checkers', '1'], environment: MORE_MEMORY },
  { name: 'API document', parts: ['static'], command: ['tsx', 'tools/openapi-check.ts'] },
  { name: 'JavaScript budgets', parts: ['static'], command: ['tsx', 'tools/budgets.ts'] },
  {
    name: 'unit tests',
    parts: ['unit'],
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    count: countUnitTests,
  },
  { name: 'build', parts: ['e2e'], command: ['npm', 'run', 'build', '--', '--visits', visits] },
  {
    name: 'JavaScript budgets',
    parts: ['e2e'],
    command: ['tsx', 'tools/budgets.ts', '--visits', visits],
    needs: ['build'],
  },
  {
    name: 'benchmark, shortest form',
    parts: ['e2e'],
    command: ['tsx', 'bench/ratios.ts', 'small'],
    needs: ['browser tools', 'build'],
  },
  {
    name: 'browser tests',
    parts: ['e2e'],
    command: [join(ROOT, 'e2e/node_modules/.bin/playwright'), 'test'],
    folder: 'e2e',
    needs: ['browser tools', 'build'],
    count: countBrowserTests,
  },
]

const running = new Set<ChildProcess>()
let stopped = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

/** The reasons of skipped tests. */
const skipReasons = new Set<string>()
/** The failed steps and tests, named once more at the end, because what they printed may be far above. */
const failures: string[] = []
const results = new Map<string, Count & { seconds: number }>()
const chosen = STEPS.filter(({ parts }) => only === undefined || parts.includes(only))
// If the app is built anyway, its budgets are checked after that build, and not in a separate one.
const steps = chosen.filter(({ name }, i) => !chosen.slice(i + 1).some(later => later.name === name))
const isUnit = ({ parts }: Step) => parts.includes('unit')
// The unit tests often wait, so the other steps run beside them. Their output follows in one piece.
await Promise.all([
  runAll(
    steps.filter(step => !isUnit(step)),
    'inherit',
  ),
  runAll(steps.filter(isUnit), only ? 'inherit' : 'collected'),
])
rmSync(temporary, { recursive: true, force: true })
printResults()

/** Runs steps one after the other. Their output is printed immediately, or when each step has ended. */
async function runAll(chosen: Step[], output: Output) {
  for (const step of chosen) {
    if (stopped) return
    if (step.name === 'browser tools' && hasFreshBrowserTools()) continue
    const title = `\n=== ${step.name}`
    if (output === 'inherit') console.log(title)
    const began = performance.now()
    const missing = step.needs?.find(name => results.get(name)?.failed)
    if (missing) console.error(`Skipped: it cannot run without "${missing}".`)
    const count = missing ? { passed: 0, failed: 0, skipped: 1 } : await run(step, output, title)
    results.set(step.name, { ...count, seconds: (performance.now() - began) / 1000 })
  }
}

async function run(step: Step, output: Output, title: string): Promise<Count> {
  const { succeeded, printed } = await execute(step, output)
  if (output === 'collected') console.log(`${title}\n${printed}`)
  if (!succeeded && step.advice) console.error(step.advice)
  if (!succeeded) failures.push(step.name)
  if (!step.count) return { passed: Number(succeeded), failed: Number(!succeeded), skipped: 0 }
  const count = step.count()
  const ranNone = count.passed + count.failed === 0
  if (ranNone) console.error(`No test has run in "${step.name}".`)
  // A runner that executed no test, or that ended with an error but without a failed test, counts as one failure.
  return ranNone || !succeeded ? { ...count, failed: Math.max(1, count.failed) } : count
}

function execute(
  { command: [program = '', ...options], folder = '.', environment }: Step,
  output: Output,
): Promise<{ succeeded: boolean; printed: string }> {
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = {
    ...process.env,
    PATH: path,
    TMPDIR: temporary,
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
    ...environment,
  }
  const stream = output === 'inherit' ? 'inherit' : 'pipe'
  return new Promise(resolve => {
    // In a separate process group, so that its child processes can be ended with it.
    const child = spawn(program, options, {
      cwd: join(ROOT, folder),
      env,
      stdio: ['ignore', stream, stream],
      detached: true,
    })
    running.add(child)
    let printed = ''
    for (const pipe of [child.stdout, child.stderr]) pipe?.on('data', chunk => (printed += chunk))
    child.on('error', error => {
      console.error(error.message)
      resolve({ succeeded: false, printed })
    })
    child.on('close', status => {
      running.delete(child)
      resolve({ succeeded: status === 0, printed })
    })
  })
}

// Sends SIGINT first, as Ctrl-C does, so that databases and browsers shut down; SIGKILL follows after 10 seconds.
function stop() {
  if (!stopped) setTimeout(() => signalRunning('SIGKILL'), 10_000).unref()
  stopped = true
  signalRunning('SIGINT')
}

function signalRunning(signal: NodeJS.Signals) {
  for (const { pid, exitCode, signalCode } of running)
    if (pid && exitCode === null && signalCode === null) process.kill(-pid, signal)
}

function hasFreshBrowserTools(): boolean {
  const installed = join(ROOT, 'e2e/node_modules/.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(ROOT, 'e2e/package-lock.json')).mtimeMs
}

function countUnitTests(): Count {
  if (!existsSync(unitReport)) return { passed: 0, failed: 0, skipped: 0 }
  const report: {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
  } = JSON.parse(readFileSync(unitReport, 'utf8'))
  // A file that cannot be loaded fails without any test of its own.
  const broken = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  for (const { name } of broken) failures.push(relative(ROOT, name))
  for (const { name, assertionResults } of report.testResults)
    for (const { status, fullName } of assertionResults)
      if (status === 'failed') failures.push(`${relative(ROOT, name)}: ${fullName}`)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

type Annotation = { type: string; description?: string }
type BrowserTest = { annotations?: Annotation[]; results: { error?: { message?: string } }[] }
type Spec = { file: string; line: number; title: string; ok: boolean; tests: BrowserTest[] }
type Suite = { suites?: Suite[]; specs: Spec[] }

function countBrowserTests(): Count {
  if (!existsSync(browserReport)) return { passed: 0, failed: 0, skipped: 0 }
  const report: {
    stats: Record<'expected' | 'unexpected' | 'skipped', number>
    suites: Suite[]
    errors: unknown[]
  } = JSON.parse(readFileSync(browserReport, 'utf8'))
  const specs = report.suites.flatMap(specsIn)
  for (const reason of specs.flatMap(skippedIn)) skipReasons.add(reason)
  for (const spec of specs) if (!spec.ok) failures.push(failureOf(spec))
  const { expected, unexpected, skipped } = report.stats
  return { passed: expected, failed: unexpected + report.errors.length, skipped }
}

function specsIn({ suites = [], specs }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsIn)]
}

function failureOf({ file, line, title, tests }: Spec): string {
  const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
  return [`e2e/${file}:${line}: ${title}`, ...errors.map(stripVTControlCharacters)].join('\n')
}

/** The stated reasons of skipped tests. */
function skippedIn({ tests }: Spec): string[] {
  const annotations = tests.flatMap(test => test.annotations ?? [])
  return annotations.flatMap(({ type, description }) => (type === 'skip' && description ? [description] : []))
}

function printResults() {
  const total = { passed: 0, failed: 0, skipped: 0 }
  console.log('\nstep            passed  failed  skipped  seconds')
  for (const { name } of steps) {
    const result = results.get(name)
    if (!result) continue
    const { passed, failed, skipped, seconds } = result
    const cells = [passed, failed, skipped, seconds.toFixed(1)].map(cell => String(cell).padStart(8))
    console.log(`${name.padEnd(14)}${cells.join(' ').replace(/^ /, '')}`)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  if (skipReasons.size > 0) console.log(`\nSkipped:\n${[...skipReasons].join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  if (stopped) console.log('\nStopped before the end.')
  process.exitCode = stopped ? 130 : total.failed > 0 ? 1 : 0
  console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
}
