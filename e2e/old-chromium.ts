import { chromium, type Page } from '@playwright/test'
import { type Browser, FLAGS, findOldBrowser } from './browser.ts'
import type { Driver } from './browser-user.ts'
import { DESK } from './world.ts'

/** How to start the old Chromium; `missing` is the reason, as a sentence, if it does not run here. */
export async function findOldChromium(): Promise<{ missing?: string; start: () => Promise<OldChromium> }> {
  const { packed, why } = await findOldBrowser()
  if (packed) return { start: () => start(packed) }
  return {
    missing: `Chromium 103 does not run here, so nothing was tried in it: ${why}`,
    start: () => Promise.reject(new Error(why)),
  }
}

/**
 * A page of the old Chromium. Playwright's locators need functions that it lacks, so only evaluation, the mouse and
 * keys are used.
 */
export type OldChromium = { page: Page; driver: Driver }

async function start({ executablePath, env }: Browser): Promise<OldChromium> {
  const browser = await chromium.launch({ executablePath, env, args: [...FLAGS, '--in-process-gpu'] })
  const page = await browser.newPage({
    ...DESK,
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    serviceWorkers: 'block',
  })
  page.on('dialog', dialog => void dialog.accept())
  return { page, driver: { ...driverOf(page), close: () => browser.close() } }
}

/** A driver for a page of Playwright. */
export function driverOf(page: Page): Driver {
  return {
    open: async url => {
      await page.goto(url)
    },
    run: (script, args) => page.evaluate(`(${script})(...${JSON.stringify(args)})`),
    moveTo: (x, y) => page.mouse.move(x, y),
    clickAt: (x, y) => page.mouse.click(x, y, { delay: 30 }),
    press: async (keys, pause) => {
      for (const key of keys) await page.keyboard.press(key, { delay: pause })
    },
    close: () => page.close(),
  }
}
