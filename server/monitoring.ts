import type { FastifyInstance } from 'fastify'
import { logInCustomer } from '#contract/auth.ts'
import type { Call } from '#contract/call.ts'
import { logInAdmin, logInMarketer } from '#contract/staff-login.ts'
import type { DiskSpace } from './db/disk-space.ts'
import type { PoolUsage } from './db/pool-usage.ts'
import type { Pool } from './db/transaction.ts'
import { metricsEndpoint } from './http/metrics-endpoint.ts'
import { measureRequests } from './http/request-metrics.ts'
import { outboxState } from './mail/outbox-state.ts'
import { refusedLogins, registry } from './metrics/metrics.ts'
import { type Family, keyOf, mergeFamilies } from './metrics/registry.ts'
import { lastBackup } from './operations/last-backup.ts'
import type { Settings } from './settings.ts'

/** Resolves to the metrics of every process of the portal. */
export type CollectMetrics = () => Promise<Family[][]>

type Monitored = {
  pools: () => Record<string, PoolUsage>
  disk: DiskSpace
  settings: Settings
  /** Collects the metrics of all processes; by default those of this process. */
  collectMetrics?: CollectMetrics | undefined
}

/** Counts the requests of the app and registers `GET /metrics`. Call it before any route is registered. */
export function monitor(app: FastifyInstance, { pools, disk, settings, collectMetrics = alone }: Monitored) {
  measureRequests(app, (request, code) => {
    if (LOGINS.has(request.routeOptions.config.call)) refusedLogins.add(code)
  })
  const stop = report({ pools, disk })
  app.addHook('onClose', async () => stop())
  metricsEndpoint(app, {
    token: settings.metricsToken,
    collect: async () => {
      const { db, clock } = app.context
      const [snapshots, ofDatabase] = await Promise.all([
        collectMetrics(),
        databaseFamilies(db, clock(), settings.backups !== undefined),
      ])
      return [...mergeFamilies(snapshots), ...ofDatabase]
    },
  })
}

const LOGINS = new Set<Call | undefined>([logInCustomer, logInAdmin, logInMarketer])

const alone: CollectMetrics = async () => [registry.snapshot()]

type Reported = Pick<Monitored, 'pools' | 'disk'>

/** The pools and disks of the apps in this process: one app, except in tests. */
const reported = new Set<Reported>()

function report(app: Reported) {
  reported.add(app)
  return () => void reported.delete(app)
}

const STORAGE_FULL = 'Whether writing is refused for lack of space on the disk of the database (1), or not (0).'

registry.computed({ name: 'toptan_storage_full', help: STORAGE_FULL, type: 'gauge', merge: 'max' }, () => [
  ['', [...reported].some(({ disk }) => disk.isFull) ? 1 : 0],
])

const POOL_GAUGES = [
  ['toptan_database_connections_max', 'The most connections of a pool.', usage => usage.max],
  ['toptan_database_connections_open', 'Open connections of a pool.', usage => usage.size],
  ['toptan_database_connections_idle', 'Open connections of a pool that are not in use.', usage => usage.idle],
  ['toptan_database_waiting', 'How many wait for a connection of a pool.', usage => usage.waiting],
] as const satisfies [string, string, (usage: PoolUsage) => number][]

for (const [name, help, value] of POOL_GAUGES)
  registry.computed({ name, help, type: 'gauge', merge: 'sum' }, () =>
    [...reported].flatMap(({ pools }) =>
      Object.entries(pools()).map(([pool, usage]): [string, number] => [keyOf({ pool }), value(usage)]),
    ),
  )

/** How long the database may take, in milliseconds, before the metrics are sent without those that it contains. */
const TIMEOUT = 2_000

/** The metrics that are read from the database: once for all processes, as they must not be added up. */
async function databaseFamilies(db: Pool, now: Date, hasBackups: boolean): Promise<Family[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => (timer = setTimeout(() => resolve(undefined), TIMEOUT)))
  const reading = Promise.all([outboxState(db, now), hasBackups ? lastBackup(db, now, { isSuccess: true }) : undefined])
  const found = await Promise.race([reading.catch(() => undefined), late])
  clearTimeout(timer)
  const responds = family('toptan_database_responds', 'Whether the database replied to these metrics.', found ? 1 : 0)
  if (!found) return [responds]
  const [{ waiting, oldestSeconds }, backup] = found
  return [
    responds,
    family('toptan_outbox_waiting', 'Mails that are not sent yet.', waiting),
    family('toptan_outbox_oldest_seconds', 'Age of the oldest mail that is not sent yet.', oldestSeconds),
    ...(hasBackups
      ? [
          family(
            'toptan_backup_last_success_timestamp_seconds',
            'When the last nightly backup began that succeeded; 0 if none has.',
            backup ? Date.parse(backup.started_at) / 1000 : 0,
          ),
        ]
      : []),
  ]
}

const family = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'gauge',
  merge: 'max',
  samples: { '': value },
})
