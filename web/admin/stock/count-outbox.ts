import type { LotLabel } from '#contract/lot-labels.ts'
import type { AdminProduct } from '#contract/products.ts'
import { KEY_RETENTION } from '#contract/times.ts'

/** One counted quantity of a product. Its `key` is the idempotency key of every attempt to add it. */
export type CountLine = {
  key: string
  product: Pick<AdminProduct, 'id' | 'name' | 'brand' | 'category' | 'unit' | 'warehouse' | 'image_url'> & {
    lot_tracking?: AdminProduct['lot_tracking'] | undefined
  }
  /** `undefined` if the field is empty, `NaN` if the input is not a number. */
  quantity?: number | undefined
  /** The counted lot; null for goods without one, `undefined` until it is chosen. */
  lot?: LotLabel | null | undefined
  /** The lot that the user has confirmed to be another one than those known with its code. */
  new_lot?: LotLabel | undefined
  notes: string
  image_url: string | null
  /** The picture while it is being scaled. */
  picture?: Promise<string | null>
}

/** The result of an attempt to add a line, with the error message if it was not added. */
export type CountResult = { kind: 'added' } | { kind: 'refused' | 'unanswered'; message: string }

/** A line that is not added yet. */
export type WaitingLine = CountLine & {
  state: 'queued' | 'sending' | 'unanswered' | 'refused'
  message?: string | undefined
  /** When it was first sent, in milliseconds since 1970. Since then the server may have added it unnoticed. */
  first_sent?: number | undefined
}

export type OutboxScreen = {
  send: (line: CountLine) => Promise<CountResult>
  onChange: (lines: readonly WaitingLine[]) => void
  /** Whether the line is open in the form, where the user retries it. */
  isBeingEdited: (key: string) => boolean
  /** Called with a line that is dropped: it may have been added so long ago that the server no longer knows its key. */
  onExpired: (line: WaitingLine) => void
}

const MAX_AT_ONCE = 4
const FIRST_RETRY = 3_000
const MAX_RETRY = 15_000

/**
 * The lines being sent to the server. A line without a response is retried unchanged, with its own key and quantity,
 * before the next line of the same product is sent. Different products do not wait for each other.
 */
export class CountOutbox {
  #screen: OutboxScreen
  readonly #settled = new Map<string, ((outcome: CountResult) => void)[]>()
  #lines: WaitingLine[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #wait = FIRST_RETRY

  constructor(screen: OutboxScreen) {
    this.#screen = screen
  }

  /** The lines that are not added yet. */
  get lines(): readonly WaitingLine[] {
    return this.#lines
  }

  /** Takes over the lines of an earlier session and retries them, except those that were refused. */
  restore(lines: readonly WaitingLine[]) {
    for (const { state, ...line } of lines)
      this.#lines.push({ ...line, state: state === 'refused' ? state : 'unanswered' })
    this.retryAll()
  }

  /** Replaces the screen's callbacks after a render. */
  update(screen: Omit<OutboxScreen, 'onChange'>) {
    this.#screen = { ...this.#screen, ...screen }
  }

  /** Sends a line after those of the same product; resolves with the outcome of the first attempt. */
  add(line: CountLine): Promise<CountResult> {
    this.#lines.push({ ...line, state: 'queued' })
    return this.#outcomeOf(line.key)
  }

  /** Retries a line without a response, after the earlier ones of the same product. */
  retry(key: string): Promise<CountResult> {
    this.#dropExpired()
    const line = this.#find(key)
    if (!line) return Promise.resolve({ kind: 'added' })
    this.#queue(({ product }) => product.id === line.product.id)
    return this.#outcomeOf(key)
  }

  /** Retries all lines without a response, except the one open in the form. */
  retryAll() {
    this.#dropExpired()
    this.#queue(({ key }) => !this.#screen.isBeingEdited(key))
    this.#sendNext()
  }

  /** Drops a line. */
  remove(key: string) {
    this.#lines = this.#lines.filter(line => line.key !== key)
    this.#changed()
    this.#sendNext()
  }

  /** Stops retrying and drops all lines, including those in flight: none is sent again. */
  close() {
    clearTimeout(this.#timer)
    this.#lines = []
  }

  #outcomeOf(key: string): Promise<CountResult> {
    const outcome = new Promise<CountResult>(resolve => {
      this.#settled.set(key, [...(this.#settled.get(key) ?? []), resolve])
    })
    this.#sendNext()
    return outcome
  }

  #dropExpired() {
    const oldest = Date.now() - KEY_RETENTION
    const expired = this.#lines.filter(
      ({ state, first_sent = Number.POSITIVE_INFINITY }) => state === 'unanswered' && first_sent < oldest,
    )
    this.#lines = this.#lines.filter(line => !expired.includes(line))
    for (const line of expired) this.#screen.onExpired(line)
    if (expired.length > 0) this.#changed()
  }

  #queue(matches: (line: WaitingLine) => boolean) {
    for (const line of this.#lines) if (line.state === 'unanswered' && matches(line)) line.state = 'queued'
  }

  #sendNext() {
    const isBehind = (line: WaitingLine, place: number) =>
      this.#lines.slice(0, place).some(({ product, state }) => product.id === line.product.id && state !== 'refused')
    let free = MAX_AT_ONCE - this.#lines.filter(({ state }) => state === 'sending').length
    for (const [place, line] of this.#lines.entries()) {
      if (free <= 0) break
      if (line.state !== 'queued' || isBehind(line, place)) continue
      free--
      void this.#send(line)
    }
    this.#changed()
  }

  async #send(line: WaitingLine) {
    line.state = 'sending'
    // Kept with the line: every attempt must have the same content.
    if (line.picture) line.image_url = await line.picture.catch(() => line.image_url)
    line.first_sent ??= Date.now()
    this.#changed()
    const outcome = await this.#screen.send(line)
    if (outcome.kind === 'added') {
      this.#lines = this.#lines.filter(one => one !== line)
      this.#wait = FIRST_RETRY
      this.#settle(line, outcome)
    } else if (outcome.kind === 'refused') {
      Object.assign(line, { state: 'refused', message: outcome.message })
      this.#settle(line, outcome)
    } else {
      // Later lines of the same product must not overtake it.
      const behind = this.#lines.filter(one => one.product.id === line.product.id && one.state === 'queued')
      for (const one of [line, ...behind]) {
        Object.assign(one, { state: 'unanswered', message: outcome.message })
        this.#settle(one, outcome)
      }
      // The line may have been dropped while it was being sent.
      if (this.#lines.includes(line)) this.#retryLater()
    }
    this.#sendNext()
  }

  #settle({ key }: WaitingLine, outcome: CountResult) {
    for (const settled of this.#settled.get(key) ?? []) settled(outcome)
    this.#settled.delete(key)
  }

  #retryLater() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.retryAll()
      if (this.#lines.some(({ state }) => state === 'unanswered')) this.#retryLater()
    }, this.#wait)
    this.#wait = Math.min(this.#wait * 2, MAX_RETRY)
  }

  #changed() {
    this.#screen.onChange(this.#lines.map(line => ({ ...line })))
  }

  #find(key: string) {
    return this.#lines.find(line => line.key === key)
  }
}
