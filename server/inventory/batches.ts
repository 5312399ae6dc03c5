export const BATCH_SIZE = 500

/** Splits into batches, so that building one statement does not block the event loop for long. */
export function inBatches<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, i) =>
    all.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
  )
}
