import { type ApiError, requestError } from '../api.ts'

/** Number of concurrent requests, limited so that other requests are not delayed. */
const AT_ONCE = 4
/** The delays, in ms, after which a request whose reply was lost is repeated. */
const RETRY_AFTER = [500, 2_000, 5_000]

export type Refused = { id: string; why: string }

export type Outcome = {
  /** The rows that the server refused, with its messages, and rows whose reply was lost each time. */
  refused: Refused[]
  /** The rows that were not tried, because the work was stopped, the connection was lost or the session ended. */
  untried: string[]
}

type Options = {
  /** Called after each row with the number of rows done. */
  onDone: (count: number) => void
  /** Stops the work; requests in flight are completed. */
  signal?: AbortSignal
}

/**
 * Changes rows with one request each, a few at a time. A request whose reply was lost is repeated, so `change` must be
 * idempotent; if the reply is lost each time, the remaining rows are not tried.
 */
export async function changeEach<Row extends { id: string }>(
  rows: readonly Row[],
  change: (row: Row) => Promise<unknown>,
  { onDone, signal }: Options,
): Promise<Outcome> {
  const left = [...rows]
  const refused: Refused[] = []
  let done = 0
  let isOver = false
  const work = async () => {
    while (!isOver && !signal?.aborted) {
      const row = left.shift()
      if (!row) return
      const error = await failureOf(() => change(row), signal)
      if (error) refused.push({ id: row.id, why: error.message })
      if (error && (error.isUnanswered || error.status === 401)) isOver = true
      onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { refused, untried: left.map(({ id }) => id) }
}

/** The error of a request that failed, after it was repeated if its reply was lost. */
async function failureOf(attempt: () => Promise<unknown>, signal?: AbortSignal): Promise<ApiError | undefined> {
  for (const pause of [...RETRY_AFTER, undefined]) {
    try {
      await attempt()
      return undefined
    } catch (reason) {
      const error = requestError(reason)
      if (!error.isUnanswered || pause === undefined || signal?.aborted) return error
      await new Promise(resolve => setTimeout(resolve, pause))
      // Stopped meanwhile, perhaps as the session has ended: the repetition would be sent with the next one.
      if (signal?.aborted) return error
    }
  }
  return undefined
}
