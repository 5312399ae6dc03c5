import { performance } from 'node:perf_hooks'
import { eventLoopDelays } from './metrics.ts'

/** How often the delay is measured, in milliseconds. */
const INTERVAL = 50

/** The weight of the latest measurement: a single pause, such as of the garbage collector, has little influence. */
const WEIGHT = 0.2

/**
 * Measures how late timers fire. Uses its own timer instead of Node's histogram of delays, as every request reads the
 * delay, while the histogram has one reader, which resets it.
 */
export class EventLoopDelay {
  readonly #timer: NodeJS.Timeout
  #expected = performance.now() + INTERVAL
  #smoothed = 0

  constructor() {
    this.#timer = setInterval(() => this.#measure(), INTERVAL).unref()
  }

  /** The delay of about the last second, in milliseconds. */
  get recent() {
    return this.#smoothed
  }

  stop() {
    clearInterval(this.#timer)
  }

  #measure() {
    const now = performance.now()
    const delay = Math.max(0, now - this.#expected)
    this.#expected = now + INTERVAL
    this.#smoothed += (delay - this.#smoothed) * WEIGHT
    eventLoopDelays.observe(delay / 1000)
  }
}
