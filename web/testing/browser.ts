import 'fake-indexeddb/auto'
// Loaded before any test, because React keeps the timers that it finds then, and a test may have simulated ones.
import 'react-dom/client'
import { focusManager, onlineManager } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'

// All files of a worker share the page and the packages, but no module of the app: each test starts like a browser in
// which no module of the app is loaded yet. The listeners, channels and timers of a test end with it; the page is
// emptied.

/** Functions that close what the running test has opened. Global, as this module is evaluated again for each file. */
const opened: (() => void)[] = (globalThis.opened ??= equipPage())

declare global {
  var opened: (() => void)[] | undefined
}

function close() {
  for (const closeOne of opened.splice(0)) closeOne()
}

beforeEach(() => {
  // Here rather than after the test, whose screens are unmounted after `afterEach`.
  close()
  vi.unstubAllGlobals()
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  // An earlier test may have ended without a network, or in the background.
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
  // Its listener has ended with the test in which it was registered.
  focusManager.setEventListener(onVisibilityChange)
  toast.dismiss()
  localStorage.clear()
  sessionStorage.clear()
  for (const part of [document.head, document.body]) part.replaceChildren()
  for (const part of [document.documentElement, document.body])
    for (const name of part.getAttributeNames()) part.removeAttribute(name)
})
afterEach(() => {
  close()
  // In this order: a test may have spied on a simulated timer.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function onVisibilityChange(notify: () => void) {
  const listener = () => notify()
  addEventListener('visibilitychange', listener)
  return () => removeEventListener('visibilitychange', listener)
}

function equipPage() {
  const closing: (() => void)[] = []
  for (const target of [window, document]) {
    const listen: typeof target.addEventListener = target.addEventListener.bind(target)
    target.addEventListener = (type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) => {
      listen(type, listener, options)
      closing.push(() => target.removeEventListener(type, listener, options))
    }
  }
  const { setInterval, setTimeout } = globalThis
  const endingWithTest = <Parameters extends unknown[], Timer extends NodeJS.Timeout>(
    start: (...parameters: Parameters) => Timer,
  ) => {
    return (...parameters: Parameters) => {
      const timer = start(...parameters)
      closing.push(() => clearTimeout(timer))
      return timer
    }
  }
  Object.assign(globalThis, { setInterval: endingWithTest(setInterval), setTimeout: endingWithTest(setTimeout) })
  // jsdom has no layout, so nothing scrolls.
  Element.prototype.scrollIntoView = () => undefined
  Object.assign(globalThis, resolvingAddresses(closing), {
    // jsdom runs all frames on one timer, which it would not start again after a test has ended it.
    requestAnimationFrame: (draw: FrameRequestCallback) => Number(setTimeout(() => draw(performance.now()), 16)),
    cancelAnimationFrame: (frame: number) => clearTimeout(frame),
    BroadcastChannel: class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        closing.push(() => this.close())
      }
    },
  })
  return closing
}

/**
 * Wraps Node’s `fetch`, which has no page: it resolves relative addresses as a browser does, and a request never
 * settles after the end of its test, whose broken connection the app would report in the next test.
 */
function resolvingAddresses(closing: (() => void)[]) {
  const absolute = (input: RequestInfo | URL) => (typeof input === 'string' ? new URL(input, location.href) : input)
  const nodeFetch = fetch
  return {
    Request: class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(absolute(input), init)
      }
    },
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        let isOver = false
        closing.push(() => (isOver = true))
        nodeFetch(absolute(input), init).then(
          response => isOver || resolve(response),
          (error: unknown) => isOver || reject(error),
        )
      }),
  }
}
