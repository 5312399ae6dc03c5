const KEY = 'reloaded-for-code'
const ONE_MINUTE = 60_000

/**
 * A page whose code is no longer to be had was loaded before a newer version came: it is loaded anew, once. While the
 * portal itself is away it stays as it is: loaded anew, nothing would be left of it.
 */
export function reloadForCode() {
  addEventListener('vite:preloadError', () => void reload())
}

async function reload() {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (!navigator.onLine || Date.now() - last < ONE_MINUTE || !(await isThere())) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

const isThere = () =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
