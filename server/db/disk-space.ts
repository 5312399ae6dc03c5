import { statfs } from 'node:fs/promises'

/**
 * Below this many free bytes requests that write are refused: the size of four segments of PostgreSQL's WAL. They leave
 * room for what is being written and what reading writes (hint bits, the last use of sessions); a server that cannot
 * write its WAL ends.
 */
export const MIN_FREE = 64 * 1024 * 1024

/**
 * How often the free space is checked, and how long the disk counts as full after a refused statement, in milliseconds.
 */
const INTERVAL = 1_000
const FULL_FOR = 10_000

/** The state of the disk that the database is stored on, as far as it is known. */
export class DiskSpace {
  #isLow = false
  #fullUntil = Number.NEGATIVE_INFINITY
  #watching: NodeJS.Timeout | undefined

  /** Whether so little space is left that requests which write are refused; always false if the disk is not watched. */
  get isLow(): boolean {
    return this.#isLow
  }

  /** Whether writing is refused, or the database has refused to write within the last seconds (`FULL_FOR`). */
  get isFull(): boolean {
    return this.#isLow || performance.now() < this.#fullUntil
  }

  /** To be called when the database has refused to write because the disk is full. */
  noteFull() {
    this.#fullUntil = performance.now() + FULL_FOR
  }

  /** Checks the free space of a folder until `close`, and logs when it gets too little and when it is enough again. */
  async watch(folder: string, log: (message: string) => void, { minimum = () => MIN_FREE, interval = INTERVAL } = {}) {
    const check = async () => {
      // `bavail`, as PostgreSQL's account cannot use the blocks that are reserved for root.
      const { bavail, bsize } = await statfs(folder)
      const isLow = bavail * bsize < minimum()
      if (isLow !== this.#isLow)
        log(
          isLow
            ? `The disk of ${folder} is full: ${Math.floor((bavail * bsize) / 1e6)} MB are free. Nothing is stored until there is more`
            : `The disk of ${folder} has room again`,
        )
      this.#isLow = isLow
    }
    await check()
    this.#watching = setInterval(() => void check().catch(() => undefined), interval).unref()
  }

  close() {
    clearInterval(this.#watching)
  }
}
