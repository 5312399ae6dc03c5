import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: URLs, with a content hash for those whose URL has none. */
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

const PICTURES = 'pictures'
const MAX_PICTURES = 600
/** Page URLs have no dot and none of the server's own prefixes. */
const PAGE = /^\/(?!(?:api|assets|metrics)(?:[/?]|$))[^.?]*(?:\?|$)/

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [PAGE] }))
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/api/images/'), picture)

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('message', event => {
  // The browser may end an idle worker before it is active.
  if (event.data === 'activate') event.waitUntil(self.skipWaiting())
})

/** Serves a picture from the cache: its URL contains a content hash, so it never changes. */
async function picture({ request }: { request: Request }): Promise<Response> {
  const cache = await caches.open(PICTURES)
  const cached = await cache.match(request)
  if (cached) return cached
  const fetched = await fetch(request).catch(() => Response.error())
  if (fetched.ok) {
    await cache.put(request, fetched.clone()).catch(() => undefined)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_PICTURES)).map(old => cache.delete(old)))
  }
  return fetched
}
