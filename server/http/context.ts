import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Call, Role } from '#contract/call.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { ADMIN_NAME } from '#contract/roles.ts'
import type { ChangeLog } from '../db/change-log.ts'
import type { DiskSpace } from '../db/disk-space.ts'
import type { ReportDatabase } from '../db/report-database.ts'
import type { Pool } from '../db/transaction.ts'
import type { HourlyLimits } from './hourly-limits.ts'

/**
 * The account behind a session. `name` is how ledgers and histories show the actor; `must_first` is the refusal of
 * calls that are not open to users who must set up their account first.
 */
export type Actor<R extends Role = Role> = {
  id: string
  role: R
  name: string
  is_active: boolean
  must_first?: SetupCode
}
/** The actor's name as customers and marketers see it; `company` is the wholesaler's name, for which admins act. */
export const publicName = ({ role, name }: Pick<Actor, 'role' | 'name'>, company: string = ADMIN_NAME) =>
  role === 'admin' ? company : name

export type SetupCode = 'second_factor_missing' | 'password_change_required'

/** Where a request came from: the client's address, as TRUST_PROXY says, the request's id and its call. */
export type Origin = { address: string; request_id: string; call: Pick<Call, 'method' | 'path'> }

export const originOf = ({ ip, id }: FastifyRequest, call: Call): Origin => ({ address: ip, request_id: id, call })

/** Records events that matter to the security of accounts (page 061). */
export type SecurityWatch = {
  /** Called for every refusal; neither waits nor throws. */
  refused: (request: FastifyRequest, call: Call, code: RefusalCode) => void
  /** Called before personal data is exported, which must not happen without its entry. */
  exported: (request: FastifyRequest, call: Call) => Promise<void>
  /** Writes the refusals that are not written yet. */
  flush: () => Promise<void>
}

/** The dependencies of every endpoint. Time comes from `clock` alone, so that tests can move it. */
export type AppContext = {
  db: Pool
  /** Where reports, totals, exports and PDFs read. */
  reports: ReportDatabase
  /** Whether there is space to write. */
  disk: DiskSpace
  /** The changes of other processes and requests; new ones are read when a request with a session begins. */
  changes: ChangeLog
  clock: () => Date
  /** The actor of a valid session. With `countsAsUse: false` the check does not extend the session. */
  identify: (token: string, now: Date, how?: { countsAsUse: boolean }) => Promise<Actor | undefined>
  /** Whether the user of this session entered the password within `RECENT_LOGIN`. */
  isRecentlyAuthenticated: (token: string, now: Date) => Promise<boolean>
  security: SecurityWatch
  /** A secret of this portal, the same in all its processes. */
  secret: Buffer
  /** Every registered call in order of registration: the source of the API's documentation. */
  endpoints: Call[]
  /** Whether replies are checked, and a refusal that its call does not declare is an unexpected error. */
  isStrict: boolean
  hourlyLimits: HourlyLimits
  /** The number of processes among which the portal's limits are divided. */
  workers: number
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
    /** The call that the route serves. */
    call?: Call
  }
}
