import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Person, World } from './world.ts'

/** A page on a processor four times slower than this machine's. */
export async function slowPage(
  world: World,
  from: Browser,
  person: Person,
  options: BrowserContextOptions,
): Promise<Page> {
  const { page } = await world.page(from, person, options)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/**
 * Scrolls through a long list at a user's pace; returns the duration of the longest task and how many took over 100 ms.
 */
export async function measureScroll(page: Page): Promise<string> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Reflect.set(window, 'tasks', tasks)
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await page.mouse.move(200, 400)
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(60)
  }
  const [way, tasks] = await page.evaluate(() => [window.scrollY, Reflect.get(window, 'tasks') as number[]] as const)
  if (way < 10_000) throw new Error(`only ${way} px were scrolled`)
  const long = tasks.filter(task => task > 100)
  return `${Math.max(0, ...tasks).toFixed(0)} ms, ${long.length} over 100 ms`
}

/** Times in ms as text, the shortest first. */
export function millis(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return `${sorted.map(time => time.toFixed(0)).join(', ')} ms`
}

/** Prints figures as a table for docs/figures.md. */
export function printTable(table: readonly (readonly [what: string, figure: string])[]) {
  console.log('| What | Figure |\n|---|---|')
  for (const [what, figure] of table) console.log(`| ${what} | ${figure} |`)
}
