import { isLoadingAhead } from '../ui/intent.ts'

const KEY = 'reloaded-for-code'
const ONE_MINUTE = 60_000

/**
 * Reloads the page, once, when code cannot be loaded because a newer version was deployed. It does not reload while the
 * server is unreachable (a reload would lose the page), while the screen has unsaved changes, or when the code was only
 * loaded ahead.
 */
export function reloadOnStaleCode() {
  addEventListener('vite:preloadError', () => {
    if (!isLoadingAhead()) void reload()
  })
}

async function reload() {
  const last = Number(sessionStorage.getItem(KEY))
  if (!navigator.onLine || Date.now() - last < ONE_MINUTE || !(await isReachable())) return
  // Does not reload if a `beforeunload` listener would make the browser ask for a confirmation.
  if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

const isReachable = () =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
