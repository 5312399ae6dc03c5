import { isLoadingAhead } from '../ui/preload-on-intent.ts'
import { store } from '../ui/storage.ts'
import { isOnline, probeConnection } from './connectivity.ts'

const STORAGE_KEY = 'reloaded'
const ONE_MINUTE = 60_000

/**
 * Reloads the page, once, when code cannot be loaded because a newer version was deployed. It does not reload while the
 * server is unreachable (a reload would lose the page), while the screen has unsaved changes, while the page is being
 * left, which makes Firefox cancel the loading, or when the code was only loaded ahead.
 */
export function reloadOnStaleCode() {
  addEventListener('beforeunload', event => {
    // The browser's own, not the one below.
    if (event instanceof BeforeUnloadEvent) leftAt = Date.now()
  })
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    if (!isLoadingAhead()) void reload()
  })
}

/** The errors of code that could not be loaded. */
const missing = new Set<unknown>()

/**
 * Reloads the page as above if code was missing. Without a reload React never loads it again: a screen that was opened
 * while the server was unreachable would fail as long as the page is open.
 */
export function reloadForMissingCode(error: unknown) {
  if (missing.has(error)) void reload()
}

/** When the user last left the page, or asked to and stayed, as for a download. */
let leftAt = 0

async function reload() {
  const last = Math.max(leftAt, Number(sessionStorage.getItem(STORAGE_KEY)))
  if (Date.now() - last < ONE_MINUTE) return
  await probeConnection()
  if (!isOnline()) return
  // Does not reload if a `beforeunload` listener would make the browser ask for a confirmation.
  if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return
  const isNoted = store(STORAGE_KEY, String(Date.now()), sessionStorage)
  // Without room for the note, a page that was just loaded is not reloaded again.
  if (isNoted || performance.now() > ONE_MINUTE) location.reload()
}
