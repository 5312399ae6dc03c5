import type { Page } from '@playwright/test'

/** Follows the layout shifts of the pages that are opened from now on; the result resolves to the present page's sum. */
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
