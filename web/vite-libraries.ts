import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Library modules that the app uses little or not at all, with the code that replaces them in the production build.
 * The build fails if a library no longer has one of them after an upgrade.
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
    // The app runs in browsers only.
    module: /\/query-core\/build\/modern\/environmentManager\.js$/,
    code: `export const isServer = () => false
    export const environmentManager = { isServer }`,
  },
  {
    // The app uses the browser's own timers.
    module: /\/query-core\/build\/modern\/timeoutManager\.js$/,
    code: `export const timeoutManager = {
      setTimeout: (act, delay) => setTimeout(act, delay),
      clearTimeout: id => clearTimeout(id),
      setInterval: (act, delay) => setInterval(act, delay),
      clearInterval: id => clearInterval(id),
    }
    export const defaultTimeoutProvider = timeoutManager
    export const systemSetTimeoutZero = act => void setTimeout(act, 0)`,
  },
  {
    // No query suspends its component.
    module: /\/react-query\/build\/modern\/suspense\.js$/,
    code: `export const defaultThrowOnError = () => false
    export const ensureSuspenseTimers = () => undefined
    export const shouldSuspend = () => false
    export const fetchOptimistic = () => undefined`,
  },
  {
    // No query throws its error: screens show it.
    module: /\/react-query\/build\/modern\/errorBoundaryUtils\.js$/,
    code: `export const ensurePreventErrorBoundaryRetry = () => undefined
    export const useClearResetErrorBoundary = () => undefined
    export const getHasError = () => false`,
  },
  {
    // As above, so there is nothing to reset.
    module: /\/react-query\/build\/modern\/QueryErrorResetBoundary\.js$/,
    code: `export const QueryErrorResetBoundary = ({ children }) => children
    export const useQueryErrorResetBoundary = () => undefined`,
  },
  {
    // Persisted queries are put into the client one by one (`persisted-queries.ts`).
    module: /\/react-query\/build\/modern\/IsRestoringProvider\.js$/,
    code: `export const IsRestoringProvider = ({ children }) => children
    export const useIsRestoring = () => false`,
  },
  {
    // React has included this hook since version 18.
    module: /\/use-sync-external-store\/shim\/index\.js$/,
    code: `export { useSyncExternalStore } from 'react'`,
  },
  {
    // There is one stylesheet, and preloading what a screen imports would need the names of all files on every first
    // visit; screens are loaded on intent instead.
    module: /vite\/preload-helper\.js$/,
    code: `export const __vitePreload = load => load().catch(error => {
      const event = new Event('vite:preloadError')
      event.payload = error
      dispatchEvent(event)
      throw error
    })`,
  },
]

const QUERIES = /\/query-core\/build\/modern\//
const OWN = /\/(contract|web)\/[\w/-]+\.tsx?$/

/**
 * Makes private fields and methods public, with short names: because of bugs in Safari's class fields before version
 * 16, the compiler turns private ones into WeakMaps, which costs 1 kB on a first visit. The names begin with the first
 * letter of the module's name, so that they do not collide with those of a class that it extends.
 */
function withPublicFields(code: string, id: string): string {
  const names = new Map<string, string>()
  const prefix = `_${basename(id).slice(0, 1)}`
  return code.replaceAll(/(\.|^\s+(?:async )?)#(\w+)/gm, (_, before: string, name: string) => {
    const short = names.get(name) ?? `${prefix}${names.size.toString(36)}`
    names.set(name, short)
    return before + short
  })
}

/** Removes from the production build the parts of libraries that the app does not use. */
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
      filter: { id: [QUERIES, OWN] },
      handler(code, id) {
        return code.includes('this.#') ? { code: withPublicFields(code, id), map: null } : undefined
      },
    },
    buildEnd() {
      const missing = REPLACED.find(({ module }) => !replaced.has(module))
      if (missing) throw new Error(`no library has ${missing.module.source} any more: see ${import.meta.filename}`)
    },
  }
}
