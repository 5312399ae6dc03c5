import { expect } from '@playwright/test'
import { type Person, STORED } from './world.ts'

/** Drives a browser of any engine. */
export type Driver = {
  open: (url: string) => Promise<void>
  /** Runs the source of a function in the page. */
  run: (script: string, args: unknown[]) => Promise<unknown>
  /** Moves the mouse to a point, in px from the window's upper left corner. */
  moveTo: (x: number, y: number) => Promise<void>
  /** Presses and releases the mouse button at such a point. */
  clickAt: (x: number, y: number) => Promise<void>
  /** Presses one key after the other, each `pause` ms after the last. */
  press: (keys: readonly string[], pause: number) => Promise<void>
  close: () => Promise<void>
}

/** The pace of a typing user in ms; a scanner is faster. */
const BETWEEN_KEYS = 90

/** Acts as a user in a browser of any engine: finds elements by their accessible names, presses and types. */
export class BrowserUser {
  readonly #driver: Driver
  readonly #url: string

  constructor(driver: Driver, url: string) {
    this.#driver = driver
    this.#url = url
  }

  /** Opens an address with the session of this user. */
  async openAs({ role, token, user }: Person, address: string) {
    await this.#driver.open(`${this.#url}/favicon.svg`)
    const [tokenKey, userKey] = STORED[role]
    await this.run(
      (entries: [string, string][]) => {
        localStorage.clear()
        for (const [key, value] of entries) localStorage.setItem(key, value)
      },
      [
        [tokenKey, token],
        [userKey, JSON.stringify(user)],
      ],
    )
    await this.#driver.open(this.#url + address)
  }

  async open(address: string) {
    await this.#driver.open(this.#url + address)
  }

  /** Opens another screen within the running app, and waits until it has replaced the previous one. */
  async openWithin(address: string) {
    await this.run(address => {
      for (const shown of document.querySelectorAll('h1')) shown.setAttribute('data-earlier', '')
      history.pushState(null, '', address)
    }, address)
    await expect.poll(() => this.run(() => document.querySelector('[data-earlier]') === null)).toBe(true)
    await this.isDrawn()
  }

  async run<Args extends unknown[], T>(what: (...args: Args) => T, ...args: Args): Promise<T> {
    return (await this.#driver.run(String(what), args)) as T
  }

  /** Presses the element with this selector and name, once it does not move and nothing covers it. */
  async click(selector: string, name: string) {
    let spot: number[] | null = null
    await expect
      .poll(async () => {
        const before = String(spot)
        spot = await this.run(spotOf, selector, name)
        const [x = 0, y = 0] = spot ?? []
        // As a user does, so that a toast stays until it is pressed.
        if (spot) await this.#driver.moveTo(x, y)
        return spot !== null && String(spot) === before
      }, `${selector} “${name}” can be pressed`)
      .toBe(true)
    const [x = 0, y = 0] = spot ?? []
    await this.#driver.clickAt(x, y)
  }

  async type(text: string) {
    await this.#driver.press(Array.from(text), BETWEEN_KEYS)
  }

  async press(key: 'Enter' | 'Escape') {
    await this.#driver.press([key], BETWEEN_KEYS)
  }

  /** Waits until the page shows this text. */
  async sees(text: string | RegExp) {
    await expect.poll(() => this.run(() => document.body.innerText.replace(/\s+/g, ' '))).toMatch(text)
  }

  /** Waits until a field has this value. */
  async reads(label: string, value: string) {
    await expect.poll(() => this.run(valueOf, label), label).toBe(value)
  }

  /** Waits until the page has a heading, apart from those for old browsers, and loads nothing. */
  async isDrawn() {
    await expect
      .poll(() =>
        this.run(() =>
          Boolean(
            document.querySelector('main:not([hidden]) :is(h1, h2)') && !document.querySelector('[aria-busy=true]'),
          ),
        ),
      )
      .toBe(true)
  }

  /** Waits until the address is this. */
  async isAt(address: RegExp) {
    await expect.poll(() => this.run(() => location.pathname + location.search)).toMatch(address)
  }
}

// The functions below run in the page, so they must not use anything outside themselves.
function spotOf(selector: string, name: string): number[] | null {
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent) ??
    ''
  for (const element of document.querySelectorAll(selector)) {
    if (!nameOf(element).replace(/\s+/g, ' ').includes(name) || element.matches(':disabled, [aria-disabled=true]'))
      continue
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const pressed = document.elementFromPoint(x, y)
    if (pressed && (element.contains(pressed) || pressed.contains(element))) return [x, y]
  }
  return null
}

function valueOf(label: string): string | undefined {
  for (const field of document.querySelectorAll('input'))
    if ((field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').includes(label)) return field.value
  return undefined
}
