import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import esbuild from 'esbuild'
import { build as buildWeb } from 'vite'
import { OLDEST_BROWSERS } from '../web/browsers.ts'
import { AUDIENCES, LOGGED_OUT_SCREENS } from '../web/screens.ts'
import { unsupportedIn } from './browser-support.ts'
import { visitsOf, writeVisits } from './budgets.ts'
import { versionDefinition } from './built-version.ts'
import { precacheEntries } from './precache-entries.ts'
import { publish } from './publish.ts'
import { startScript } from './start-script.ts'
import { chunksFor, chunksOf, entryChunks, importedBy } from './web-chunks.ts'

/**
 * Builds the portal into dist/: the server (one file per entry; packages are not bundled) and the compressed web app. A
 * portal that runs on dist/ keeps serving the previous build until the new one is complete. With `--visits FILE` it
 * also writes the visits that `tools/budgets.ts` measures.
 */
const NEXT = 'dist/next'

const { visits } = parseArgs({ options: { visits: { type: 'string' } } }).values
await rm(NEXT, { recursive: true, force: true })
const [server, web] = await Promise.all([
  esbuild.build({
    entryPoints: {
      main: 'server/main.ts',
      worker: 'server/worker.ts',
      demo: 'server/commands/demo.ts',
      admin: 'server/commands/admin.ts',
      sums: 'server/commands/sums.ts',
      archive: 'server/commands/archive.ts',
      doctor: 'server/commands/doctor.ts',
      backup: 'server/commands/backup.ts',
      restore: 'server/commands/restore.ts',
      'workbook-worker': 'server/documents/workbook-worker.ts',
      'booklet-worker': 'server/documents/booklet-worker.ts',
      'labels-worker': 'server/documents/labels-worker.ts',
      'printed-lists-worker': 'server/documents/printed-lists-worker.ts',
    },
    outdir: `${NEXT}/server`,
    bundle: true,
    // So that the process that only supervises workers does not load the app.
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    define: versionDefinition('.'),
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
  }),
  buildWeb({
    configFile: 'web/vite.config.ts',
    root: 'web',
    logLevel: 'warn',
    build: { outDir: resolve(NEXT, 'web') },
  }),
])
const start = await startScript()
await writeFile(`${NEXT}/web/start.js`, start)
await cp('server/db/migrations', `${NEXT}/server/migrations`, { recursive: true })
await cp('server/documents/fonts', `${NEXT}/server/fonts`, { recursive: true })
await buildServiceWorker(`${NEXT}/web`)
const unsupported = await unsupportedIn(`${NEXT}/web`)
if (unsupported.length) throw new Error(`not for the browsers of web/browsers.ts:\n${unsupported.join('\n')}`)
await writeCompressedCopies(`${NEXT}/web`)
await writeFile(`${NEXT}/preloads.json`, JSON.stringify(preloads(web)))

const left = Object.values(server.metafile.outputs).flatMap(output =>
  output.imports.filter(i => i.path.startsWith('#')),
)
if (left.length) throw new Error(`left outside the bundle: ${left.map(i => i.path).join(', ')}`)
await publish(NEXT, 'dist')
if (visits !== undefined) await writeVisits(visits, visitsOf(chunksOf(web), start))

/**
 * The resources of a page that `index.html` does not name, as the value of its `Link` header, so that a browser fetches
 * all of them simultaneously.
 */
function preloads(built: Awaited<ReturnType<typeof buildWeb>>): Record<string, string> {
  const chunks = chunksOf(built)
  const entry = entryChunks(chunks)
  const linksFor = (modules: readonly string[]) =>
    [...chunksFor(chunks, modules)]
      .filter(chunk => !entry.has(chunk))
      .map(({ fileName }) => `</${fileName}>; rel=modulepreload; crossorigin; fetchpriority=low`)
      .join(', ')
  const pages = [
    ...LOGGED_OUT_SCREENS.map(({ path, load }) => [path, importedBy(load)] as const),
    ...AUDIENCES.flatMap(({ shell, screens }) =>
      screens.map(({ path, load }) => [path, [...importedBy(shell), ...importedBy(load)]] as const),
    ),
  ]
  // The server finds a page by its path as it is, so it would never find one with a parameter.
  const findable = pages.filter(([path]) => !path.includes(':'))
  return Object.fromEntries(findable.map(([path, modules]) => [path, linksFor(modules)]))
}

/** Writes sw.js with the files of the web app that it precaches. */
async function buildServiceWorker(folder: string) {
  await esbuild.build({
    entryPoints: ['web/pwa/sw.ts'],
    outfile: join(folder, 'sw.js'),
    bundle: true,
    minify: true,
    platform: 'browser',
    target: OLDEST_BROWSERS,
    format: 'iife',
    define: {
      'self.__WB_MANIFEST': JSON.stringify(await precacheEntries(folder)),
      'process.env.NODE_ENV': '"production"',
    },
    logLevel: 'warning',
  })
}

/** Writes a .br and a .gz next to every text file, so that the server never compresses them itself. */
async function writeCompressedCopies(folder: string) {
  const files = (await readdir(folder, { recursive: true })).filter(name =>
    /\.(js|css|html|svg|json|wasm|webmanifest)$/.test(name),
  )
  await Promise.all(
    files.map(async name => {
      const bytes = await readFile(join(folder, name))
      if (bytes.length < 1024) return
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, best))
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
