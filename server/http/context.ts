import type {} from '@fastify/multipart'
import type { Call, Role } from '#contract/call.ts'
import type { Database } from '../db/tables.ts'

/** Somebody with a session. `name` is what ledgers and histories call them. */
export type Actor<R extends Role = Role> = { id: string; role: R; name: string; is_active: boolean }

/** What every door of the app stands on. Time comes from `clock` alone, so that tests can move it. */
export type AppContext = {
  db: Database
  clock: () => Date
  /** Who holds this token, if its session is alive. Looking alone is no use of it. */
  identify: (token: string, now: Date, how?: { isUse: boolean }) => Promise<Actor | undefined>
  /** A secret of this portal, the same in all its processes. */
  secret: Buffer
  /** Every call that has a door, in the order they were opened: what the API's documentation tells of. */
  endpoints: Call[]
}

declare module 'fastify' {
  interface FastifyInstance {
    context: AppContext
  }
  interface FastifyRequest {
    actor: Actor | undefined
    token: string | undefined
    now: Date
  }
  interface FastifyContextConfig {
    failure?: string
  }
}
