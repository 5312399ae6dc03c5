import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { IMAGES_PATH } from '#contract/image-url.ts'
import { abortFetches, fetchSignal } from './abortable-fetches.ts'
import { servePicture } from './picture-cache.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: URLs, with a content hash for those whose URL has none, else their integrity. */
  __WB_MANIFEST: { url: string; revision: string | null; integrity?: string }[]
}

/** Matches URLs of pages: without a dot in the path and without the server's own prefixes. */
const PAGE_URL = /^\/(?!(?:api|assets|metrics)(?:[/?]|$))[^.?]*(?:\?|$)/
/** Also matches URLs with a dot, which are files or pages that do not exist. */
const FILE_OR_PAGE_URL = /^\/(?!(?:api|assets|metrics)(?:[/?]|$))/

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [PAGE_URL] }))
registerRoute(new NavigationRoute(fileOrPage, { allowlist: [FILE_OR_PAGE_URL] }))
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(IMAGES_PATH),
  ({ request }) => servePicture(request, fetchSignal()),
)

/** A newer part of the API, for which TypeScript has no types: sends requests to the network without this worker. */
type Router = { addRoutes?: (rules: { condition: { urlPattern: string }; source: string }[]) => Promise<void> }

// A request that wakes up this worker is slower, and while a newer version waits for the end of this one, browsers start
// it again for each request, and then wait again. The first rule that matches holds.
self.addEventListener('install', event => {
  const rules = [
    { condition: { urlPattern: `${IMAGES_PATH}*` }, source: 'fetch-event' },
    { condition: { urlPattern: '/api/*' }, source: 'network' },
  ]
  // Without routes, all requests reach this worker, which leaves them to the network, too.
  void (event as Router).addRoutes?.(rules).catch(() => undefined)
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('message', event => {
  // The browser may end an idle worker before it is active.
  if (event.data === 'activate') event.waitUntil(self.skipWaiting())
  if (event.data === 'abort-fetches') abortFetches()
})

/** Serves the server's response, which is a file or the app; without one, the app, which shows its not-found page. */
async function fileOrPage({ request }: { request: Request }): Promise<Response> {
  return fetch(request, { signal: fetchSignal() }).catch(
    async () => (await matchPrecache('/index.html')) ?? Response.error(),
  )
}

/** The payload of a push from the server (`writePush` in `server/notifications/pushes.ts`). */
type Pushed = { id: string; title: string; body: string; link: string }

// Browsers require that a notification is shown for every push.
const UNREADABLE: Pushed = { id: 'unreadable', title: 'Yeni bildiriminiz var', body: '', link: '/' }

self.addEventListener('push', event => {
  const { id, title, body, link } = pushedIn(event.data)
  // The tag replaces what is shown if the same notification arrives twice.
  const options = {
    body,
    tag: id,
    data: { link },
    lang: 'tr',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
  }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  const link: unknown = event.notification.data?.link
  event.waitUntil(open(typeof link === 'string' ? link : UNREADABLE.link))
})

function pushedIn(data: PushMessageData | null): Pushed {
  try {
    const { id, title, body, link } = data?.json() ?? {}
    const isComplete = [id, title, body, link].every(text => typeof text === 'string') && title !== ''
    return isComplete ? { id, title, body, link } : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

/** Opens a path of the app in the most recently used window, or else in a new one. */
async function open(link: string) {
  const url = new URL(link, self.location.origin)
  if (url.origin !== self.location.origin) return
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) {
    await self.clients.openWindow(url.href)
    return
  }
  // Without a recent press, browsers do not allow a window to be focused.
  await window.focus().catch(() => undefined)
  await window.navigate(url.href).catch(() => self.clients.openWindow(url.href))
}
