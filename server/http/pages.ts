import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sentence } from './refusal.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** The path of a page has no dot: `/orders/7f3a`, not `/robots.txt`. */
const PAGE = /^\/[^.?#]*(?:[?#]|$)/
const NO_PAGE = /^\/(api|assets|metrics)(?:[/?#]|$)/

/**
 * Serves the built web app: hashed assets cached for ever, pages revalidated every time, and the app for every page
 * path.
 */
export async function pageRoutes(app: FastifyInstance, webRoot: string | undefined) {
  const built = webRoot !== undefined && existsSync(webRoot)
  if (built) {
    await app.register(serveFiles, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      // Each file gets its own route; all other paths go on to the not-found handler, also below /api.
      wildcard: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', relative(webRoot, path).startsWith('assets') ? FOREVER : 'no-cache')
      },
    })
  }
  const preloads = built ? readPreloads(join(webRoot, '../preloads.json')) : {}
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request
    const isPage = built && (method === 'GET' || method === 'HEAD') && PAGE.test(url) && !NO_PAGE.test(url)
    if (isPage) {
      const link = preloads[url.split('?')[0] ?? '']
      if (link) reply.header('link', link)
      return reply.sendFile('index.html')
    }
    return reply.code(404).send({ detail: sentence('not_found'), code: 'not_found' })
  })
}

/** The Link header of each page path: what a browser should preload (`tools/build.ts`). */
function readPreloads(path: string): Record<string, string> {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
