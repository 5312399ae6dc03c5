import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { transform } from 'esbuild'
import { OLDEST_BROWSERS } from '../web/browsers.ts'
import { newerFunctionsIn } from './newer-functions.ts'
import { newerStylesIn } from './newer-styles.ts'

/** Harmless uses of features that the oldest supported browsers lack. `file` is a name without folder and hash. */
const EXCEPTIONS: readonly { file: string; uses: string; reason: string }[] = [
  { file: 'primitives', uses: '.toSorted()', reason: 'a method of its own of a class in radix-ui' },
  {
    file: 'libraries',
    uses: '.startViewTransition()',
    reason: 'React catches the error and goes on without a transition',
  },
  {
    file: 'base',
    uses: '@container (width>=40rem)',
    reason: 'cards of the catalogue stand below instead of beside each other',
  },
  { file: 'base', uses: '::-webkit-date-and-time-value', reason: 'Tailwind aligns the height of an empty date field' },
  { file: 'push-subscription', uses: 'Notification', reason: '`pushSupport` tests for it first' },
]

/**
 * The features of a built web app that the oldest supported browsers lack, and exceptions without use, as sentences.
 */
export async function unsupportedIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter(name => /\.(js|css)$/.test(name)).sort()
  const unused = new Set(EXCEPTIONS)
  const found: string[] = []
  for (const name of names) {
    const path = relative(folder, join(folder, name))
    const file = path.replace(/^(?:.*\/)?(.+?)(?:-[\w-]{8})?\.(?:js|css)$/, '$1')
    for (const what of await unsupportedBy(name, await readFile(join(folder, name), 'utf8'))) {
      const exception = EXCEPTIONS.find(known => known.file === file && what.startsWith(known.uses))
      if (exception) unused.delete(exception)
      else found.push(`${name}: ${what}`)
    }
  }
  return [...found, ...[...unused].map(({ file, uses }) => `${file} has no ${uses} any more: remove the exception.`)]
}

/** The features of one built script or stylesheet, whose name ends in .js or .css, that the oldest browsers lack. */
export async function unsupportedBy(name: string, code: string): Promise<string[]> {
  const isScript = name.endsWith('.js')
  const newer = await newerSyntaxIn(code, isScript ? 'js' : 'css')
  return [...newer, ...(isScript ? newerFunctionsIn(name, code) : newerStylesIn(code))]
}

/** Syntax that all of these browsers support, although esbuild's table says otherwise because of `\p{Script=…}`. */
const SUPPORTED = { 'regexp-unicode-property-escapes': true }

/** Syntax newer than the browsers: it compiles for them and for any browser, and compares the results. */
async function newerSyntaxIn(code: string, loader: 'js' | 'css'): Promise<string[]> {
  const options = { loader, logLevel: 'silent', supported: SUPPORTED } as const
  const any = await transform(code, { ...options, target: 'esnext' })
  const older = await transform(code, { ...options, target: OLDEST_BROWSERS }).catch((error: unknown) => String(error))
  if (typeof older === 'string') return [`syntax that cannot be compiled: ${older}`]
  const compiled = new Set(older.code.split('\n'))
  const newer = any.code.split('\n').find(line => !compiled.has(line))
  return newer === undefined ? [] : [`newer syntax: ${newer.trim().slice(0, 120)}`]
}
