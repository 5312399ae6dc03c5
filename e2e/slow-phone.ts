import type { Locator, Page } from '@playwright/test'

/** How many times slower than this machine the phone is. */
const SLOWDOWN = 4
/** How long a user waits before a press, in milliseconds. */
const PRESS = 300
/** The time between two keys that a user types, in milliseconds. */
const KEY = 150

/** A page on a slow phone, used at a user's pace: counts presses and keys, and measures the page's processor time. */
export class SlowPhone {
  readonly page: Page
  presses = 0
  keys = 0
  readonly #processorSeconds: () => Promise<number>

  private constructor(page: Page, processorSeconds: () => Promise<number>) {
    this.page = page
    this.#processorSeconds = processorSeconds
  }

  static async on(page: Page) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    // Measures processor time, so that the result does not depend on other load on the machine.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new SlowPhone(page, async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(metric => metric.name === 'TaskDuration')?.value ?? 0
    })
  }

  /** The page's processor time so far, in seconds. */
  processorSeconds() {
    return this.#processorSeconds()
  }

  async press(what: Locator) {
    await what.waitFor()
    await this.decide()
    await what.tap()
  }

  /** Waits as a user does before a press, and counts the press. */
  async decide() {
    await this.page.waitForTimeout(PRESS)
    this.presses += 1
  }

  async type(text: string) {
    this.keys += text.length
    await this.page.keyboard.type(text, { delay: KEY })
  }
}
