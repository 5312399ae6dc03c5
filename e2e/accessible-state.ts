import { expect, type Page } from '@playwright/test'
import { isAccessible, isAccessibleInBothSizes, isNoWiderThanTheWindow, violationsOf } from './page.ts'
import { resizeTo, type Size } from './shared-pages.ts'
import { DESK, PHONE } from './world.ts'

// For states that `accessibility.spec.ts` does not open, in the tests that open them anyway. One pass of axe in another
// size costs half as much as loading a page, so each state gets one; `npm run endure` adds the other sizes and colours.

const ALL = process.env.AXE_COMBINATIONS === 'all'

/** axe finds nothing on the page as it is, and nothing is wider than the window; with ALL, light and dark. */
export async function isAccessibleAsItIs(page: Page, what = page.url()) {
  if (ALL) return isAccessible(page, what)
  await hasNoViolations(page, what)
}

/**
 * axe finds nothing in a state of a screen, and nothing is wider than the window: on a phone in light colours or on a
 * desk in dark ones. For states whose parts, and their colours, other states show in the other size; with ALL, in both
 * sizes. The window ends with the size that it had.
 */
export async function isAccessibleAt(page: Page, size: Size, what = page.url()) {
  if (ALL) return isAccessibleInBothSizes(page, what)
  const usual = page.viewportSize()?.width === PHONE.viewport.width ? PHONE : DESK
  if (size !== usual) await resizeTo(page, size)
  await page.emulateMedia({ colorScheme: size === PHONE ? 'light' : 'dark', reducedMotion: 'reduce' })
  await hasNoViolations(page, what)
  if (size !== usual) await resizeTo(page, usual)
}

async function hasNoViolations(page: Page, what: string) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await violationsOf(page), what).toEqual([])
  await isNoWiderThanTheWindow(page, what)
}
