import { isLoadingAhead } from '../ui/intent.ts'
import { doesServerReply } from './connectivity.ts'

const KEY = 'reloaded-for-code'
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
  addEventListener('vite:preloadError', () => {
    if (!isLoadingAhead()) void reload()
  })
}

/** When the user last left the page, or asked to and stayed, as for a download. */
let leftAt = 0

async function reload() {
  const last = Math.max(leftAt, Number(sessionStorage.getItem(KEY)))
  if (Date.now() - last < ONE_MINUTE || !(await doesServerReply())) return
  // Does not reload if a `beforeunload` listener would make the browser ask for a confirmation.
  if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}
