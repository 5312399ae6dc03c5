import { statfs } from 'node:fs/promises'

/**
 * Below this many free bytes nothing is written any more: four segments of PostgreSQL's log. What reading itself writes
 * (hint bits, the last use of sessions) and what is being written fits in; a server whose log cannot be written ends.
 */
const MIN_FREE = 64 * 1024 * 1024

/**
 * How often the free space is checked, and how long the disk counts as full after a refused statement, in milliseconds.
 */
const INTERVAL = 1_000
const FULL_FOR = 10_000

/** What is known of the disk that the database is stored on. */
export class DiskSpace {
  #isLow = false
  #fullUntil = Number.NEGATIVE_INFINITY
  #watching: NodeJS.Timeout | undefined

  /** Whether so little space is left that requests which write are refused; always false where it is not watched. */
  get isLow(): boolean {
    return this.#isLow
  }

  /** Whether writing is refused, or was by the database within the last seconds. */
  get isFull(): boolean {
    return this.#isLow || performance.now() < this.#fullUntil
  }

  /** To be called when the database has refused to write for want of space. */
  noteFull() {
    this.#fullUntil = performance.now() + FULL_FOR
  }

  /** Checks the free space of a folder until `close`, and logs when it gets too little and when it is enough again. */
  async watch(folder: string, log: (message: string) => void, { minimum = () => MIN_FREE, interval = INTERVAL } = {}) {
    const check = async () => {
      // PostgreSQL's account may not use what is reserved for root.
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
