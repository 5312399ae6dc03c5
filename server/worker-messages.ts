import { z } from 'zod'
import { Family } from './metrics/registry.ts'

/** What the primary process sends to a worker that it has replaced. */
export const RETIRE = 'retire'

/** What the primary process sends to each worker from time to time, and the worker's reply. */
export const PING = 'ping'
export const PONG = 'pong'

/** What a worker sends to the primary process when it serves. */
export const Serving = z.object({ address: z.string() })
export type Serving = z.output<typeof Serving>

/** The environment variable in which the primary process names the embedded database that it has started. */
export const RUNNING_DATABASE = 'RUNNING_DATABASE'

/** The value of that variable. */
export const EmbeddedAddress = z.object({ host: z.string(), user: z.string(), database: z.string() })

/**
 * Messages about metrics. A worker that is asked for the metrics `wants` those of all processes; the primary process lets
 * every worker `send` its own, and replies with all of them. `number` is that of the request, chosen by its sender.
 */
export const WantsMetrics = z.object({ metrics: z.literal('wants'), number: z.number() })
export const SendMetrics = z.object({ metrics: z.literal('send'), number: z.number() })
export const SentMetrics = z.object({ metrics: z.literal('sent'), number: z.number(), families: z.array(Family) })
export const AllMetrics = z.object({
  metrics: z.literal('all'),
  number: z.number(),
  snapshots: z.array(z.array(Family)),
})
