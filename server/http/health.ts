import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { refuse } from './refusal.ts'

/** For operators: `live` while the process answers, `ready` while the database does too. */
export function healthRoutes(app: FastifyInstance) {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async request => {
    try {
      await sql`select 1`.execute(app.house.db)
    } catch (error) {
      request.log.error(error)
      refuse('not_ready')
    }
    return { status: 'ok' }
  })
}
