import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Modules of libraries, of which the app uses little or nothing, and what the production build loads in their place. A
 * test of the build shows that none is missing after an upgrade.
 */
const REPLACED: readonly { module: RegExp; code: string }[] = [
  {
    // All mutations are sent by `command.ts`.
    module: /\/query-core\/build\/modern\/mutationCache\.js$/,
    code: `export class MutationCache {
      clear() {}
      async resumePausedMutations() {}
    }`,
  },
  {
    // React has it since version 18.
    module: /\/use-sync-external-store\/shim\/index\.js$/,
    code: `export { useSyncExternalStore } from 'react'`,
  },
  {
    // A tenth of the library's function, which serves several frameworks and settings that no screen uses.
    module: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/,
    code: `export { createLucideIcon as default } from ${JSON.stringify(resolve(import.meta.dirname, 'ui/lucide-icon.ts'))}`,
  },
  {
    // There is one stylesheet, and preloading what a screen imports would need the names of all files on every first
    // visit; screens are loaded on intent instead.
    module: /vite\/preload-helper\.js$/,
    code: `export const __vitePreload = load => load().catch(error => {
      dispatchEvent(new Event('vite:preloadError'))
      throw error
    })`,
  },
]

const ICON = /\/lucide-react\/dist\/esm\/icons\//
const QUERIES = /\/query-core\/build\/modern\//

/**
 * Makes private fields and methods public, with short names: because of bugs in Safari's class fields before version 16,
 * the compiler turns private ones into WeakMaps, which costs 1 kB on a first visit.
 */
export function withPublicFields(code: string): string {
  const names = new Map<string, string>()
  return code.replaceAll(/(\.|^\s+(?:async )?)#(\w+)/gm, (_, before: string, name: string) => {
    const short = `_${name.slice(0, 2)}${name.slice(2).replaceAll(/[^A-Z]/g, '')}${name.length}`
    const other = names.get(short)
    if (other && other !== name) throw new Error(`${other} and ${name} would both be ${short}`)
    names.set(short, name)
    return `${before}${short}`
  })
}

/** Leaves out of the production build what the app does not use of libraries. */
export function smallerLibraries(): Plugin {
  const replaced = new Set<RegExp>()
  return {
    name: 'smaller-libraries',
    apply: 'build',
    load: {
      order: 'pre',
      filter: { id: REPLACED.map(({ module }) => module) },
      handler(id) {
        const found = REPLACED.find(({ module }) => module.test(id))
        if (found) replaced.add(found.module)
        return found?.code
      },
    },
    transform: {
      filter: { id: [ICON, QUERIES] },
      handler: (code, id) => ({
        code: ICON.test(id)
          ? // Keys are for lists that change, and random text does not compress.
            code.replaceAll(/, key: "\w+"| {2}size: 24,\n|^__iconData\.node;\n/gm, '')
          : withPublicFields(code),
        map: null,
      }),
    },
    buildEnd() {
      const missing = REPLACED.find(({ module }) => !replaced.has(module))
      if (missing) throw new Error(`no library has ${missing.module.source} any more: see ${import.meta.filename}`)
    },
  }
}
