import { z } from 'zod'
import { Family } from './metrics/registry.ts'

/** The message of the primary process to a worker that it has replaced. */
export const RETIRE = 'retire'

/** The regular message of the primary process to each worker, and the worker's reply. */
export const PING = 'ping'
export const PONG = 'pong'

/** The message of a worker to the primary process when it serves. */
export const Serving = z.object({ address: z.string() })
export type Serving = z.output<typeof Serving>

/** The environment variable in which the primary process names the embedded database that it has started. */
export const RUNNING_DATABASE = 'RUNNING_DATABASE'

/** The value of that variable. */
export const EmbeddedAddress = z.object({ host: z.string(), user: z.string(), database: z.string() })

/**
 * Messages about metrics. A worker that serves `GET /metrics` `wants` the metrics of all processes; the primary process
 * requests every worker to `send` its own, and replies with `all`. `number` identifies a request and its replies.
 */
export const WantsMetrics = z.object({ metrics: z.literal('wants'), number: z.number() })
export const SendMetrics = z.object({ metrics: z.literal('send'), number: z.number() })
export const SentMetrics = z.object({ metrics: z.literal('sent'), number: z.number(), families: z.array(Family) })
export const AllMetrics = z.object({
  metrics: z.literal('all'),
  number: z.number(),
  snapshots: z.array(z.array(Family)),
})
