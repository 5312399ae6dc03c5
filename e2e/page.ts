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
export async function isAccessible(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(() => !document.getAnimations().some(running => running instanceof CSSTransition))
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [colorScheme, id, nodes[0]?.html])).toEqual([])
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(Math.max(0, overflow)).toBe(0)
}
