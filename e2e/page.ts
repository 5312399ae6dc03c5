import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What several specs hold a page to. */

/** What the browser's own windows said; each is accepted. */
export function said(page: Page): string[] {
  const sentences: string[] = []
  page.on('dialog', dialog => {
    sentences.push(dialog.message())
    void dialog.accept()
  })
  return sentences
}

/** axe finds nothing, light and dark, and nothing is wider than the window. */
export async function isAccessible(page: Page, what = page.url()) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await isAccessibleIn(page, colorScheme, what)
  }
}

/** axe finds nothing, and nothing is wider than the window, in the scheme of colours in which the page is. */
export async function isAccessibleIn(page: Page, colorScheme: 'light' | 'dark', what = page.url()) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // What is still turning its colours has neither the old nor the new ones.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // There are no frames, for which axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // By night only the colours are others.
  if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => [what, colorScheme, id, nodes[0]?.html])).toEqual([])
  await isNoWiderThanTheWindow(page, what)
}

export async function isNoWiderThanTheWindow(page: Page, what = page.url()) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect([what, Math.max(0, overflow)]).toEqual([what, 0])
}
