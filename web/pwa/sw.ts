import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & {
  /** What the build made: addresses, and of those that carry no hash their content's. */
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

const PICTURES = 'pictures'
const MOST_PICTURES = 600
/** A page's address has no dot and is nothing of the server's own. */
const PAGE = /^\/(?!(?:api|assets|metrics)(?:[/?]|$))[^.?]*(?:\?|$)/

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [PAGE] }))
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/api/images/'), picture)

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting()
})

/** A picture's address holds the hash of what it shows: once fetched, it is never asked for again. */
async function picture({ request }: { request: Request }): Promise<Response> {
  const cache = await caches.open(PICTURES)
  const known = await cache.match(request)
  if (known) return known
  const fetched = await fetch(request).catch(() => Response.error())
  if (fetched.ok) {
    await cache.put(request, fetched.clone()).catch(() => undefined)
    const kept = await cache.keys()
    await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_PICTURES)).map(old => cache.delete(old)))
  }
  return fetched
}
