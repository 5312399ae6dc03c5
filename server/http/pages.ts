import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sentence } from './refusal.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** A path without a dot is a page: `/orders/7f3a`, not `/robots.txt`. */
const PAGE = /^\/[^.?#]*(?:[?#]|$)/
/** The server's own paths, and those of hidden files, such as `/.env`. */
const NO_PAGE = /^\/(?:api|assets|metrics)(?:\/|$)|\/\./

/** The path of a file: at most one folder, and no dots but in the name. */
const FILE = /^\/(?:[\w-]+\/)?[\w-][\w.-]*$/

/**
 * Serves the built web app: hashed assets cached forever, pages revalidated every time, and the app for every page
 * path, also for one with a dot that is no file if a browser opens it as a page (`/products.`). Files are found on disk
 * when they are requested, as a build may have replaced them since the start: a page and what it names are then of one
 * version, whichever process serves them.
 */
export async function pageRoutes(app: FastifyInstance, webRoot: string | undefined) {
  const built = webRoot !== undefined && existsSync(webRoot)
  if (built) {
    await app.register(serveFiles, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      // Registers no routes, so that all paths outside the API reach the not-found handler.
      serve: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', relative(webRoot, path).startsWith('assets') ? FOREVER : 'no-cache')
        // XML in another encoding than the reader expects could hide markup; the library names it for text only.
        if (/\.svg(?:\.\w+)?$/.test(path)) reply.type('image/svg+xml; charset=utf-8')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const { method, url } = request
    if (built && (method === 'GET' || method === 'HEAD')) {
      const [path = ''] = url.split(/[?#]/)
      const mayBePage = !NO_PAGE.test(path)
      if (mayBePage && PAGE.test(url)) {
        const link = (await readPreloads(webRoot))[path]
        if (link) reply.header('link', link)
        return reply.sendFile('index.html')
      }
      if (FILE.test(path) && (await isFile(join(webRoot, path)))) return reply.sendFile(path)
      // Scripts and pictures are requested without `text/html`.
      if (mayBePage && request.headers.accept?.includes('text/html'))
        return reply.header('vary', 'accept').sendFile('index.html')
    }
    return reply.code(404).send({ detail: sentence('not_found'), code: 'not_found' })
  })
}

const isFile = (path: string) =>
  stat(path).then(
    found => found.isFile(),
    () => false,
  )

/** The Link header of each page path: what a browser should preload (`tools/build.ts`). */
async function readPreloads(webRoot: string): Promise<Record<string, string>> {
  const text = await readFile(join(webRoot, '../preloads.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text)
}
