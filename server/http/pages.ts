import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sentence } from './refusal.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** The built web app: hashed assets for ever, pages always asked for anew, and the app for every page path. */
export async function pageRoutes(app: FastifyInstance, webRoot: string | undefined) {
  const built = webRoot !== undefined && existsSync(webRoot)
  if (built) {
    await app.register(serveFiles, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', relative(webRoot, path).startsWith('assets') ? FOREVER : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      built && (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/assets/')
    if (isPage) return reply.sendFile('index.html')
    return reply.code(404).send({ detail: sentence('not_found'), code: 'not_found' })
  })
}
