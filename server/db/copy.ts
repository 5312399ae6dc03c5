import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

// Copies rows between tables and streams by PostgreSQL's COPY, with flat memory however many they are.

declare module 'pg' {
  // Methods of the driver that its types do not declare.
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void
    endCopyFrom(): void
    sendCopyFail(message: string): void
  }
}

/** A COPY statement; `completed` resolves to the number of copied rows. */
export type Copy = pg.Submittable & { completed: Promise<number> }

/** Rows arrive one by one and are passed on in chunks of at least this size, in bytes. */
const CHUNK = 64 * 1024

/** A `copy … to stdout`, whose rows are read from `data`. Destroying `data` before its end breaks the connection. */
export class CopyOut implements Copy {
  readonly data: Readable
  readonly completed: Promise<number>
  readonly #text: string
  readonly #outcome = outcome()
  #connection: pg.Connection | undefined
  #rows: Buffer[] = []
  #size = 0

  constructor(text: string) {
    this.#text = text
    this.completed = this.#outcome.promise
    this.data = new Readable({
      highWaterMark: 4 * CHUNK,
      read: () => void this.#connection?.stream.resume(),
      destroy: (error, done) => {
        // The server would otherwise send all the rest.
        if (!this.#outcome.isSettled) this.#connection?.stream.destroy()
        done(error)
      },
    })
  }

  submit(connection: pg.Connection) {
    this.#connection = connection
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    // A copy, as the driver reuses the memory of the chunk.
    this.#rows.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (this.#size >= CHUNK) this.#push()
  }

  #push() {
    const isEnough = !this.data.push(Buffer.concat(this.#rows, this.#size))
    this.#rows = []
    this.#size = 0
    if (isEnough) this.#connection?.stream.pause()
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#outcome.resolve(rowsOf(text))
    if (this.#size) this.#push()
    this.data.push(null)
    this.#connection?.stream.resume()
  }

  handleReadyForQuery() {
    // Nothing follows.
  }

  handleError(error: Error) {
    this.#outcome.reject(error)
    this.data.destroy(error)
  }
}

/** A `copy … from stdin` of the data; if reading the data fails, so does the statement. */
export class CopyIn implements Copy {
  readonly completed: Promise<number>
  readonly #text: string
  readonly #data: AsyncIterable<Buffer>
  readonly #outcome = outcome()
  #failure: unknown

  constructor(text: string, data: AsyncIterable<Buffer>) {
    this.#text = text
    this.#data = data
    this.completed = this.#outcome.promise
  }

  submit(connection: pg.Connection) {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: pg.Connection) {
    this.#send(connection).catch(error => {
      this.#failure = error
      connection.sendCopyFail('the data cannot be read')
    })
  }

  async #send(connection: pg.Connection) {
    for await (const chunk of this.#data) {
      if (this.#outcome.isSettled) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain)
        await Promise.race([once(connection.stream, 'drain'), this.completed.catch(() => undefined)])
    }
    if (!this.#outcome.isSettled) connection.endCopyFrom()
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#outcome.resolve(rowsOf(text))
  }

  handleReadyForQuery() {
    // Nothing follows.
  }

  handleError(error: Error) {
    this.#outcome.reject(this.#failure ?? error)
  }
}

/** The number of rows in a command tag such as `COPY 12`. */
const rowsOf = (text: string) => Number(text.split(' ')[1])

function outcome() {
  const settled = {
    isSettled: false,
    resolve: (_: number) => {},
    reject: (_: unknown) => {},
    promise: Promise.resolve(0),
  }
  settled.promise = new Promise<number>((resolve, reject) => {
    settled.resolve = rows => {
      settled.isSettled = true
      resolve(rows)
    }
    settled.reject = error => {
      settled.isSettled = true
      reject(error)
    }
  })
  // A failure reaches the caller of the statement; the promise may not have been awaited yet.
  settled.promise.catch(() => undefined)
  return settled
}
