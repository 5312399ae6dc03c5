import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of an npm lock file that is used here: packages by their path below the folder, and their dependencies. */
export type Lock = {
  packages: Record<
    string,
    {
      version?: string
      license?: string
      dependencies?: Record<string, string>
      optionalDependencies?: Record<string, string>
    }
  >
}

/** A package that is part of the product, with the SPDX expression of its licence; undefined if it names none. */
export type Shipped = { name: string; version: string; license: string | undefined }

/**
 * The packages of the product on all platforms, sorted by name: those that the server needs at run time and those that
 * the web app imports and the build bundles, all with their dependencies.
 */
export function shippedPackages(lock: Lock, webPackages: readonly string[]): Shipped[] {
  const roots = [...Object.keys(lock.packages['']?.dependencies ?? {}), ...webPackages]
  const waiting = roots.map(name => ({ name, from: '' }))
  const found = new Map<string, Shipped>()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const path = resolved(lock, next.name, next.from)
    // An optional dependency that is missing in the lock file for every platform.
    if (path === undefined || found.has(path)) continue
    const { version = '', license, dependencies, optionalDependencies } = lock.packages[path] ?? {}
    found.set(path, { name: next.name, version, license })
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) waiting.push({ name, from: path })
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
}

/** The path of a package as Node resolves it from another one: in the closest `node_modules`. */
function resolved({ packages }: Lock, name: string, from: string): string | undefined {
  const path = `${from && `${from}/`}node_modules/${name}`
  if (packages[path]) return path
  return from === '' ? undefined : resolved({ packages }, name, from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''))
}

/** The packages that the web app imports, without those that only its tests and its build import. */
export function webPackages(root: string): string[] {
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter(
    path => /\.(tsx?|css)$/.test(path) && !/^testing\/|\.test\.tsx?$|^vite[\w.-]*$/.test(path.replaceAll('\\', '/')),
  )
  const names = sources.flatMap(path => packagesIn(readFileSync(join(root, 'web', path), 'utf8')))
  return [...new Set(names)]
}

const IMPORT = /(?:^|[\s@])(?:import|from)\s*\(?\s*['"]([^'"]+)['"]/gm

/** The packages that a module imports, without imports of types only: `zod/mini` belongs to zod. */
export function packagesIn(code: string): string[] {
  const modules = [...code.replace(/^import type .*$/gm, '').matchAll(IMPORT)].map(([, module = '']) => module)
  return modules.flatMap(module => /^(@[\w.-]+\/[\w.-]+|[a-z][\w.-]*)(?:\/|$)/.exec(module)?.[1] ?? [])
}
