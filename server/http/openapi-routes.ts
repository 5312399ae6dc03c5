import type { FastifyInstance } from 'fastify'
import { type Document, documentOf } from './openapi.ts'
import { documentationPage } from './openapi-page.ts'

/** Registers the OpenAPI document of the app's calls and a page that shows it. */
export function documentationRoutes(app: FastifyInstance) {
  let document: Document | undefined
  const cachedDocument = () => (document ??= documentOf(app.context.endpoints))
  app.get('/openapi.json', async () => cachedDocument())
  app.get('/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(documentationPage(cachedDocument())))
}
