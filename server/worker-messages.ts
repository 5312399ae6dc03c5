import { z } from 'zod'

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
