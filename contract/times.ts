// Times that the server and the web app must agree on, in milliseconds.

/**
 * How long a whole request may take to arrive: enough for 10 MB over an unreliable connection. After that, an order
 * without a response can no longer arrive.
 */
export const REQUEST_TIME = 120_000

/**
 * How long a stored reply is repeated. Keys of calls with `keepsKeyForever` stay valid; later repetitions get the
 * record as it is then.
 */
export const KEY_RETENTION = 24 * 60 * 60 * 1000

/** How often the stream of events sends a heartbeat. */
export const HEARTBEAT_INTERVAL = 25_000
