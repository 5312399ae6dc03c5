import type { Locator, Page } from '@playwright/test'

/** How much slower than this machine the phone is, and a user's pace in milliseconds. */
const SLOWDOWN = 4
const PRESS = 300
const KEY = 150

/** A page on a slow phone, used at a user's pace: counts presses and keys, and how long the page works. */
export class SlowPhone {
  readonly page: Page
  presses = 0
  keys = 0
  readonly #worked: () => Promise<number>

  private constructor(page: Page, worked: () => Promise<number>) {
    this.page = page
    this.#worked = worked
  }

  static async on(page: Page) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    // In processor time, so that it does not depend on what else the machine does.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new SlowPhone(page, async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(metric => metric.name === 'TaskDuration')?.value ?? 0
    })
  }

  /** For how many seconds the page has worked. */
  worked() {
    return this.#worked()
  }

  async press(what: Locator) {
    await what.waitFor()
    await this.decide()
    await what.tap()
  }

  /** A press that is about to come. */
  async decide() {
    await this.page.waitForTimeout(PRESS)
    this.presses += 1
  }

  async type(text: string) {
    this.keys += text.length
    await this.page.keyboard.type(text, { delay: KEY })
  }
}
