import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { AUDIENCES, LOGGED_OUT_SCREENS } from '../web/screens.ts'
import { startScript } from './start-script.ts'
import { type Chunk, chunksFor, chunksOf, entryChunks, importedBy } from './web-chunks.ts'

// Checks how much JavaScript first visits load, in gzipped bytes, including code that is loaded after the first screen.

/**
 * How many gzipped bytes a first visit of a screen may load, and which modules every visit loads after the screen's own.
 * Those that depend on the data, such as the button of a sold-out product, are not counted.
 */
type Budget = { limit: number; later: readonly string[] }

const ALWAYS = ['pwa/persisted-queries.ts', 'pwa/app-update.ts']
const LOGGED_IN = [...ALWAYS, 'notifications/live-updates.ts']
const BUDGETS: Record<string, Budget> = {
  '/login': { limit: 116_000, later: ALWAYS },
  '/products': {
    limit: 119_900,
    later: [...LOGGED_IN, 'customer/background-work.tsx', 'catalogue/offline-catalogue.ts'],
  },
  '/marketer/dashboard': {
    limit: 158_900,
    later: [...LOGGED_IN, 'marketer/dashboard-tab.tsx', 'marketer/background-work.tsx', 'marketer/former-customers.ts'],
  },
  '/admin/dashboard': { limit: 172_750, later: [...LOGGED_IN, 'admin/orders/orders-tab.tsx'] },
}

/** The sizes of chunks when the limits were set, so that a failure can name what has grown since. */
const USUAL_SIZES: Record<string, number> = {
  start: 352,
  account: 3161,
  base: 15592,
  libraries: 76889,
  'rolldown-runtime': 429,
  'eye-icons': 259,
  'form-parts': 1475,
  forms: 14547,
  'log-in': 907,
  background: 2277,
  customer: 24197,
  marketer: 3637,
  ordering: 1705,
  orders: 12930,
  'order-status': 709,
  'panel-icons': 368,
  panels: 4184,
  primitives: 8559,
  'background-work': 437,
  'offline-customers': 534,
  customers: 1129,
  desk: 8026,
  fields: 2839,
  'orders-tab': 5003,
  'customer-filter': 808,
  combobox: 1688,
  'day-input': 582,
  segmented: 714,
  'visible-interval': 216,
  'settled-text': 269,
  'use-announcement': 246,
  'list-selection': 349,
  'order-filter': 1956,
  'former-customers': 777,
  delivery: 1081,
  'order-lists': 669,
}

/** The sizes of the chunks that a first visit loads, by name. */
export type Visit = ReadonlyMap<string, number>

/** If a visit exceeds its limit, a sentence that names the chunks that have grown most. */
export function excessOf(
  path: string,
  visit: Visit,
  limit: number,
  usual: Readonly<Record<string, number>> = USUAL_SIZES,
): string | undefined {
  const total = sumOf(visit)
  if (total <= limit) return undefined
  const grown = [...visit]
    .map(([name, size]) => ({ name, size, before: usual[name] ?? 0 }))
    .filter(({ size, before }) => size > before)
    .sort((a, b) => b.size - b.before - (a.size - a.before))
    .map(({ name, size, before }) =>
      before ? `${name} from ${before} to ${size}` : `${name}, which is new, to ${size}`,
    )
  return `A first visit of ${path} loads ${total} bytes of JavaScript, ${total - limit} more than allowed. Grown: ${grown.join('; ') || 'no single chunk'}.`
}

const sumOf = (visit: Visit) => [...visit.values()].reduce((sum, size) => sum + size, 0)

/** The JavaScript of each budgeted visit in a build of these chunks, with the text of `start.js`. */
export function visitsOf(chunks: readonly Chunk[], start: string): Map<string, Visit> {
  const screens = [
    ...LOGGED_OUT_SCREENS.map(({ path, load }) => ({ path, modules: importedBy(load) })),
    ...AUDIENCES.flatMap(({ shell, screens: own }) =>
      own.map(({ path, load }) => ({ path, modules: [...importedBy(shell), ...importedBy(load)] })),
    ),
  ]
  return new Map(
    Object.entries(BUDGETS).map(([path, { later }]) => {
      const modules = screens.find(screen => screen.path === path)?.modules
      if (!modules) throw new Error(`${path} is no screen of the web app`)
      const loaded = new Set([...entryChunks(chunks), ...chunksFor(chunks, [...modules, ...later])])
      const visit = new Map([['start', sizeOf(start)]])
      for (const chunk of loaded) visit.set(nameOf(chunk), (visit.get(nameOf(chunk)) ?? 0) + sizeOf(chunk.code))
      return [path, visit]
    }),
  )
}

/** The visits in a file of `tools/build.ts --visits`; without one, those of a build that is made in memory. */
async function measureVisits(file: string | undefined): Promise<Map<string, Visit>> {
  if (file === undefined)
    return visitsOf(
      chunksOf(
        await build({ configFile: 'web/vite.config.ts', root: 'web', logLevel: 'error', build: { write: false } }),
      ),
      await startScript(),
    )
  const visits: Record<string, Record<string, number>> = JSON.parse(await readFile(file, 'utf8'))
  return new Map(Object.entries(visits).map(([path, visit]) => [path, new Map(Object.entries(visit))]))
}

/** Writes the visits for `measureVisits`. */
export async function writeVisits(file: string, visits: Map<string, Visit>) {
  const plain = Object.fromEntries([...visits].map(([path, visit]) => [path, Object.fromEntries(visit)]))
  await writeFile(file, JSON.stringify(plain))
}

/** The name of a file without its hash. Files with the same name count as one. */
const nameOf = ({ fileName }: Chunk) => fileName.replace(/^assets\/(.+)-[\w-]{8}\.js$/, '$1')

const sizeOf = (code: string) => gzipSync(code, { level: 9 }).byteLength

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.chdir(join(import.meta.dirname, '..'))
  const options = parseArgs({ options: { visits: { type: 'string' }, chunks: { type: 'boolean' } } }).values
  const visits = await measureVisits(options.visits)
  const excesses = [...visits].flatMap(([path, visit]) => excessOf(path, visit, BUDGETS[path]?.limit ?? 0) ?? [])
  for (const [path, visit] of visits) console.log(`${path}: ${sumOf(visit)} bytes of JavaScript`)
  if (options.chunks) console.log(Object.fromEntries([...visits.values()].flatMap(visit => [...visit])))
  for (const excess of excesses) console.error(excess)
  process.exitCode = excesses.length ? 1 : 0
}
