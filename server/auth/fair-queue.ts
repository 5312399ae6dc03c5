import { Refusal, sentence } from '../http/refusal.ts'

type Limits = {
  /** So much is done at once in all. */
  places: number
  /** So much is done at once for one key. */
  placesPerKey: number
  /** So many wait for one key; one more is refused with `too_many_requests`. */
  waitingPerKey: number
  /** So many wait in all; with one more the last of the longest line is refused with `not_ready`. */
  waiting: number
}

type Waiting = { start: () => void; refuse: (refusal: Refusal) => void }
type Line = { busy: number; waiting: Waiting[] }

/**
 * Makes a queue for slow work in which each key, such as a network address, has a line of its own. Free places go to the
 * lines in turn, so that a long line delays the others by one piece of work at most.
 */
export function fairQueue({ places, placesPerKey, waitingPerKey, waiting }: Limits) {
  // In the order in which they get the next free place.
  const lines = new Map<string, Line>()
  let busy = 0
  let inAll = 0

  function fillPlaces() {
    for (const [key, line] of lines) {
      if (busy >= places) return
      const next = line.busy < placesPerKey && line.waiting.shift()
      if (!next) continue
      inAll--
      busy++
      line.busy++
      lines.delete(key)
      lines.set(key, line)
      next.start()
    }
  }

  function refuseLastOfLongest() {
    const longest = [...lines.values()].reduce((one, other) =>
      other.waiting.length > one.waiting.length ? other : one,
    )
    const last = longest.waiting.pop()
    if (!last) return
    inAll--
    last.refuse(new Refusal('not_ready', sentence('not_ready'), undefined, 5))
  }

  return async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { busy: 0, waiting: [] }
    lines.set(key, line)
    const place = new Promise<void>((start, refuse) => line.waiting.push({ start, refuse }))
    inAll++
    fillPlaces()
    if (line.waiting.length > waitingPerKey) {
      inAll--
      line.waiting.pop()?.refuse(new Refusal('too_many_requests', sentence('too_many_requests', 1), undefined, 60))
    }
    if (inAll > waiting) refuseLastOfLongest()
    await place
    try {
      return await work()
    } finally {
      busy--
      line.busy--
      lines.delete(key)
      if (line.busy > 0 || line.waiting.length > 0) lines.set(key, line)
      fillPlaces()
    }
  }
}
