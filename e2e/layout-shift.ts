import type { Page } from '@playwright/test'

/**
 * Records the layout shifts of pages that are opened from now on; returns a function for the sum of the current page.
 */
export async function followShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shift', 0)
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput } of list.getEntries().map(entry => entry.toJSON()))
        if (!hadRecentInput) Reflect.set(window, 'shift', Reflect.get(window, 'shift') + value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'shift')))
}
