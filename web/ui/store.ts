import { useSyncExternalStore } from 'react'

/** Functions to call on an event. `subscribe` has the signature that `useSyncExternalStore` expects. */
type Listeners<Event extends unknown[] = []> = {
  /** Adds a listener; returns the function that removes it. */
  subscribe: (listener: (...event: Event) => void) => () => void
  notify: (...event: Event) => void
}

/** An empty list of listeners. */
export function createListeners<Event extends unknown[] = []>(): Listeners<Event> {
  const listeners = new Set<(...event: Event) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify(...event) {
      for (const listener of listeners) listener(...event)
    },
  }
}

/** A value outside of components: `use` re-renders the calling component whenever the value is replaced. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const { subscribe, notify } = createListeners()
  const get = () => value
  return {
    get,
    set(next: Value) {
      value = next
      notify()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}
