import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'

// Node’s `fetch` has no page, so it cannot resolve relative addresses as a browser does.
const absolute = (input: RequestInfo | URL) => (typeof input === 'string' ? new URL(input, location.href) : input)
const NodeRequest = Request
const nodeFetch = fetch
vi.stubGlobal(
  'Request',
  class extends NodeRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(absolute(input), init)
    }
  },
)
vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => nodeFetch(absolute(input), init))

// Each test is a browser of its own, in which nothing of the app is loaded yet; what it has opened is closed with it.
const opened: (() => void)[] = []
for (const target of [window, document]) {
  const listen: typeof target.addEventListener = target.addEventListener.bind(target)
  target.addEventListener = (type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) => {
    listen(type, listener, options)
    opened.push(() => target.removeEventListener(type, listener, options))
  }
}
const NodeChannel = BroadcastChannel
vi.stubGlobal(
  'BroadcastChannel',
  class extends NodeChannel {
    constructor(name: string) {
      super(name)
      opened.push(() => this.close())
    }
  },
)

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  localStorage.clear()
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
