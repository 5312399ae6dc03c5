const KEY = 'reloaded-for-code'
const ONE_MINUTE = 60_000

/** A page whose code is no longer to be had was loaded before a newer version came: it is loaded anew, once. */
export function reloadForCode() {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (!navigator.onLine || Date.now() - last < ONE_MINUTE) return
    sessionStorage.setItem(KEY, String(Date.now()))
    location.reload()
  })
}
