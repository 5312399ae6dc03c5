import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Disposable,
  type Page,
  test,
} from '@playwright/test'

/** What distinguishes a phone from a desk, in CSS pixels. */
export type Size = { viewport: { width: number; height: number }; hasTouch: boolean }

type Stored = Record<string, string>
type Wanted = { origin: string; options: BrowserContextOptions; stored: Stored }
type Shared = Wanted & {
  page: Page
  /** Fills localStorage before the first screen opens. */
  firstStored: Disposable
  /** The id of the test that uses it, if any. */
  test: string | undefined
  /** Whether the test has made a change that lasts until the page is closed. */
  isChanged: boolean
}

const shared: Shared[] = []

/**
 * A page with `stored` in its localStorage. The tests of a portal use the same pages one after the other, without the
 * data of earlier tests: a screen in a new page takes twice the processor time, for a new process and for compiling the
 * app.
 */
export function openPage(browser: Browser, wanted: Wanted): Promise<Page> {
  const opened = opening.then(() => sharedPage(browser, wanted))
  opening = opened.catch(() => undefined)
  return opened
}

/**
 * Settles when no page is being opened: a test may open several at once, and each first leaves those of earlier tests.
 */
let opening: Promise<unknown> = Promise.resolve()

async function sharedPage(browser: Browser, wanted: Wanted): Promise<Page> {
  const test = runningTest()
  await leaveEarlier(test, browser, wanted.origin)
  const left = shared.find(one => one.test === undefined && isEqual(one.options, wanted.options))
  if (left) {
    await store(left.page, wanted.stored)
    left.test = test
    return left.page
  }
  const opened = await newPage(browser, wanted)
  const one = { ...wanted, ...opened, test, isChanged: !isOrdinary(wanted.options) }
  shared.push(one)
  watch(one)
  return one.page
}

const isEqual = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
/** Whether options contain nothing but a size and a URL, which can be set again for the next test. */
const isOrdinary = (options: object) =>
  Object.keys(options).every(key => ['viewport', 'hasTouch', 'baseURL'].includes(key))

async function newPage(browser: Browser, { origin, options, stored }: Wanted) {
  const context = await browser.newContext({
    // Only tests of offline use need it. It would hide requests from the other tests, and precaches the whole app.
    serviceWorkers: 'block',
    baseURL: origin,
    ...options,
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
  })
  const firstStored = await context.addInitScript(stored => {
    // Documents without an origin, such as the mails, store nothing.
    if (origin === 'null') return
    // Only once, so that data which the app itself removes stays removed.
    if (sessionStorage.getItem('e2e')) return
    sessionStorage.setItem('e2e', 'stored')
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, stored)
  const page = await context.newPage()
  await devtoolsOf(page)
  return { page, firstStored }
}

/** Replaces the browser's stored data of the portal. */
async function store(page: Page, stored: Stored) {
  await page.evaluate(async stored => {
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase(name ?? '')
        deletion.onsuccess = resolve
        deletion.onerror = reject
      })
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, stored)
  const devtools = await devtoolsOf(page)
  await devtools.send('Page.resetNavigationHistory')
}

/** Records when a test makes a change that lasts until the page is closed; the page is then closed after the test. */
function watch(one: Shared) {
  const { page } = one
  const lasting: [object, string[]][] = [
    [page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'addLocatorHandler']],
    [page.clock, ['install', 'setFixedTime', 'setSystemTime']],
    [page.context(), ['newCDPSession', 'addInitScript', 'grantPermissions']],
  ]
  for (const [target, names] of lasting)
    for (const name of names) {
      const method: (...parameters: unknown[]) => unknown = Reflect.get(target, name).bind(target)
      Reflect.set(target, name, (...parameters: unknown[]) => {
        one.isChanged = true
        return method(...parameters)
      })
    }
}

/** Stops the pages of earlier tests, which would go on sending requests and drawing as long as the browser runs. */
async function leaveEarlier(test: string, browser: Browser, origin: string) {
  for (const one of shared.filter(one => one.test !== test)) {
    const context = one.page.context()
    const isClosed = one.page.isClosed() || context.browser() !== browser
    if (isClosed || one.isChanged || one.origin !== origin) {
      shared.splice(shared.indexOf(one), 1)
      await context.close()
    } else if (one.test !== undefined) await leave(one)
  }
}

const EVENTS = ['console', 'pageerror', 'dialog', 'request', 'response', 'requestfailed', 'requestfinished', 'download']

/** Resets a page as if it were new, and opens a file of the portal in it that runs no script. */
async function leave(one: Shared) {
  const { page } = one
  const furtherTabs = page
    .context()
    .pages()
    .filter(tab => tab !== page)
  await Promise.all(furtherTabs.map(tab => tab.close()))
  for (const event of EVENTS) page.removeAllListeners(event)
  await Promise.all([
    one.firstStored.dispose(),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    page.context().unrouteAll({ behavior: 'ignoreErrors' }),
    page.context().setOffline(false),
    page.context().clearCookies(),
    page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null }),
    resizeTo(page, one.options),
  ])
  await page.goto('/favicon.svg')
  one.test = undefined
}

/** Gives a page the window of a phone or a desk, with or without touch, as if it had been opened there. */
export async function resizeTo(page: Page, { viewport, hasTouch = false }: Partial<Size> | BrowserContextOptions) {
  const devtools = await devtoolsOf(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
  if (viewport) await page.setViewportSize(viewport)
}

/** They stay attached: detaching a session would end the page's touch emulation and its offline state. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** The page's session of DevTools, which lasts as long as the page. */
export function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** The id of the running test; '' outside a test, as benchmarks also open pages. */
function runningTest(): string {
  try {
    return test.info().testId
  } catch {
    return ''
  }
}
