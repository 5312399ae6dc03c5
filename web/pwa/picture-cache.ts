const PICTURES = 'pictures'
const MAX_PICTURES = 600

/** Serves a picture from the cache: its URL contains a content hash, so it never changes. */
export async function servePicture(request: Request, signal: AbortSignal): Promise<Response> {
  const cache = await caches.open(PICTURES)
  const cached = await cache.match(request)
  if (cached && isPicture(cached)) return cached
  const fetched = await fetch(request, { signal }).catch(() => Response.error())
  if (fetched.ok && isPicture(fetched)) {
    await cache.put(request, fetched.clone()).catch(() => undefined)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_PICTURES)).map(old => cache.delete(old)))
  }
  return fetched
}

/** Whether it is a picture, and not a page that a proxy or a captive portal has served in its place. */
const isPicture = ({ headers }: Response) => headers.get('content-type')?.startsWith('image/') === true
