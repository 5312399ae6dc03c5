import { isLoadingAhead } from '../ui/intent.ts'

const KEY = 'reloaded-for-code'
const ONE_MINUTE = 60_000

/**
 * Reloads the page, once, when code cannot be loaded because a newer version was deployed. While the server is
 * unreachable the page is left as it is, since a reload would lose it. So it is while something unsaved is on the screen,
 * and when code is loaded ahead: the user has not opened anything yet.
 */
export function reloadOnStaleCode() {
  addEventListener('vite:preloadError', () => {
    if (!isLoadingAhead()) void reload()
  })
}

async function reload() {
  const last = Number(sessionStorage.getItem(KEY))
  if (!navigator.onLine || Date.now() - last < ONE_MINUTE || !(await isReachable())) return
  // Whatever would make the browser ask is not reloaded at all.
  if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

const isReachable = () =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
