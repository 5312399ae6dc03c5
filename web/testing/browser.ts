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

// Each test is a browser of its own, in which nothing of the app is loaded yet.
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
