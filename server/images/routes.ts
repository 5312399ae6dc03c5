import type { FastifyInstance } from 'fastify'
import { requestedImage } from '#contract/image-url.ts'
import { refuse } from '../http/refusal.ts'
import { readImage } from './store.ts'

/** Pictures are public and immutable: the path contains the hash of the content. */
export function imageRoutes(app: FastifyInstance) {
  app.get<{ Params: { file: string } }>('/images/:file', async (request, reply) => {
    const { hash, size } = requestedImage(request.params.file) ?? refuse('not_found')
    const bytes = (await readImage(app.context.db, hash, size)) ?? refuse('not_found')
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
  })
}
