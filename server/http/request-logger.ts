import type { FastifyBaseLogger } from 'fastify'

type Line = [object: unknown, message?: string]
type Child = Parameters<FastifyBaseLogger['child']>

/**
 * The logger of a request, whose lines have the request's id. It is made for the first line: most requests log none
 * but that of `RequestLog`, and making it takes 1 to 2 µs.
 */
export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #child: Child
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, ...child: Child) {
    this.#parent = parent
    this.#child = child
  }

  #logger() {
    this.#made ??= this.#parent.child(...this.#child)
    return this.#made
  }

  get level() {
    return this.#logger().level
  }
  child(...child: Child) {
    return this.#logger().child(...child)
  }

  fatal(...line: Line) {
    this.#logger().fatal(...line)
  }
  error(...line: Line) {
    this.#logger().error(...line)
  }
  warn(...line: Line) {
    this.#logger().warn(...line)
  }
  info(...line: Line) {
    this.#logger().info(...line)
  }
  debug(...line: Line) {
    this.#logger().debug(...line)
  }
  trace(...line: Line) {
    this.#logger().trace(...line)
  }
  silent(...line: Line) {
    this.#logger().silent(...line)
  }
}
