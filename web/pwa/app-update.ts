import { loadAhead } from '../ui/preload-on-intent.ts'

/** After how long the installation, or loading what follows it, is tried again if it has failed, in milliseconds. */
const TEN_MINUTES = 10 * 60 * 1000

/**
 * Registers the service worker, which makes the app installable and caches its shell. A newer version waits until the
 * user accepts it; then this tab reloads immediately, and other tabs when they need code that only the new version has.
 */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const register = async () => {
    const registration = await serviceWorker.register('/sw.js').catch(() => undefined)
    // The first installation may fail, as on a connection that breaks.
    if (!registration?.active) setTimeout(() => void register(), TEN_MINUTES)
  }
  await register()
  // Loaded once there can be an update; the worker has cached it by then.
  const registration = await serviceWorker.ready
  const follow = () =>
    loadAhead(() =>
      import('./active-worker.ts').then(
        ({ followWorker }) => followWorker(registration),
        () => void setTimeout(follow, TEN_MINUTES),
      ),
    )
  follow()
}
