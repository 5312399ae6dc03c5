import type { AdminProduct } from '#contract/catalogue.ts'

/** What was found of a product once. Its `key` is the `Idempotency-Key` of every try to add it. */
export type CountLine = {
  key: string
  product: Pick<AdminProduct, 'id' | 'name' | 'brand' | 'category' | 'unit' | 'warehouse' | 'image_url'>
  /** `undefined` while nothing was typed, `NaN` for what is no number. */
  quantity: number | undefined
  notes: string
  image_url: string | null
  /** The picture that is still being made ready. */
  picture?: Promise<string | null>
}

/** What became of a try to add a line, with the server's sentence where it was not added. */
export type Outcome = { kind: 'added' } | { kind: 'refused' | 'unanswered'; message: string }

/** A line that was not added yet. */
export type WaitingLine = CountLine & { state: 'queued' | 'sending' | 'unanswered' | 'refused'; message?: string }

type Screen = {
  send: (line: CountLine) => Promise<Outcome>
  onChange: (lines: readonly WaitingLine[]) => void
  /** Whether a person has the line before them and tries again by themselves. */
  isInHand: (key: string) => boolean
}

const MOST_AT_ONCE = 4
const FIRST_RETRY = 3_000
const LONGEST_RETRY = 15_000

/**
 * The lines that are on their way to the server. Each stays as it was sent until it is answered: it is tried again with
 * its own key and quantity before another line of the same product is sent. Different products do not wait for each other.
 */
export class CountOutbox {
  #screen: Screen
  readonly #settled = new Map<string, ((outcome: Outcome) => void)[]>()
  #lines: WaitingLine[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #wait = FIRST_RETRY

  constructor(screen: Screen) {
    this.#screen = screen
  }

  /** Goes on with what the screen does now. */
  follow(screen: Pick<Screen, 'send' | 'isInHand'>) {
    this.#screen = { ...this.#screen, ...screen }
  }

  /** Sends a line after those of the same product; answers what became of the first try. */
  add(line: CountLine): Promise<Outcome> {
    this.#lines.push({ ...line, state: 'queued' })
    return this.#outcomeOf(line.key)
  }

  /** Tries a line again that was not answered, after the earlier ones of the same product. */
  retry(key: string): Promise<Outcome> {
    const line = this.#find(key)
    if (!line) return Promise.resolve({ kind: 'added' })
    this.#queue(({ product }) => product.id === line.product.id)
    return this.#outcomeOf(key)
  }

  /** Tries all lines again that were not answered, except the one in hand. */
  retryAll() {
    this.#queue(({ key }) => !this.#screen.isInHand(key))
    this.#sendNext()
  }

  /** Does not try a line again. */
  remove(key: string) {
    this.#lines = this.#lines.filter(line => line.key !== key)
    this.#changed()
    this.#sendNext()
  }

  /** Stops trying again. */
  close() {
    clearTimeout(this.#timer)
    this.#lines = this.#lines.filter(({ state }) => state === 'sending')
  }

  #outcomeOf(key: string): Promise<Outcome> {
    const outcome = new Promise<Outcome>(resolve => {
      this.#settled.set(key, [...(this.#settled.get(key) ?? []), resolve])
    })
    this.#sendNext()
    return outcome
  }

  #queue(isMeant: (line: WaitingLine) => boolean) {
    for (const line of this.#lines) if (line.state === 'unanswered' && isMeant(line)) line.state = 'queued'
  }

  #sendNext() {
    const isBehind = (line: WaitingLine, place: number) =>
      this.#lines.slice(0, place).some(({ product, state }) => product.id === line.product.id && state !== 'refused')
    let free = MOST_AT_ONCE - this.#lines.filter(({ state }) => state === 'sending').length
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
    const outcome = await this.#screen.send(line)
    if (outcome.kind === 'added') {
      this.#lines = this.#lines.filter(one => one !== line)
      this.#wait = FIRST_RETRY
      this.#settle(line, outcome)
    } else if (outcome.kind === 'refused') {
      Object.assign(line, { state: 'refused', message: outcome.message })
      this.#settle(line, outcome)
    } else {
      // Those behind it must not overtake it.
      const stopped = this.#lines.filter(
        one => one === line || (one.product.id === line.product.id && one.state === 'queued'),
      )
      for (const one of stopped) {
        Object.assign(one, { state: 'unanswered', message: outcome.message })
        this.#settle(one, outcome)
      }
      this.#retryLater()
    }
    this.#sendNext()
  }

  #settle({ key }: WaitingLine, outcome: Outcome) {
    for (const settled of this.#settled.get(key) ?? []) settled(outcome)
    this.#settled.delete(key)
  }

  #retryLater() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.retryAll()
      if (this.#lines.some(({ state }) => state === 'unanswered')) this.#retryLater()
    }, this.#wait)
    this.#wait = Math.min(this.#wait * 2, LONGEST_RETRY)
  }

  #changed() {
    this.#screen.onChange(this.#lines.map(line => ({ ...line })))
  }

  #find(key: string) {
    return this.#lines.find(line => line.key === key)
  }
}
