import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { prefersGzip } from './deflated-parts.ts'
import { documentOf } from './openapi.ts'
import { documentationPage } from './openapi-page.ts'

/** Registers the OpenAPI document of the app's calls and a page that shows it. */
export function documentationRoutes(app: FastifyInstance) {
  const document = () => documentOf(app.context.endpoints)
  textRoute(app, '/openapi.json', 'application/json', () => JSON.stringify(document()))
  textRoute(app, '/docs', 'text/html', () => documentationPage(document()))
}

/** A text that stays the same, made and compressed once, as the document of a megabyte takes 11 ms of processor time. */
function textRoute(app: FastifyInstance, path: string, type: string, make: () => string) {
  let text: string | undefined
  let compressed: Buffer | undefined
  app.get(path, async (request, reply) => {
    text ??= make()
    reply.type(`${type}; charset=utf-8`).header('vary', 'accept-encoding')
    if (!prefersGzip(request.headers['accept-encoding'])) return reply.send(text)
    compressed ??= gzipSync(text)
    return reply.header('content-encoding', 'gzip').send(compressed)
  })
}
