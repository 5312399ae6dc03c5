import { Refusal, sentence } from '../http/refusal.ts'

type Limits = {
  /** The largest number of tasks that run simultaneously. */
  concurrency: number
  /** The largest number of tasks of one key that run simultaneously. */
  concurrencyPerKey: number
  /** The largest number of waiting tasks of one key; a further one is refused with `too_many_requests`. */
  maxWaitingPerKey: number
  /** The largest number of waiting tasks; beyond it, the last task of the longest queue is refused with `not_ready`. */
  maxWaiting: number
}

type Waiting = { start: () => void; refuse: (refusal: Refusal) => void }
type KeyQueue = { busy: number; waiting: Waiting[] }

/**
 * Creates a queue for slow tasks with a separate queue per key, such as a network address. Free slots go to the queues
 * in turn (round robin), so that a long queue delays the others by one task at most.
 */
export function fairQueue({ concurrency, concurrencyPerKey, maxWaitingPerKey, maxWaiting }: Limits) {
  // In the order in which the queues get the next free slot.
  const queues = new Map<string, KeyQueue>()
  let busy = 0
  let totalWaiting = 0

  function startWaiting() {
    for (const [key, queue] of queues) {
      if (busy >= concurrency) return
      const next = queue.busy < concurrencyPerKey && queue.waiting.shift()
      if (!next) continue
      totalWaiting--
      busy++
      queue.busy++
      queues.delete(key)
      queues.set(key, queue)
      next.start()
    }
  }

  /** Of several longest queues it takes the last one, whose task has waited for the shortest time. */
  function refuseLastOfLongestQueue() {
    const [key, longest] = [...queues].reduce((one, other) =>
      other[1].waiting.length >= one[1].waiting.length ? other : one,
    )
    const last = longest.waiting.pop()
    if (!last) return
    totalWaiting--
    if (longest.busy === 0 && longest.waiting.length === 0) queues.delete(key)
    last.refuse(new Refusal('not_ready', sentence('not_ready'), undefined, 5))
  }

  return async function enqueue<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? { busy: 0, waiting: [] }
    queues.set(key, queue)
    const turn = new Promise<void>((start, refuse) => queue.waiting.push({ start, refuse }))
    totalWaiting++
    startWaiting()
    if (queue.waiting.length > maxWaitingPerKey) {
      totalWaiting--
      queue.waiting.pop()?.refuse(new Refusal('too_many_requests', sentence('too_many_requests', 1), undefined, 60))
    }
    if (totalWaiting > maxWaiting) refuseLastOfLongestQueue()
    await turn
    try {
      return await work()
    } finally {
      busy--
      queue.busy--
      queues.delete(key)
      if (queue.busy > 0 || queue.waiting.length > 0) queues.set(key, queue)
      startWaiting()
    }
  }
}
